// Package exact proves the one-second optimum of self-tuning steps: the schedule
// with the least sum of width times response time, for any machine history. It does the
// same on a grid.
//
//	step -> plans, search over the orders of the jobs            -> upper bound
//	     -> prices                                               -> lower bound
//	     -> placements in the order of their starts, depth first -> optimum
//	     -> the same layer by layer, similar nodes merged        -> optimum, or a better bound
//	     -> windows of starts split, the least bound first,
//	        small parts as integer programs                      -> optimum, or a better bound
//
// All lines but the last two are repeated in stages with more and more effort. So easy steps
// take little time. Several goroutines can share the work: see Options.Workers.
//
// [Solve] returns a [Solution] with the schedule, a proven lower bound, and the
// certificate of the bound that prices alone prove. A limit leaves the best schedule
// and the best bound so far. [SolveOnGrid] hands a step in slots to the same search: the
// time-scaled problem of Grothklags and Streit (2004), of which it proves the optimum.
//
// Bounds by prices hold in exact integers, and anybody can compute the certificate's
// bound again. The searches leave out schedules by rules that keep an optimal one. Tests
// compare these rules with brute force. Only small problems and parts of long searches are
// handed to HiGHS, whose proofs rest on floating-point arithmetic.
//
// Package ilp/internal/engine states the step, prices it, and lists its starts.
//
// docs/exact.md explains the whole method with its sources.
package exact
