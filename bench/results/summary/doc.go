// Package summary sums up the results of a study.
//
//	results -> Of   -> Summary: averages, counts, the best policies
//	results -> Rows -> one row each, nothing rounded: summary.csv
//	moldable results -> Moldables -> each algorithm over all instances
//
// An average is over the results that have the value. An average over nothing does not
// exist. It is not 0.
//
// The package may change at any time.
package summary
