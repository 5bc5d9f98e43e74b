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
// LP prices the capacity rows of the time-indexed program (Grothklags and Streit, Eq. 4),
// at one second and on a grid that relaxes the step (timescale.Relax): for any prices
// p_t >= 0 of a processor in slot t,
//
//	L(p) = Offset + sum_i min_s (cost_i(s) + w_i * sum of p over the slots from s on) - sum_t p_t M_t
//
// is a bound. Prices are found at one second first (engine.Shared), and rule out starts of
// the grid's linear program. The duals of the rest are the best prices on the grid. They are
// also evaluated at one second, where no duration is rounded.
//
// # Solvers are not trusted
//
// Minsum and LP take only multipliers from HiGHS, and evaluate the dual function with
// them again. By weak duality that is a bound for any multipliers of the right sign,
// optimal or not. Minsum evaluates in integers, and so does LP at one second. On the grid
// it evaluates in floating point, with a tolerance far above its rounding errors.
//
// The package may change at any time.
package bound
