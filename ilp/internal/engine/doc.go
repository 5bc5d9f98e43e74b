// Package engine states a step as a problem of starts, prices it, and rules out starts.
// The programs, bounds and searches of a step stand on it:
//
//	step -> NewProblem      -> Problem: kinds of equal jobs with windows, and free processors
//	     -> Shared          -> one price for each second, the same for all jobs
//	     -> Decomposition   -> prices by kind, and a bound that is at least as good
//	     -> Finish          -> the starts with which the bound stays below a known cost
//
// A problem has any unit of time, seconds or slots, and each job has a weight. Its cost is
// the sum of weight times start. Bounds by prices hold in exact integers.
//
// The seconds are cut into the buckets of a [Timeline]. A price is constant over a bucket.
// The least cost of a job's start is found at the corners of its [Tail], and the most that
// the machine holds in a bucket by a knapsack ([Packing]).
//
// docs/exact.md explains the bounds and the rules by which starts are left out, with their
// sources.
package engine
