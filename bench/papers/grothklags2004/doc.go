// Package grothklags2004 reproduces the experiment of Grothklags and Streit, "On the
// Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler"
// (2004).
//
// It judges what the paper states, and sets its numbers beside those of another trace. The trace of
// the paper is CTC. Steps that are like the rows of Table 1 stand in for them:
//
//	Settings, trace -> Run.Measure -> Experiment.Report: ledger, tables, figures
//
// Measure does six studies, each in a folder of its own (see ledger.yaml):
//
//	steps -> SizeOf -> Nearest -> the steps that are like the twelve rows
//	those, on the grid of Eq. 6, by the program as printed, and at one second -> results
//	all steps on the grid; every tenth by the program as printed; those that stay open at one second
//	results -> rows of numbers -> Ledger: verdicts, by both ends of each loss
//
// The printed numbers are such rows too, and pass the same rules.
//
// The package may change at any time.
package grothklags2004
