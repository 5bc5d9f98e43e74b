// Package verify re-checks results against the steps that they are about:
// every schedule, objective, quality and bound ordering.
//
//	steps.jsonl   -> Checker.step: sane, once per (trace, index)
//	results.jsonl -> Checker.Check -> Faults
//
// It distrusts whatever wrote the results and shares no algorithm with it: from
// package optgap it takes the plain data types alone, from package record the
// types and readers. Schedules are swept, policies re-planned and small steps
// solved by code of its own, which is slow and obvious; a test says so.
//
// # What is checked
//
// Sums are exact integers, ratios are exact rationals; a stored float may
// differ from the rounded rational by [ULPs] units in the last place.
//
//   - The step: jobs, now, accumulated_run_time.
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
//     bound meets the objective.
//   - Several results of one step, such as those of several methods: none has an
//     objective below the bound of another.
//   - The grid: grid_bound <= grid_objective, equal where optimal on the grid
//     with gaps of 0 (a gap that is not stated counts as 0); objective <=
//     grid_objective, since compaction never starts a job later; and grid_objective is that
//     of starts at multiples of time_scale.
//   - The bracket: its ends enclose the optimum and come closer from grid to finer
//     grid; the last are bounds.ilp and the objective, on the grid of time_scale.
//   - Small steps are solved by enumeration, at one second and on the grid: no
//     bound above the optimum, no objective below it, none above it where the
//     status is optimal. The grid's bound is held against its optimum only where the
//     horizon is safe, as the policies' horizon may cut the optimum off.
//
// Bad input is not a fault but an error that wraps a [record.LineError]: a line
// that can't be read, a step that is not sane or given twice, a result without
// its step. Only what no one can check is taken on trust: measured times,
// nodes, sizes of programs and memory are checked for their range alone.
package verify
