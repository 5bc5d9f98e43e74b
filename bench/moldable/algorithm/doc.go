// Package algorithm runs the algorithms for moldable jobs, each under its name, and puts bounds
// beside their results:
//
//	Instance, Algorithms -> Run -> a record.MoldableResult for each algorithm
//	MoldableResults -> Table, Rows
//
// There are the algorithms of section 4.1 of Dutot et al. (2004), the schedule that the prices of
// the bound lagrange suggest, and algorithms that prove an optimum. An instance has one set of
// bounds, which all its results repeat.
//
// The package may change at any time.
package algorithm
