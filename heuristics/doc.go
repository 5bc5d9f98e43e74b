// Package heuristics holds the policies of the papers and plans by them:
//
//	step, Policy   -> Planner -> schedule    each job at its earliest start, in the policy's order
//	step, policies -> Tuner   -> schedules   the plans of one self-tuning step
//	step, schedule -> Search  -> schedule    simulated annealing on the order of the jobs
//
// A Scheduler is driven through a trace by a replay. Schedulers are in the packages below:
// dynp plans all waiting jobs, queueing decides only which jobs start now, and multisite
// sends jobs to the sites of a grid. Package reservation admits advance reservations.
//
// The source is Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy
// Switching" (2002).
package heuristics
