// Package heuristics holds the policies of the papers and the planning that
// follows them:
//
//	Policy   an order of the waiting jobs: FCFS, SJF, LJF and more
//	Planner  places jobs in that order, each at its earliest start
//	Tuner    the plans of one self-tuning step, one for each policy
//	Search   improves a schedule by simulated annealing on the order of its jobs
//
// The dynP schedulers that choose between policies are in package dynp. Package
// queueing holds schedulers that make no plans.
//
// The source is Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy
// Switching" (2002).
package heuristics
