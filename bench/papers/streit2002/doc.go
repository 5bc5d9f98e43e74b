// Package streit2002 repeats the evaluation of Streit, "A Self-Tuning Job Scheduler
// Family with Dynamic Policy Switching" (2002), on any trace:
//
//	Experiment -> Settings -> sweep.Run -> Report: Tables 4 to 6, Figures 2 to 8
//
// [Published] holds the numbers that the paper prints, which stand beside the
// measured ones. The paper's job sets are synthetic: package workload makes similar
// ones.
package streit2002
