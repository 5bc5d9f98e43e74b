// Package benchdiff compares two outputs of go test -bench, as benchstat does:
//
//	io.Reader -> Read -> Set, old and new -> Compare -> Comparison -> Report, Failures, Rows
//
// The values of a benchmark are the medians of its runs, and the Mann-Whitney U test says
// whether two differ; both are those of golang.org/x/perf/benchmath. The report is that of
// package change.
package benchdiff
