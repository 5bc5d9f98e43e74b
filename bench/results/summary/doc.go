// Package summary tells what the results of a study say on the whole.
//
//	results -> Of   -> Summary: averages, counts, the best policies
//	results -> Rows -> one row each, nothing rounded: summary.csv
//	moldable results -> Moldables -> each algorithm over all instances
//
// An average is over the results that have the value. One over nothing does not
// exist and is not 0.
package summary
