package bound

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
)

// counted is a context that is cancelled after a number of calls of Err.
type counted struct {
	context.Context
	left int // calls before it is cancelled
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestEndedAnywhere: wherever time runs out, the results are bounds, each with a name of the list.
func TestEndedAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	unsolved := 0
	if names := optgap.BoundNames(); len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("a name stands twice in %q", names)
	}
	for range 300 {
		s := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 6, Dips: r.IntN(2) == 0})
		_, best := steptest.Optimum(&s)
		question, o := r.IntN(40), Options{}
		if r.IntN(8) == 0 {
			o.TimeLimit = 1
		}
		values, warnings := All(&counted{context.Background(), question}, must.Get(grid.Open(&s)), o)
		if len(values) != 3 {
			t.Fatalf("question %d: %v, %v of %+v", question, values, warnings, s)
		}
		for name, v := range values {
			if !slices.Contains(optgap.BoundNames(), name) || v.Bound > best || v.Bound <= 0 && name != optgap.BoundMinsum {
				t.Fatalf("question %d: %s = %d, the optimum is %d of %+v", question, name, v.Bound, best, s)
			}
			if len(v.Warnings) > 0 {
				unsolved++
			}
		}
	}
	if unsolved < 100 {
		t.Errorf("%d bounds ended early", unsolved)
	}
}

// TestExtremes: extreme steps get bounds where time is up at once, or during the search for
// prices.
func TestExtremes(t *testing.T) {
	for name, s := range steptest.Extremes() {
		p := must.Get(grid.Open(s))
		plan := p.Known.Objective(s)
		check := func(bound string, question int, v Value, err error) {
			if err != nil || v.Bound > plan || v.Bound <= 0 {
				t.Errorf("%s, question %d: %s = %d, %v, the policies %d", name, question, bound, v.Bound, err, plan)
			}
		}
		v, err := Minsum(&counted{context.Background(), 0}, p, Options{})
		check("minsum", 0, v, err)
		v, err = LP(&counted{context.Background(), 10}, p, Options{})
		check("lp", 10, v, err)
	}
}
