// Package loss tells how much FCFS, SJF, LJF and dynP lose against the optimum at
// one second, by the number of waiting jobs:
//
//	results of a step -> Observe    -> Observation: each scheduler's loss, certified
//	Observations      -> Distribute -> Rows: the losses' distribution in each class
//	Rows              -> Lines      -> what programs read
//
// # Definition
//
// The loss of a policy is Grothklags and Streit's performance loss (2004, below
// Eq. 7), with the optimum at one second in the place of the time-scaled
// program's answer:
//
//	loss = (1 - optimum / objective(policy)) * 100 %,
//
// so that it lies in [0, 100) %. dynP is the best of the three at each step.
//
// # Certified intervals
//
// Where the optimum is not proven it lies between the best bound and the best
// schedule of the step, and so the loss lies within
//
//	[1 - best schedule / objective(policy), 1 - bound / objective(policy)] * 100 %.
//
// Averages, quantiles and shares rise with every single loss. Taken over the lower
// and over the upper ends they enclose what they would be with all optima known.
// Both ends are the same where all steps are proven.
package loss
