// Package moldable bounds the minsum of moldable jobs from below. The jobs are those of
// heuristics/moldable:
//
//	instance -> Relaxed -> bound, certificate
//	instance -> Printed -> value of the relaxed program as printed, no bound
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
// The package may change at any time.
package moldable
