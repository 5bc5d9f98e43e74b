package moldable_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

// Schedules are feasible, no worse than the start and no better than the optimum. The
// same seed gives the same schedule.
func TestSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any")})
		start := moldable.Gang(in)
		evaluations := rapid.SampledFrom([]int{-1, 1, 50, 200})
		o := moldable.SearchOptions{Evaluations: evaluations.Draw(t, "evaluations"), Seed: rapid.Uint64().Draw(t, "seed")}
		found := moldable.Search(in, start, o)
		must.Do(moldabletest.Feasible(in, found))
		minsum, _ := moldabletest.Optimum(in)
		if v := found.Minsum(in); v > start.Minsum(in) || v < minsum {
			t.Fatalf("found %d, start %d, optimum %d", v, start.Minsum(in), minsum)
		}
		if again := moldable.Search(in, start, o); !slices.Equal(found, again) {
			t.Fatalf("%v, then %v", found, again)
		}
	})
}

// On three or four jobs a thousand moves find the optimum of nearly all instances: of
// 100 instances all but 5 at most.
func TestSearchFindsOptima(t *testing.T) {
	missed := 0
	for seed := range 100 {
		in := rapid.Custom(func(t *rapid.T) *moldable.Instance {
			return moldabletest.Random(t, moldabletest.Options{})
		}).Example(seed)
		minsum, _ := moldabletest.Optimum(in)
		if moldable.Search(in, moldable.Sequential(in), moldable.SearchOptions{Evaluations: 1000}).Minsum(in) > minsum {
			missed++
		}
	}
	if missed > 5 {
		t.Errorf("%d optima missed", missed)
	}
}

// Stop ends the search.
func TestSearchStops(t *testing.T) {
	asked := 0
	in := three()
	s := moldable.Search(in, moldable.Gang(in), moldable.SearchOptions{Stop: func() bool { asked++; return asked > 3 }})
	if asked != 4 || s.Check(in) != nil {
		t.Errorf("asked %d times", asked)
	}
}

// BenchmarkSearch measures moves, and how much 20000 of them improve a schedule.
//
//	go test -run '^$' -bench Search -count 10 ./heuristics/moldable
func BenchmarkSearch(b *testing.B) {
	sizes := []int{25, 400}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("jobs=%d/machine=200", n), func(b *testing.B) {
			in := moldabletest.Drawn(n, 200)
			start := mustBiCriteria(b, in, moldable.Options{}).Schedule
			const moves = 20_000
			var found moldable.Schedule
			for b.Loop() {
				found = moldable.Search(in, start, moldable.SearchOptions{Evaluations: moves})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*moves), "ns/move")
			b.ReportMetric(float64(found.Minsum(in))/float64(start.Minsum(in)), "found/start")
		})
	}
}
