// Package heuristics holds the policies of the papers and the planning-based
// schedulers that follow them:
//
//	Policy   an order of the waiting jobs: FCFS, SJF, LJF
//	Planner  places jobs in that order, each at its earliest start
//	Tune     one self-tuning step: a plan per policy
//	Decider  chooses the next policy from the plans' qualities
//	Planning the scheduler that a replay drives, event by event
//
// The sources are Streit, "A Self-Tuning Job Scheduler Family with Dynamic
// Policy Switching" (2002), and Grothklags and Streit (2004).
package heuristics
