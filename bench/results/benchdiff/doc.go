// Package benchdiff compares two outputs of go test -bench, as benchstat does:
//
//	io.Reader -> Read -> Set, old and new -> Compare -> Diff -> Report, Failures, Rows
//
// The value of a benchmark is the median of its runs. The Mann-Whitney U test tells whether
// two values differ. Median and test are those of golang.org/x/perf/benchmath. The report is
// that of package diff.
package benchdiff
