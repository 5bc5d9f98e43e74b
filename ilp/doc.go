// Package ilp solves self-tuning steps as time-indexed integer programs
// (Grothklags and Streit 2004, section 3):
//
//	step, opened and in slots -> prices -> listed starts -> program -> HiGHS -> compaction
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
// grid.FormulationPulse has these variables. grid.FormulationStep has z_it = sum_{u <= t}
// x_iu, one if the job has started by slot t, so that a job's part of (4) is
// w_i (z_it - z_i,t-D_i). The polytope is the same, the matrix much sparser.
//
// StatementLiteral is this program as it stands, with every start at which a job fits by
// itself, and a variable for each job.
//
// # A smaller program
//
// By default the step goes through the search of package exact, in slots. It lists the starts
// that a schedule better than the best one known can use, and HiGHS gets the program of
// these starts. The optimum stays the same.
//
//   - The best schedule known comes from a search over the orders of the jobs.
//   - Jobs of equal width and slots share one set of variables, from 0 to the number of
//     these jobs.
//   - A start is left out where no left-shifted schedule has it, and where prices show
//     that schedules with it cost too much. Prices differ by group of equal jobs.
//   - M_t is lowered to the largest sum of widths that it holds.
//   - (4) is written only for slots in which it can be violated.
//   - A program of more than 1000 starts is not handed to HiGHS, which would not leave its
//     presolve. Better prices leave fewer starts. Where they do not, searches and diagrams
//     look for a proof, and windows of starts are split until HiGHS, a search or prices end
//     each part.
//
// Solution.Effort says how many starts there were and were left, what HiGHS was given, and
// what has proven the optimum.
//
// # The answer
//
// Solve compacts the schedule on the grid to one second. Solution.Status is about the
// grid's program. The schedule at one second can be worse than a policy's plan, as in the
// paper, and GridBound is no bound on its objective.
package ilp
