package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// TestProbe: after probing, a search still finds the optimum, and its progress is then 1. Starts are ruled out
// now and then.
func TestProbe(t *testing.T) {
	ruledOut := 0
	each(t, 250, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		v := unfinished(s, someOptions(r))
		_, want := steptest.Optimum(s)
		v.share()
		v.tree.incumbent.upper, v.tree.incumbent.best = want-v.constant+1, nil
		a, value := v.tree.price(v.whole, r.IntN(5))
		must.Need(t, a.Finish(value, v.tree.incumbent.upper),
			"seed", seed, "no start is left for the optimum", want, "of", s)
		before := window(a.Problem)
		must.Need(t, v.tree.probe(v.whole, a),
			"seed", seed, "probing leaves no start for the optimum", want, "of", s)
		if window(a.Problem) < before {
			ruledOut++
		}
		search := searchOf(a)
		search.incumbent, search.stop = v.tree.incumbent, func() bool { return false }
		if search.explore(); v.tree.incumbent.upper != want-v.constant || math.Abs(search.progress-1) > 1e-9 {
			t.Fatalf("seed %d: found %d, want %d, %g explored of %+v",
				seed, v.tree.incumbent.upper+v.constant, want, search.progress, s)
		}
	})
	must.Hold(t, testing.Short() || ruledOut >= 12, "starts were ruled out", ruledOut, "times")
}

// window returns the sum of the lengths of all windows.
func window(p *engine.Problem) (total int64) {
	for i := range p.Kinds {
		total += p.Kinds[i].Latest - p.Kinds[i].Earliest
	}
	return total
}
