// Package exact proves the one-second optimum of self-tuning steps: the schedule
// with the least sum of width times response time, for any machine history. It does the
// same on a grid.
//
//	step -> plans, search over placement orders                  -> upper bound
//	     -> prices                                               -> lower bound
//	     -> placements in the order of their starts, depth first -> optimum
//	     -> the same layer by layer, similar nodes merged        -> optimum, or a better bound
//	     -> windows of starts split, the least bound first,
//	        small parts as integer programs                      -> optimum, or a better bound
//
// The stages repeat all but the last line with more effort, so that easy steps end
// before much is spent on them.
//
// [Solve] returns a [Solution] with the schedule, a proven lower bound, and the
// [Certificate] of the bound that prices alone prove. A limit leaves the best schedule
// and the best bound so far. [SolveOnGrid] hands a step in slots to the same search: the
// time-scaled problem of Grothklags and Streit (2004), of which it proves the optimum.
//
// Bounds by prices hold in exact integers, and anybody can compute the certificate's
// bound again. The searches keep an optimal schedule by rules that the tests hold
// against brute force. Only small problems and parts of long searches are handed to
// HiGHS: what HiGHS proves rests on floating-point arithmetic.
//
// docs/exact.md explains the whole method with its sources, so that it can be built
// again.
package exact
