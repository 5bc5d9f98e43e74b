// Package streit2002 repeats the evaluation of Streit, "A Self-Tuning Job Scheduler Family
// with Dynamic Policy Switching" (2002), on any trace:
//
//	Experiment -> Settings -> sweep.Run -> Report: Tables 4 to 6, Figures 2 to 8
//
// [Published] holds the printed numbers, which stand beside the measured ones. The job sets
// of the paper are synthetic. Package workload generates similar ones.
package streit2002
