// Package algorithm runs the algorithms for moldable jobs, each under its name, and puts
// bounds beside what they find:
//
//	Instance, Algorithms -> Run -> a record.MoldableResult for each algorithm
//	MoldableResults -> Table, Rows
//
// Algorithms are those of Dutot et al. (2004), section 4.1, the schedule that the prices
// of the bound lagrange suggest, and those that prove an optimum. An instance has one set
// of bounds, which all its results repeat.
package algorithm
