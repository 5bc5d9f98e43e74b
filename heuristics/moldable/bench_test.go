package moldable_test

import (
	"fmt"
	"testing"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
)

// sizes are the jobs and processors of the benchmarks: those of Dutot et al. (2004), and
// others that show the growth.
func sizes() [][2]int {
	all := [][2]int{{25, 200}, {400, 200}, {100, 200}, {400, 50}, {400, 800}}
	if testing.Short() {
		return all[:2]
	}
	return all
}

// BenchmarkBiCriteria measures the whole algorithm without shuffles. ns/cell is the time
// divided by jobs, processors and batches: constant where it takes O(mnK).
//
//	go test -run '^$' -bench BiCriteria -count 10 ./heuristics/moldable
func BenchmarkBiCriteria(b *testing.B) {
	for _, size := range sizes() {
		n, m := size[0], size[1]
		b.Run(fmt.Sprintf("jobs=%d/machine=%d", n, m), func(b *testing.B) {
			in := moldabletest.Drawn(n, int64(m))
			b.ReportAllocs()
			batches := 0
			for b.Loop() {
				batches = len(moldable.BiCriteria(in, moldable.Options{Shuffles: -1}).Batches)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n*m*batches), "ns/cell")
		})
	}
}

// BenchmarkShuffles measures the algorithm with the default number of shuffles, for the
// paper's largest instance.
//
//	go test -run '^$' -bench Shuffles -count 10 ./heuristics/moldable
func BenchmarkShuffles(b *testing.B) {
	b.Run("jobs=400/machine=200", func(b *testing.B) {
		in := moldabletest.Drawn(400, 200)
		for b.Loop() {
			moldable.BiCriteria(in, moldable.Options{})
		}
	})
}
