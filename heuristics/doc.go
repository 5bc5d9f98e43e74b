// Package heuristics holds the policies of the papers and plans by them:
//
//	step, Policy   -> Planner -> schedule    each job at its earliest start, in the policy's order
//	step, policies -> Tuner   -> schedules   the plans of one self-tuning step
//	step, schedule -> Search  -> schedule    simulated annealing on the order of the jobs
//	Decider        -> NewOnline -> Scheduler a program's own decisions
//
// A Scheduler is driven through a trace by a replay. Schedulers are in the packages below:
// dynp plans all waiting jobs, on one machine or on the sites of a grid, and queueing decides
// only which jobs start now. Package reservation admits advance reservations. All of these
// call this package, and so do the methods, bounds and reports of bench.
//
// The source is Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy
// Switching" (2002).
package heuristics
