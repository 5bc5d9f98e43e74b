// Package verify re-checks results against the steps that they are about: every
// schedule, objective, quality and order of bounds.
//
//	steps.jsonl   -> sane steps, each once per (trace, index)
//	results.jsonl -> Report: Faults, Missing, Assertions
//
// The package distrusts what was stored. Code of its own, slow and obvious, sweeps over
// schedules, solves small steps and computes bounds without a solver. The policies plan
// again as the program does, steps are stated in slots as by the program, and what follows from
// proven values is derived by the functions that made it. A test lists what the package takes from
// others.
//
// # What is checked
//
// What proves something is checked by itself: schedules, plans of policies, bounds, certificates,
// values on grids. All that follows from these is derived again as one [record.Result], and
// compared with the stored one field by field. Values and bounds of one problem, such as that on a
// grid, meet in a contest. Sums are exact integers. A stored quotient may differ from the derived
// one by 1e-14, times the larger of both and 1.
//
//   - The step: jobs, now, accumulated_run_time. One that names no objective, and has no weights, is
//     judged by the objective that the result names. The weights are those that the objective stands for.
//   - The method: it is one of [Options].Methods. A step has at most one result of a
//     method on a time scale, for an objective.
//   - The schedule: each job has one start, and none is before 0. Never are more
//     processors in use than the history leaves free. objective, artww and sldwa are
//     those of the starts.
//   - The outcome: status and ended_by are known and agree. There is a schedule where
//     the status has one, and none elsewhere. Under limit and memory it is exactly the
//     plan of the best policy. Infeasible is always a fault, as every sane step has a
//     schedule.
//   - The policies: those of policy_list are needed, by default FCFS, SJF and LJF, and they
//     are those of the run where its arguments are known. They plan again. Those that look no further than the ends
//     of jobs are left out exactly where the history dips. Of what a log says, and of another program, the starts are
//     checked where they are stored, and else the range of the values. best_policy has the smallest objective. Of
//     equal ones it is the first of the list. makespan is the largest of the makespans.
//   - The comparison: quality, loss_percent (Grothklags and Streit, Eq. 7) and power. A
//     value that exists must be there, and no other may.
//   - The bounds: bound is the largest of bounds. None exceeds the objective, or that of
//     any policy. gap and ratio_to_bound follow. Where the status is optimal at one
//     second, the bound meets the objective. Where the bound meets the objective of a
//     method that finished, the status is optimal.
//   - The certificates and the fluid bound: see below. The derivation: see [CheckDerivation].
//   - The proofs: there is one label for each bound: certificate where one proves the bound, certified where the
//     derivation does, else what a bound of this name rests on.
//   - What a result repeats of the arguments of its run, where these are known.
//   - Several results of one step, such as those of several methods: none has an
//     objective below the bound of another. The same holds for the values on the grid of
//     results on one grid with one horizon.
//   - The grid, whatever the method: a result with scope grid has a time_scale, a
//     grid_objective and a grid_bound. These need a time-scaled problem, which has a
//     horizon. grid_bound is at most grid_objective. Where the status is optimal on the
//     grid with gaps of 0, both are equal. A gap that is not stated is 0. Where both are
//     equal, the status is optimal. objective is at most grid_objective, since
//     compaction never starts a job later. grid_objective is that of starts at multiples
//     of time_scale, none before the earliest slot of the job. grid_bound is at most the
//     objective of the policies' plans in slots of time_scale. Where the horizon is safe,
//     it is also at most that of the result's own order.
//   - Small steps are solved by enumeration, at one second and on the grid. No bound is
//     above the optimum, and no objective below it. None is above it where the status is
//     optimal. With the policies' horizon the optimum of the grid is that of the
//     schedules that have ended by this horizon.
//
// # Certificates
//
// docs/proofs.md has the rules of certificates with prices over time, a Lagrangian decomposition
// (Guignard and Kim 1987): the starts, and the jobs that run in each second, are two copies of one
// decision, and the prices are for their equality. With prices proportional to the widths it is the
// Lagrangian of the capacity (Fisher 1973). At its best prices, the duals of the time-indexed
// program, it has the value of that program. The maximum is then the price of a processor times
// the largest sum of widths that fits.
//
// The minimum is at a start with which the job starts or ends with a piece or with a window, and
// the maximum is a small knapsack for each piece, level and set of groups. All sums are exact; a
// certificate whose sums exceed int64 proves nothing. A forest is priced from the leaves to the
// roots, and a chain by sets of jobs.
//
// limits.go bounds memory and work. What would take more is not checked, which is a fault.
//
// The bound minsum (Dutot et al. 2004) has prices for the intervals of its relaxed
// program. The fluid bound needs none: it is computed from the step.
//
// The bound of a finished search or of a solver's tree has no certificate. Only searching
// again would prove it. Such bounds are counted. Those that are the largest of a result,
// or that of its grid, are the Assertions of the [Report], and package verifyfolder searches
// for them. The same goes for bounds with the label claimed.
//
// Results that a step lacks are not faults by themselves, as a study may be under way. The
// [Report] lists them as Missing.
//
// # Moldable jobs
//
// [MoldableFiles] checks results of moldable instances in the same way: widths, starts,
// capacity, minsum and makespan, statuses, bounds against all results of the instance,
// and certificates, whose formulas are in moldable_bound.go. The bound dual is computed again as
// the program does it. Instances with few schedules are enumerated.
//
// # Replays
//
// [SweepFiles] checks that there is one run for each setting, of one trace on one machine, with
// possible numbers. Their jobs are not kept. So the metrics need the trace: package verifyfolder
// does the replays again.
//
// [RungFiles] checks the rungs of a trace, whose jobs [OnTrace] and [RungOnTrace] need.
//
// Bad input is not a fault but an error that wraps a [record.LineError]: a line that can't
// be read, a step that is not sane or given twice, a result without its step. A few values
// are taken on trust, as no one can check them: measured times, nodes, sizes of programs
// and memory. They are checked for their range alone.
//
// The package may change at any time.
package verify
