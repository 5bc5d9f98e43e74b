// Package bound proves lower bounds on the one-second problem of a self-tuning
// step: no schedule of the step has a smaller objective
//
//	sum_i w_i (C_i - s_i),  C_i = start + d_i,
//
// for jobs of width w_i, estimate d_i and submission s_i, and a machine history
// that may rise and dip. All bounds are integers, as the objective is.
//
//	step -> Fluid   areas poured into the free profile         microseconds
//	     -> Minsum  areas by interval of completion, a small LP   under 1 ms
//	     -> LP      prices of a processor over time         about 0.1 seconds
//	     -> All     all three, under the names of result files
//
// and on the minsum of moldable jobs, those of heuristics/moldable:
//
//	instance -> Relaxed -> bound, certificate
//	         -> Printed -> value of the relaxed program as printed, no bound
//
// # Why they hold
//
// Fluid is the optimum of a relaxation by mean busy times, which is solved in integers:
// see [Fluid].
//
// Minsum (Dutot, Eyraud, Mounie, Trystram 2004, section 3.3) cuts time into
// intervals (t_j, t_j+1]. The jobs that end by t_j+1 have their areas before t_j+1,
// within the area A_j that the history leaves free until then. A job that cannot end by
// t_j+1, for the history alone, is kept out of interval j. With x_ij the share of job i
// that ends in interval j,
//
//	minimise   sum_ij w_i t_j x_ij
//	subject to sum_j x_ij = 1                          for all i
//	           sum_(l<=j) sum_i w_i d_i x_il <= A_j    for all j
//	           x >= 0
//
// is at most sum_i w_i C_i of any schedule, because C_i > t_j in interval j.
//
// Relaxed has the same program for moldable jobs. A job that ends in interval j has at least the work
// S_ij, the least over its allotments that take at most t_j+1. The paper's intervals begin with
// t_0 = C*max / 2^K, which is not below the least time of a job. A job that ends before t_0 still
// pays t_0, so the printed value may exceed the optimum. Relaxed repairs this: the first interval
// begins one tick below the least time of all jobs and ends at t_0, and the last one begins at C*max,
// has no end and no constraint. So every possible end lies in an interval, and each job ends after
// the time that it pays.
//
// LP prices the capacity rows of the time-indexed program (Grothklags and Streit, Eq. 4) at one
// second: for any prices p_t >= 0 of a processor in second t,
//
//	L(p) = sum_i min_s (cost_i(s) + w_i * sum of p over the seconds from s to s + d_i) - sum_t p_t M_t
//
// is a bound. The prices come from subgradient steps (engine.Shared).
//
// # Solvers are not trusted
//
// Minsum and Relaxed take only multipliers from HiGHS, and evaluate the dual function with them again, in
// integers. So does LP with its prices. By weak duality that is a bound for any multipliers of the
// right sign, optimal or not.
//
// The package may change at any time.
package bound
