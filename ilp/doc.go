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
// # What is left out of it
//
// Unless Options.Plain asks for the program as printed, only what some optimal
// schedule can use is written down; the optimum stays:
//
//   - starts at slot 0, where the capacity rises, or after sums of durations of
//     other jobs from there: those of left-shifted schedules;
//   - starts that a Lagrangian bound of the capacity rows does not rule out
//     against the best schedule known, which comes from the policies' plans on
//     the grid and a search over placement orders, and is HiGHS's start solution
//     and cutoff;
//   - one set of variables, from 0 to their number, for jobs of equal width and
//     slots;
//   - M_t lowered to what sums of widths can use, and (4) only for slots where
//     it can be violated.
//
// # The answer
//
// Solve re-compacts the order found to one second. Solution.Status is about the
// grid's program: the answer at one second can be worse than a policy's plan, as
// in the paper, and GridBound is no bound on it.
//
// # A bracket
//
// Bracket encloses the one-second optimum. Beside the program above, whose compacted
// schedule is an upper end, it solves one on a grid that relaxes the step, whose
// bound is a lower end: D_i = floor(d_i / Scale), M_t the processors free in the
// last second of slot t (timescale.Relax has the proof), and t Scale in (2) replaced
// by the first second of slot t at which the history alone lets job i start; where
// there is none, x_it is left out. (2) has the true s_i and d_i on either grid, so
// that both ends are objectives at one second without any conversion:
//
//	optimum of the relaxing grid <= optimum at one second <= compacted schedule
//
// Starts are left out of it as above. The schedule that an optimum at one second is
// rounded down to need not be left-shifted, but the relaxing program's own optimum
// is, and that is the bound: see grid.Relax. Finer grids close the bracket, at one
// second entirely, as both programs are the same there.
package ilp
