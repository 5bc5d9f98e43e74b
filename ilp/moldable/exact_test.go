package moldable

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

// TestExact: the search and the program find the optimum of brute force, whatever prices bound their nodes.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any")})
		minsum, _ := moldabletest.Optimum(in)
		iterations, pieces := rapid.IntRange(1, 60), rapid.IntRange(1, 40)
		l := bound(t, in, pieces.Draw(t, "pieces"), iterations.Draw(t, "iterations"))
		r := must.Get(Exact(in, moldable.Gang(in), l, ExactOptions{}))
		must.Do(moldabletest.Feasible(in, r.Schedule))
		if v := r.Schedule.Minsum(in); !r.Optimal || v != minsum || r.Bound != minsum || r.EndedBy != optgap.EndedFinished {
			t.Fatalf("found %d, optimum %d: %+v %+v", v, minsum, r, in)
		}
		p := must.Get(Solve(t.Context(), in, moldable.Gang(in), l, 0))
		must.Do(moldabletest.Feasible(in, p.Schedule))
		if v := p.Schedule.Minsum(in); v != minsum || p.Bound != minsum || p.Status != optgap.StatusOptimal {
			t.Fatalf("the program found %d, optimum %d: %+v %+v", v, minsum, p, in)
		}
	})
}

// At a limit, the bound holds and the schedule is at least as good as that known.
func TestExactAtALimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{})
		minsum, _ := moldabletest.Optimum(in)
		l := bound(t, in, 3, 2)
		r := must.Get(Exact(in, moldable.Gang(in), l, ExactOptions{Nodes: rapid.IntRange(1, 10).Draw(t, "nodes")}))
		v := r.Schedule.Minsum(in)
		if r.Bound > minsum || r.Bound < l.Bound || v < minsum || v > moldable.Gang(in).Minsum(in) ||
			r.Optimal && v > minsum {
			t.Fatalf("%d, bound %d, optimum %d: %+v", v, r.Bound, minsum, in)
		}
	})
}

// Jobs of microseconds on 16 processors are solved to the optimum. Other prices prove the
// same optimum.
func TestExactOnFineTicks(t *testing.T) {
	in := moldabletest.Drawn(8, 16)
	minsum := int64(0)
	for _, steps := range []int{iterations, 500} {
		l := bound(t, in, 4*pieces, steps)
		r, err := Exact(in, l.Schedule, l, ExactOptions{})
		if err != nil || !r.Optimal || r.Schedule.Check(in) != nil || r.Bound < l.Bound {
			t.Fatalf("%+v, %v", r, err)
		}
		if minsum > 0 && r.Bound != minsum {
			t.Errorf("optimum %d, with other prices %d", r.Bound, minsum)
		}
		minsum = r.Bound
	}
}

func TestExactStops(t *testing.T) {
	in := moldabletest.Drawn(12, 16)
	l := bound(t, in, pieces, iterations)
	r, err := Exact(in, l.Schedule, l, ExactOptions{Stop: func() bool { return true }})
	if err != nil || r.Optimal || r.EndedBy != optgap.EndedInterrupt ||
		r.Bound < l.Bound || r.Bound > r.Schedule.Minsum(in) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestExactOptions(t *testing.T) {
	in := moldabletest.Drawn(65, 2)
	l := bound(t, in, pieces, 1)
	if _, err := Exact(in, l.Schedule, l, ExactOptions{}); must.Field(err) != "jobs" {
		t.Error(err)
	}
}

// BenchmarkExact measures the search, with its nodes. The optimum is proven.
//
//	go test -run '^$' -bench Exact -count 10 ./ilp/moldable
func BenchmarkExact(b *testing.B) {
	sizes := [][2]int{{15, 16}, {10, 16}, {6, 200}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		b.Run(fmt.Sprintf("jobs=%d/machine=%d", size[0], size[1]), func(b *testing.B) {
			in := moldabletest.Drawn(size[0], int64(size[1]))
			l := bound(b, in, 512, 500)
			var r *ExactResult
			for b.Loop() {
				var err error
				if r, err = Exact(in, l.Schedule, l, ExactOptions{}); err != nil || !r.Optimal {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(r.Nodes), "nodes")
			b.ReportMetric(float64(known(b, in).Minsum(in))/float64(r.Bound), "known/optimum")
		})
	}
}
