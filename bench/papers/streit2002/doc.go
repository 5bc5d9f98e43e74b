// Package streit2002 repeats the evaluation of Streit, "A Self-Tuning Job Scheduler Family
// with Dynamic Policy Switching" (2002), on any trace, and judges what the paper states:
//
//	Settings, traces -> Evaluation.Do -> Report: ledgers, Tables 2 to 6, Figures 1 to 8
//
// Do does for each trace, and for each of several sets of drawn jobs:
//
//	trace -> analysis, Table 2 -> drawn jobs, Table 3
//	jobs -> Settings.Replays -> sweep.Run: Tables 4 to 6, Figures 2 to 8
//	replays -> statement.Data -> LedgerOf: verdicts, by the mean over the sets and its interval
//
// [Published] holds the printed numbers. They pass the same rules as the measured ones. The
// job sets of the paper are synthetic. Package workload generates similar ones.
//
// The package may change at any time.
package streit2002
