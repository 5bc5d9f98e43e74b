// Package diff says what changed from one set of results to another of the same
// problems, such as a study by two versions of a program:
//
//	path -> Open -> Input -> Read -> Set, old and new -> Compare -> Comparison -> Report, Rows, Failures
//
// Three kinds of results are paired by their own keys: those of studies by step, method
// and time scale, replays by trace and setting, moldable results by instance and
// algorithm. Times are compared as shifted geometric means with a shift of 1 s. Each
// ratio has a bootstrap interval; see package paired.
package diff
