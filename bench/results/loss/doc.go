// Package loss tells how much policies lose against the optimum at one second, by the number of
// waiting jobs:
//
//	results of a step -> Observe    -> Observation: certified loss of each scheduler
//	Observations      -> Distribute -> Table: distribution of the losses in each class
//	Table             -> Lines      -> CSV and JSON lines
//
// # Definition
//
// The loss of a policy is the performance loss of Grothklags and Streit (2004, below Eq. 7),
// with the optimum at one second in the place of the answer of the time-scaled program:
//
//	loss = (1 - optimum / objective(policy)) * 100 %.
//
// It lies in [0, 100) %. dynP is the best of FCFS, SJF and LJF at each step,
// and best is the best of all policies that are compared. All losses are of the same steps: those of
// which each policy has a schedule.
//
// # Certified intervals
//
// Where the optimum is not proven, it lies between the best bound and the best schedule of
// the step. The loss then lies within
//
//	[1 - best schedule / objective(policy), 1 - bound / objective(policy)] * 100 %.
//
// Averages, quantiles and shares rise with every single loss. Taken over the lower ends and
// over the upper ends, they enclose their value for known optima. Both ends are the same
// where all steps are proven.
//
// The package may change at any time.
package loss
