// Package moldable bounds the minsum of moldable jobs from below, and searches for good
// schedules with what the bounds know. The jobs are those of heuristics/moldable:
//
//	instance, schedule -> Lagrange -> bound, certificate, better schedule
//	instance           -> Relaxed  -> bound, certificate
//	instance           -> Printed  -> value of the relaxed program as printed, no bound
//
// # Lagrange
//
// The capacity is priced: a processor costs pi(t) >= 0 at tick t, and what all
// processors cost together is given back. P is the integral of pi. Then every job
// chooses the start s and the number of processors k that are cheapest for it alone,
//
//	L = sum_i min_{s,k} (w_i (s + p_i(k)) + k (P(s + p_i(k)) - P(s))) - m P(end),
//
// and L is at most the minsum of every schedule: a schedule is one way to choose, and it
// pays for no more processors than there are. The largest L over all prices is the value
// of the linear relaxation of the time-indexed program over (start, allotment).
//
// Prices are constant on pieces of time and do not rise. Subgradient steps raise L
// (subgradient), and after each of them prices that rise are pooled. Pieces are short
// near 0, where small jobs end, and get finer from level to level. The choices at the
// prices also make a schedule: jobs get the processors that they choose, in the order
// of the starts that they choose.
//
// [Certificate.Evaluate] computes L again in integers, for any prices, without a solver.
//
// # Relaxed
//
// The bound of Dutot, Eyraud, Mounié and Trystram (2004), section 3.3, cuts time into
// intervals (t_j, t_j+1]. A job that ends in interval j has at least the work S_ij, the
// least over its allotments that take at most t_j+1, and it ends after t_j:
//
//	minimise   sum_ij w_i t_j x_ij
//	subject to sum_j x_ij >= 1                                for every job i
//	           sum_{l <= j} sum_i S_il x_il <= m t_j+1        for every interval j
//	           0 <= x_ij <= 1
//
// The paper's intervals begin with t_0 = C*max / 2^K, which is not below the least time
// of a job. A job that ends before t_0 still pays t_0, so the printed value may exceed
// the optimum. Relaxed repairs this: the first interval begins one tick below the least
// time of all jobs and ends at t_0, and the last one begins at C*max, has no end and no
// constraint. So every possible end lies in an interval, and each job ends after what it
// pays. HiGHS solves the program. The bound is what its prices prove in integers.
package moldable
