// Package stepplan makes the schedule of a step under a scheduler of any kind:
//
//	names -> Choose                   -> the schedulers to compare on steps, in one order
//	step  -> Schedule(name of one)    -> a start for each waiting job
//	                                  -> *LeftOut: why the scheduler has none
//
// A planning scheduler plans the step. Self-tuning dynP decides once, with the step's policy
// active. Any other scheduler is run forward from the step:
//
//   - Each rise of the history is a running job that ends then. The running jobs start at second
//     0, before any other is there.
//   - All waiting jobs are there from second 0, submitted in the order of (submit, id). Then the
//     scheduler is asked for the first time which of them start. Nothing arrives later.
//   - Jobs run for their estimates. The scheduler is asked again at each end.
//
// What the scheduler did before the step is not known. So slack-based backfilling makes new
// promises, only waiting jobs vote in the implicit voting system, and the jobs of the step make
// the next on-line batch, which begins when all running jobs have ended. The machine has the
// processors that the history frees at last; those that it never frees take no part.
//
// A history that dips has reservations. Planning schedulers respect them, and so do conservative
// and slack-based backfilling, whose plans leave room for them. The other schedulers look no
// further than the ends of running jobs. They are left out.
//
// Conservative backfilling places each job at its submission as early as all jobs before it
// allow. Jobs that run for their estimates leave nothing to compress. So its schedule is the plan
// of FCFS.
package stepplan
