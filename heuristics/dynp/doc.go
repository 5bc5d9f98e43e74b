// Package dynp holds the planning schedulers of the dynP family, which a replay
// drives event by event:
//
//	Scheduler  one policy, basic dynP or self-tuning dynP
//	Follower   follows schedules that are made elsewhere
//
// A self-tuning step plans the waiting jobs with every policy, compares the plans
// by their Quality and lets a Decider choose the next policy:
//
//	plans -> Quality -> values -> Decider -> policy
//
// Replan lists the readings of the papers: when plans are made and compared.
//
// The sources are Streit, "A Self-Tuning Job Scheduler Family with Dynamic
// Policy Switching" (2002), and Grothklags and Streit (2004).
package dynp
