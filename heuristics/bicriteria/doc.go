// Package bicriteria runs the bi-criteria algorithm of Dutot, Eyraud, Mounié and Trystram,
// "Bi-criteria algorithm for scheduling jobs on cluster platforms", SPAA 2004, on rigid
// jobs: those that run on a fixed number of processors.
//
//	step -> LeastMakespan -> C*
//	     -> Plan          -> schedule, by batches of doubling length
//
// A rigid job is a moldable one with a single allotment. So batches, knapsack and shuffles
// are those of package moldable, and its documentation holds here too. A step has a machine
// history as well. The sections below define the terms of the paper's section 3.2 for a
// machine with a history.
//
// # C*
//
// C* is a makespan, in seconds after the step's moment, that none of three arguments
// refutes, while one of them refutes the makespan of a second less:
//
//   - The processors that the history leaves free up to then have the area of all jobs.
//   - Each job, alone on the machine, has ended by then.
//   - The jobs that last for more than half of it all run in the second in its middle.
//     So they fit together into the processors free in that second.
//
// These are the arguments of the dual approximation, with the history in place of a
// machine that is free from now on. So no schedule ends before C*.
//
// # Weights
//
// The objective of a step is the sum of weight times response time. The weight of a job is
// its width unless the step has weights. With widths, the knapsack of a batch looks for jobs
// that use as many processors as possible. Many sets do, and the shorter jobs are preferred:
// jobs are given by estimate, ties by submission, then by id. The same order decides which
// small jobs of one processor are stacked first, as all of them then have weight 1.
//
// # Batches
//
// The lengths are t_j = C* / 2^(K-j), K = floor(log2(C* / t_min)), and go on doubling
// while jobs are left. The window of a batch begins where that of the batch before it
// ends, the first one now. The paper has t_j to t_(j+1), which is the same but for an
// idle t_0 at the beginning.
//
// A batch has the processors that are free after the last change of the history. Its window
// is a length only: where the machine is busy, compaction moves the batch to later.
//
// # Compaction
//
// The jobs are planned in the order of the batches, each at the earliest second that the
// history and the jobs before it allow: moldable.Insertion. Under the list
// algorithm of Garey and Graham, narrow jobs overtake wide ones, whose weight is mostly
// large. Then batches are shuffled: two neighbours in the best order so far are exchanged.
// Of all orders the one with the smallest objective is kept, of equal ones that with the
// smaller makespan.
//
// # On-line batches
//
// Package queueing has on-line batches, each of which a function schedules. Plan is such
// a function.
//
// The package may change at any time.
package bicriteria
