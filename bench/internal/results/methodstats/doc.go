// Package methodstats compares methods that solved the same steps:
//
//	results    -> Collect             -> Comparison: results by step and method
//	Comparison -> Totals              -> each method over all steps, with its gaps, times and costs
//	Comparison -> Times, Objectives   -> costs by solver and step
//	costs      -> Performance, Cactus -> performance profiles and a cactus plot
//
// # What counts as solved
//
// A result is proven at one second where its status is optimal with scope second. If a bound
// of the method meets the objective, the proof is the method's own ([AtSecond]). If only the
// minsum, fluid or linear-programming bound does, the proof rests on bounds computed beside
// the method ([ByBounds]). The time of those bounds is not part of solve_seconds. A proof
// for the time-scaled program ([OnGrid]) is another claim: the optimum on the grid need not
// be one at one second.
//
// Profiles of time and cactus plots therefore show own proofs alone. Proofs on the grid are
// a curve of their own.
package methodstats
