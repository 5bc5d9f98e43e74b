// Package listing holds what a library of steps says of itself as flat rows:
//
//	entries of package library -> Line -> Totals -> a row for each set, class and objective
//
// Rows are plain data. Whoever shows them needs neither the steps nor a solver.
//
// The package may change at any time.
package listing
