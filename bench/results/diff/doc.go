// Package diff compares two sets of results of the same problems, such as a study by two versions
// of a program:
//
//	path -> Open -> Input -> Read -> Set, old and new -> Compare -> Changes -> Report, Rows, Failures
//
// Results are paired by their keys. Results of studies have step, method and time scale as a key,
// replays trace and setting, moldable results instance and algorithm. Times are compared as
// shifted geometric means with a shift of 1 s. Each ratio has a bootstrap interval, see package
// paired.
//
// The package may change at any time.
package diff
