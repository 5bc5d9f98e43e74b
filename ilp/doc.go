// Package ilp solves self-tuning steps as time-indexed integer programs
// (Grothklags and Streit 2004, section 3):
//
//	step -> plans on the grid -> problem -> bound, windows -> program -> HiGHS -> compaction
//
// # The program
//
// Time is cut into slots t = 0, 1, ... of Scale seconds. Job i has width w_i,
// estimate d_i, submission s_i, and occupies D_i = ceil(d_i / Scale) slots. M_t is
// the least number of processors that the history leaves free during slot t.
//
//	(1) x_it = 1 if job i starts in slot t, else 0
//	(2) minimise   sum_i,t x_it (t Scale - s_i + d_i) w_i
//	(3) subject to sum_t x_it = 1                               for every job i
//	(4)            sum_i sum_{t-D_i < u <= t} w_i x_iu <= M_t   for every slot t
//	(5)            x_it in {0, 1}
//
// FormulationPulse has these variables. FormulationStep has z_it = sum_{u <= t}
// x_iu, one if the job has started by slot t, so that a job's part of (4) is
// w_i (z_it - z_i,t-D_i). The polytope is the same, the matrix much sparser.
//
// # A smaller program
//
// The program leaves out starts and rows that no optimal schedule needs. Its optimum stays
// the same. Options.Plain keeps everything, as printed in the paper.
//
//   - A job only starts where it can in a left-shifted schedule: at slot 0 or a
//     rise of the capacity, or after a sum of durations of other jobs from there.
//   - Starts are left out that a Lagrangian bound of the capacity rows rules out
//     against the best schedule known. That schedule comes from the policies'
//     plans on the grid and a search over the orders of the jobs. It is also HiGHS's
//     start solution and cutoff.
//   - Jobs of equal width and slots share one set of variables, from 0 to the
//     number of these jobs.
//   - M_t is lowered to the largest sum of widths that it holds.
//   - (4) is written only for slots in which it can be violated.
//
// # The answer
//
// Solve compacts the schedule on the grid to one second. Solution.Status is about the
// grid's program. The schedule at one second can be worse than a policy's plan, as in the
// paper, and GridBound is no bound on its objective.
package ilp
