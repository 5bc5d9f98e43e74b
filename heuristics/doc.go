// Package heuristics holds the policies of the papers and the planning-based
// schedulers that follow them:
//
//	Policy   an order of the waiting jobs: FCFS, SJF, LJF and more
//	Planner  places jobs in that order, each at its earliest start
//	Tuner    one self-tuning step: a plan per policy
//	Quality  what plans are compared by, exactly
//	Decider  chooses the next policy from their order
//	Replan   when plans are made and compared: readings of the papers
//	Planning the scheduler that a replay drives, event by event: one policy,
//	         basic dynP or self-tuning dynP
//	Follower a scheduler that follows schedules made elsewhere
//
// The sources are Streit, "A Self-Tuning Job Scheduler Family with Dynamic
// Policy Switching" (2002), and Grothklags and Streit (2004).
package heuristics
