// Package queueing holds the schedulers that keep a queue. They decide only which
// waiting jobs start now. Only EASY and Slack plan ahead: EASY for the head of the
// queue, Slack for all jobs. The schedulers know widths,
// estimates and submissions, but no run times.
//
//	jobs, heuristics.Policy -> queue            the waiting jobs in order
//	                        -> Strict           only the head may start
//	                        -> FirstFit, IVS    whatever fits starts
//	                        -> EASY             what fits and does not delay the head
//	                        -> Slack            what delays no job past its slack
//
// All have three methods. A replay calls Submit for a job that arrives and End for
// each that ends. After either it calls Start, which names the jobs that start in
// that second. Package bench/simulate/schedulers makes them by name.
//
// # Orders
//
// A queue is ordered by a [heuristics.Policy]: by its key, then by submission,
// then by id. FCFS is by submission. SJF and LJF are shortest and longest job
// first, by estimate (Streit 2002). Aida (2000) writes LJF and SJF for largest and
// smallest job first, by width. These are WJF and NJF here.
//
// # Strict
//
// While the head of the queue fits into the free processors it starts. A head
// that does not fit blocks all others (Aida 2000, sections 3.1 and 3.2: FCFS,
// LJF, SJF).
//
// # FirstFit
//
// The queue is searched from its head, and each job that fits into the processors
// still free starts (Aida 2000, section 3.3). With NJF the schedules of FirstFit,
// EASY and Strict are the same. The paper says so of SJF/First-Fit.
//
// Aging is described in section 5. While a job has waited longer than the
// threshold, the search is suppressed and that job is started first. Of several
// such jobs the one submitted first (ties: the least id) is started first. If it
// does not fit, nothing starts. When no such job is left, the search goes on as
// usual. The paper gives no threshold, so there is no aging by default.
//
// # EASY
//
// Aggressive backfilling (Skovira et al. 1996; Mu'alem and Feitelson 2001). While
// the head fits it starts. For a head that does not fit, the shadow time is the
// first second at which the running jobs' estimated ends leave enough processors.
// The extra processors are those that the head then leaves over. The other jobs are
// searched in the order of the queue, or in one of their own (EASY-SJBF). A job that fits now starts if it ends, by its
// estimate, no later than the shadow time, or if it is no wider than the extra
// processors. Only in the second case do the extra processors become fewer. The
// reservation is computed anew at every event. Only a new head of the queue can
// delay a head.
//
// # IVS
//
// The implicit voting system of Ramme and Kremer (1994) and Gehring and Ramme
// (1996), as Streit 2002, section 2, describes it. The order is FCFS if the system
// is not saturated. Otherwise it is FFIH (first fit, increasing height) if more
// interactive than batch jobs are in the system, and FFDH (decreasing height) if
// more batch jobs are. The text leaves these terms open. The reading here:
//
//   - height is the estimate, and a job is interactive if its estimate is at most
//     that of NewIVS;
//   - in the system are the waiting and the running jobs;
//   - the system is saturated while the waiting jobs' widths sum up to more
//     than one machine. The papers give no number: below that the order matters to few jobs;
//   - FFIH and FFDH start jobs as FirstFit does, FCFS is strict;
//   - with equally many votes of both kinds FCFS holds;
//   - the votes are counted once at every event, before anything starts.
//
// # Slack
//
// Slack-based backfilling after Talby and Feitelson (1999). Every waiting job has a
// planned start, a promised start (the one planned at its submission) and a slack.
// The planned start may move, but never past promise plus slack. The reading here:
//
//   - the slack is a factor times the average wait of all jobs
//     started so far, rounded down; it is fixed at the submission;
//   - the plan is kept in the order of planned starts, then submission, then
//     id. The conservative start of a new job is its earliest start beside the
//     running jobs and the whole plan. If that is not now, positions k = 0, 1,
//     ... are tried: the first k jobs of the plan stay, the new one gets its
//     earliest start beside them, and then the others, in order, each their
//     earliest. The first k at which no job is planned past promise plus slack
//     is taken. The search ends at a k that brings the new job nothing, or
//     after 8 positions; then the job gets its conservative start;
//   - after jobs end before their estimates the plan is compressed: each job,
//     in the order of planned starts, moves to the earliest start that all
//     others leave it, so none gets later;
//   - a job starts when its planned start has come.
//
// The original weighs all schedules by a cost function of delays and utilisation.
// Here the foremost feasible position is taken. Factor 0 is conservative
// backfilling with compression.
//
// # Cost
//
// All jobs are given at construction, so each has a fixed position in the order. A tree
// of minima over the positions finds the next job of at most some width without
// looking at wider ones. EASY has a second tree over (width, position) with the
// estimates. Each tree takes about 9 bytes for each job of the trace. Except in
// Slack the cost of an event grows with the logarithm of the waiting jobs. Slack,
// and so conservative backfilling, plans all waiting jobs anew when a job ends
// before its estimate. With 1000 waiting jobs this takes about 0.4 ms for each job
// of a trace.
//
// # Sources
//
//   - Aida, "Effect of Job Size Characteristics on Job Scheduling Performance", JSSPP 2000
//   - Gehring and Ramme, "Architecture-Independent Request-Scheduling with Tight Waiting-Time Estimations", JSSPP 1996
//   - Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime
//     Estimates in Scheduling the IBM SP2 with Backfilling", IEEE TPDS 12(6), 2001
//   - Ramme and Kremer, "Scheduling a Metacomputer by an Implicit Voting System", HPDC 1994
//   - Skovira et al., "The EASY - LoadLeveler API Project", JSSPP 1996
//   - Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching", JSSPP 2002
//   - Talby and Feitelson, "Supporting Priorities and Improving Utilization of the IBM SP
//     Scheduler Using Slack-Based Backfilling", IPPS 1999
//
// The package may change at any time.
package queueing
