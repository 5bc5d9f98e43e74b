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
// the machine holds in a bucket by a knapsack ([Packing]). Prices rise by an [Ascent].
//
// It also has what bounds and searches share below that: sums of widths ([Bitset]), levels that
// jobs can use ([Usable]), a better order of long queues ([Anneal]), and calls on several
// goroutines ([FanOut]). Its callers are ilp/bound, ilp/exact, ilp/offline and ilp/derivation.
//
// Words of this package and of ilp/exact:
//
//   - cost: the sum of weight times start, without the constant of the objective.
//   - group, kind: all equal jobs of the step; those of one group with the same window of starts.
//   - known, upper: the best schedule known so far, and its cost.
//   - watch: counts work, and tells that time is up.
//   - curve, tail: a price in each second with its integral; the least priced cost of all later starts.
//   - packing: the most valuable sets of jobs that the machine holds, by bucket.
//   - clash: two jobs clash where they would run together and have more width than is free.
//   - forest, member: jobs of which none clashes with its parent, and whose least costs are found together.
//   - dual: prices and mean starts, handed on from a part to those that it is split into.
//   - segments: free processors as a step function of time, the profile of a node.
//   - front, stretch: the latest start of the placed jobs; a time from there on in which the same jobs are placed.
//   - part, cut: the tree splits a part in two at a cut, a second in the window of one kind.
//   - crew, turn: the searches that share one tree; the place of each in the order of one search.
//   - pass: makes all layers of a diagram once.
//
// docs/exact.md explains the bounds and the rules by which starts are left out, with their
// sources.
package engine
