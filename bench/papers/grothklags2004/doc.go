// Package grothklags2004 reproduces the experiment of Grothklags and Streit, "On the
// Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler"
// (2004).
//
// It sets the numbers of the paper beside those of another trace. The trace of the paper is
// CTC. Steps that are like the rows of Table 1 stand in for them:
//
//	Settings, trace -> Run.Measure -> Experiment.Report: tables, statements
//
// Measure does three studies, each in a folder of its own:
//
//	steps -> SizeOf -> Nearest -> the steps that are like the twelve rows
//	those, on the grid of Eq. 6 and at one second; all steps on the grid -> results
package grothklags2004
