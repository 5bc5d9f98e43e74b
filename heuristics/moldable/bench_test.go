package moldable_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/moldable"
)

// drawn returns jobs with sequential times of 1 to 10 s in microseconds and speed-ups of
// Downey's model, from nearly none to nearly linear.
func drawn(n int, machine int64) *moldable.Instance {
	r := rand.New(rand.NewPCG(uint64(n), uint64(machine)))
	in := &moldable.Instance{Machine: machine, Tick: 1e-6}
	for i := range n {
		model := moldable.Downey{Parallelism: 1 + r.Float64()*float64(machine), Sigma: 2 * r.Float64()}
		in.Jobs = append(in.Jobs, moldable.Job{
			ID: int64(i), Weight: 1 + r.Int64N(10), Times: moldable.Times(1_000_000+r.Int64N(9_000_000), model.Speedup, machine),
		})
	}
	return in
}

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
			in := drawn(n, int64(m))
			b.ReportAllocs()
			batches := 0
			for b.Loop() {
				batches = len(mustBiCriteria(b, in, moldable.Options{Shuffles: -1}).Batches)
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
	for _, how := range []moldable.Compaction{moldable.Insertion, moldable.Greedy} {
		b.Run(fmt.Sprintf("jobs=400/machine=200/compaction=%s", how), func(b *testing.B) {
			in := drawn(400, 200)
			for b.Loop() {
				mustBiCriteria(b, in, moldable.Options{Compaction: how})
			}
		})
	}
}

// BenchmarkDual measures the dual approximation at its default precision.
//
//	go test -run '^$' -bench Dual -count 10 ./heuristics/moldable
func BenchmarkDual(b *testing.B) {
	for _, size := range sizes() {
		n, m := size[0], size[1]
		b.Run(fmt.Sprintf("jobs=%d/machine=%d", n, m), func(b *testing.B) {
			in := drawn(n, int64(m))
			var d *moldable.DualResult
			for b.Loop() {
				d = moldable.Dual(in)
			}
			b.ReportMetric(float64(d.Guesses), "guesses")
			b.ReportMetric(float64(d.Schedule.Makespan(in))/float64(d.Bound), "makespan/bound")
		})
	}
}
