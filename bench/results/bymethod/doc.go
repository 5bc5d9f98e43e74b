// Package bymethod compares methods that solved the same steps:
//
//	results    -> Collect             -> Comparison: results by step and method
//	Comparison -> Totals              -> each method over all steps
//	Comparison -> Averages, Costs     -> averages with 95 % intervals; CPU time, wall time, memory
//	Comparison -> Times, Objectives   -> costs by solver and step
//	costs      -> Performance, Cactus -> performance profiles and a cactus plot
//
// # What counts as solved
//
// A result is proven at one second where its status is optimal with scope
// second. The proof is the method's own where a bound of the method meets the
// objective ([AtSecond]), and rests on bounds computed beside it where only the
// minsum, fluid or linear-programming bound does ([ByBounds]); their time is not
// part of solve_seconds. A proof for the time-scaled program ([OnGrid]) is a
// different claim: the grid's optimum need not be one at one second.
//
// Profiles of time and cactus plots therefore show own proofs alone, those on the
// grid as a curve of their own.
package bymethod
