// Package dynp holds the planning schedulers of the dynP family, which a replay
// drives event by event:
//
//	Scheduler  one policy, basic dynP or self-tuning dynP
//	Follower   follows schedules that are made elsewhere
//	Recorded   does what a log says, and shows its steps
//	Watcher    shows the steps of any other scheduler
//	Grid       sends each job to one of several machines, each with a Scheduler
//
// A self-tuning step plans the waiting jobs with every policy, compares the plans
// by their Quality and lets a Decider choose the next policy:
//
//	plans -> Quality -> values -> Decider -> policy
//
// Basic dynP compares no plans. It chooses the policy by the average estimate of
// the waiting jobs.
//
// The papers leave open when plans are made and compared. Replan lists the
// readings.
//
// Scheduler and Follower also admit advance reservations: see package reservation.
//
// The sources are Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy
// Switching" (2002), and Grothklags and Streit, "On the Comparison of CPLEX-
// Computed Job Schedules with the Self-Tuning dynP Job Scheduler" (2004).
package dynp
