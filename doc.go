// Package optgap is the shared vocabulary of the module: jobs, machine
// histories, profiles of free processors, self-tuning steps, schedules and
// their metrics.
//
// A [Step] is one quasi off-line scheduling problem: the jobs that wait at one
// moment, and the machine's [History] as the running jobs leave it. Planning
// lays the jobs into a [Profile], which gives a [Schedule]: a start for every
// job. [Schedule.Check] reports whether a schedule is feasible, and [Measure] returns
// its metrics.
//
// All times are whole seconds (int64). Within a step they are relative to the
// step's moment, so now is 0 and a waiting job's submission is at most 0.
// Objectives stay integers; [Step.Validate] refuses a step whose sums could
// leave the range of int64, so no later computation has to check again.
//
// The source of the terms is Grothklags and Streit, "On the Comparison of
// CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler" (2004).
package optgap
