// Package grothklags2004 reproduces the experiment of Grothklags and Streit,
// "On the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job
// Scheduler" (2004).
//
// The paper's own numbers beside those of another trace. Its trace is CTC; steps that
// are like the rows of its Table 1 stand in for them:
//
//	steps -> SizeOf -> Nearest -> the steps that are like the twelve rows
//	results of those, results of all steps -> Experiment.Report: tables, statements
package grothklags2004
