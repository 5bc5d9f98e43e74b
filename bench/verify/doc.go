// Package verify re-checks results against the steps that they are about:
// every schedule, objective, quality and bound ordering.
//
//	steps.jsonl   -> Checker.step: sane, once per (trace, index)
//	results.jsonl -> Checker.Check -> Faults
//
// It distrusts whatever wrote the results and shares no algorithm with it: from
// package optgap it takes the plain data types alone, from package record the
// types and readers. Schedules are swept, policies re-planned and small steps
// solved by code of its own, which is slow and obvious; a test says so. So are
// bounds, without a solver.
//
// # What is checked
//
// Sums are exact integers, ratios are exact rationals; a stored float may
// differ from the rounded rational by [ULPs] units in the last place.
//
//   - The step: jobs, now, accumulated_run_time.
//   - The method: one of [Options].Methods. Each step has one result at most by a
//     method on a time scale.
//   - The schedule: one start per job, none before 0, never more processors in
//     use than the history leaves free; objective, artww and sldwa of it.
//   - The outcome: statuses and ended_by that are known and agree; a schedule
//     where the status has one, none where it has not; under limit and memory
//     exactly the best policy's plan. Infeasible is always a fault, as every
//     sane step has a schedule.
//   - The policies: FCFS, SJF and LJF are re-planned, and all three are needed;
//     of another policy only the range of its values is checked. best_policy is
//     the one with the smallest objective (ties: the first of FCFS, SJF, LJF,
//     then by name) and makespan the largest of the makespans.
//   - The comparison: quality, loss_percent (Grothklags and Streit, Eq. 7) and
//     power; a value that exists must be there.
//   - The bounds: bound is the largest of bounds, none exceeds the objective or
//     any policy's; gap and ratio_to_bound; optimal at one second means that the
//     bound meets the objective. Where the bound meets the objective of a method that
//     finished, the status is optimal.
//   - The certificates and the fluid bound: see below.
//   - The proofs: labels that are known and fit, one for each bound.
//   - Several results of one step, such as those of several methods: none has an
//     objective below the bound of another. The same holds for the grid's values of
//     results on one grid with one horizon.
//   - The grid, whatever the method: a result with scope grid has a time_scale, a
//     grid_objective and a grid_bound, and none of these stands without a time-scaled
//     problem, which has a horizon. grid_bound <=
//     grid_objective, equal where optimal on the grid with gaps of 0 (a gap that is not
//     stated counts as 0), and optimal where equal; objective <= grid_objective, since
//     compaction never starts a job later; and grid_objective is that of starts at
//     multiples of time_scale, none before the job's earliest slot. grid_bound is at most
//     the objective of the policies' plans in slots of time_scale and, where the horizon is
//     safe, of the result's own order.
//   - The bracket, which earlier versions stored: its ends enclose the optimum and come closer from grid to finer
//     grid; the last are bounds.ilp and the objective, on the grid of time_scale.
//   - Small steps are solved by enumeration, at one second and on the grid: no
//     bound above the optimum, no objective below it, none above it where the
//     status is optimal. With the policies' horizon the grid's optimum is that of the
//     schedules that have ended by it.
//
// # Certificates
//
// Let groups g be the n_g jobs of equal width w_g and estimate d_g. For any prices
// pi_g(t) >= 0 of one job of group g in second t, every schedule has
//
//	sum_j w_j s_j >= sum_g n_g min_s [w_g s + sum of pi_g(t) over t in [s, s+d_g)]
//	               - sum_t max { sum_g x_g pi_g(t) : sum_g w_g x_g <= M(t), 0 <= x_g <= n_g integer }
//
// where s runs over the starts at which the history M(t) holds the job by itself,
// and x_g is 0 before the first of them. It is a Lagrangian decomposition (Guignard
// and Kim 1987): the starts and what runs in each second are two copies of one
// decision, whose equality is priced. With pi_g = w_g p, one price p of a processor,
// it is the Lagrangian of the capacity (Fisher 1973), at whose best prices, the duals of the
// time-indexed program, it has that program's value; the maximum is then p(t) times the largest sum of
// widths within M(t).
//
// A cutoff U makes it a bound on the schedules that cost at most U, the others
// being above U. Such a schedule starts job j no later than (U - U_0) / w_j after its
// earliest start, U_0 being the objective if nothing collided. That limits s, and
// x_g to the seconds in which jobs of g can run; what is proven is at most U.
//
// Prices are integers in units of 2^-bits, constant over pieces of time and 0 after
// them, so that the minimum is at a start with which the job starts or ends with a
// piece or a window does, and the maximum is a small knapsack for each piece, level and set of
// groups. All sums are exact; the bound is rounded up to the next objective
// that schedules can have, that of starts at 0 plus a multiple of the greatest
// common divisor of the widths. Where a knapsack would take more than about a
// second, more is subtracted than need be, so that less is proven, never more.
//
// The minsum bound (Dutot et al. 2004) has prices of its relaxed program's
// intervals, the fluid bound needs none: it is computed from the step. What a
// finished search or a solver's tree says has nothing that is short of doing it
// again: such bounds are counted, and are the [Report]'s Claims where they are the
// largest of a result or that of its grid; package recheck searches for these. So are
// bounds that are nothing but claimed, as one that a program adds may be.
//
// Results that a step lacks are not faults by themselves, as a study may be under
// way: the [Report] lists them as Missing. Those of a method on grids, and those of the
// same method without a grid, count apart.
//
// # Moldable jobs
//
// [MoldableFiles] checks results of moldable instances in the same way: widths, starts,
// capacity, minsum and makespan, statuses, bounds against all results of the instance,
// certificates (moldable_bound.go has the formulas) and the bound dual, which works and
// widths have to prove again. Instances with few schedules are enumerated.
//
// # Replays
//
// [SweepFiles] checks the runs of a sweep. Their jobs are not kept, so that averages that
// are weighted by width or area are checked for their range alone. What must hold between
// the other metrics is:
//
//   - the average response time is that of waiting plus that of running
//   - used, lost, idle and reserved shares of the machine's time make 1
//   - the average queue times the makespan is the sum of the wait times (Little's law);
//     jobs an hour and the makespan make the jobs
//   - percentiles rise to the maximum; average and standard deviation are possible with it
//   - no slowdown is below 1, none is larger with a larger bound
//   - classes, sites, started jobs and decision cases add up to the whole
//   - runs with the same estimates have the same jobs: as many, as long, as many killed,
//     in the same classes, with the same area
//   - there is one run for each setting, of one trace on one machine
//
// Bad input is not a fault but an error that wraps a [record.LineError]: a line
// that can't be read, a step that is not sane or given twice, a result without
// its step. Only what no one can check is taken on trust: measured times,
// nodes, sizes of programs and memory are checked for their range alone.
package verify
