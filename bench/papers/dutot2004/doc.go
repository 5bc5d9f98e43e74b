// Package dutot2004 repeats the experiment of Dutot, Eyraud, Mounié and Trystram,
// "Bi-criteria algorithm for scheduling jobs on cluster platforms" (2004), section 4:
//
//	Experiment -> Points -> Instance, algorithm.Run -> Measured -> Tables, Figures
//	Measured -> statement.Data -> Ledger -> Statements -> Report; so are the Printed numbers
//
// A point is one instance. Results are gathered by workload and number of jobs. An average
// ratio is a ratio of sums, as in the paper: the sum of the criterion over all runs, over
// the sum of the bounds.
//
// The paper divides by the value of its relaxed program, which is not a bound as printed. So
// each ratio is there twice: to that value, and to the repaired bound.
//
// The package may change at any time.
package dutot2004
