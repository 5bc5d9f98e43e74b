// Package moldable bounds the minsum of moldable jobs from below, and searches for good
// schedules by the prices of the bounds. The jobs are those of heuristics/moldable:
//
//	instance, schedule -> Lagrange -> bound, certificate, better schedule
//	instance           -> Relaxed  -> bound, certificate
//	instance           -> Printed  -> value of the relaxed program as printed, no bound
//	schedule, bound    -> Solve    -> optimal schedule, through HiGHS
//	schedule, bound    -> Exact    -> optimal schedule, or a better one and a better bound
//
// # Lagrange
//
// The capacity is priced: a processor costs pi(t) >= 0 at tick t. P is the integral of pi.
// Every job chooses the start s and the number of processors k that are cheapest for it
// alone. Then the price of all processors is subtracted:
//
//	L = sum_i min_{s,k} (w_i (s + p_i(k)) + k (P(s + p_i(k)) - P(s))) - m P(end).
//
// L is at most the minsum of every schedule, because a schedule is one way to choose, and
// its jobs pay for no more processors than there are. The largest L over all prices is the
// value of the linear relaxation of the time-indexed program over (start, allotment).
//
// Prices are constant on pieces of time and do not rise. Subgradient steps raise L (see
// package subgradient). After each step, prices that rise are replaced by their mean.
// Pieces are short near 0, where small jobs end, and get finer from level to level. The
// choices at the prices also make a schedule: jobs get the processors that they choose, in
// the order of the starts that they choose.
//
// [Evaluate] computes L again in integers, for any prices, without a solver.
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
// constraint. So every possible end lies in an interval, and each job ends after the time
// that it pays. HiGHS solves the program. The bound is the one that the program's prices
// prove in integers.
//
// # Solve
//
// The time-indexed program has x_iks = 1 if job i starts at tick s on k processors:
//
//	minimise   sum_iks w_i (s + p_i(k)) x_iks
//	subject to sum_ks x_iks = 1                                           for every job i
//	           sum_i sum_k sum_{t - p_i(k) < s <= t} k x_iks <= m         for every tick t
//	           x_iks in {0, 1}
//
// Starts are left out that the prices rule out against the known schedule. The program
// has a row for each tick, so it is for instances of few ticks.
//
// # Exact
//
// In some optimal schedule, no job could start earlier. Then the order of the starts and
// the allotments determine the schedule: each job starts as soon as enough processors
// are free, and not before the job before it in the order. Exact searches over these
// choices, the node with the least bound first. A node is a list of jobs that have
// started, the last one at tick s. Its bound is L at the prices of a Lagrangian bound with
//
//   - for each job of the list, the cost of its choice,
//   - for each other job, the least cost of a start at s or later,
//   - the price of the processors that have been idle until s.
//
// A node is dropped where its bound shows that no schedule better than the known one
// follows, or where another node has the same jobs left, has cost no more and leaves at
// least as many processors free at every tick. A first pass goes on with the nodes of
// least bounds of each depth only, so that a good schedule is known early.
//
// The package may change at any time.
package moldable
