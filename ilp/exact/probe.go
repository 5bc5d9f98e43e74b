package exact

import (
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// probed is the number of jobs whose windows are probed.
const probed = 16

// probe tries the whole problem with each of some jobs restricted to either side of a cut. Where a
// few price steps rule one side out, the job keeps the starts of the other side. It returns false
// where no start is left.
func (t *worker) probe(v *part, a *engine.Decomposition) (left bool) {
	cuts := slices.DeleteFunc(cutsOf(a), func(c cut) bool { return a.Problem.Kinds[c.kind].Count > 1 })
	t.rank(a, cuts)
	cuts = cuts[:min(len(cuts), probed)]
	forks, sides := t.forks(len(cuts)), make([][2]*part, len(cuts))
	fan(t.workers, len(cuts), func(i int) {
		before, after := v.cut(a, cuts[i])
		forks[i].price(before, cutSteps)
		forks[i].price(after, cutSteps)
		forks[i].stopped = forks[i].late()
		sides[i] = [2]*part{before, after}
	})
	t.join(forks)
	if t.stopped {
		return true
	}
	ruledOut := false
	for i, c := range cuts {
		k := &a.Problem.Kinds[c.kind]
		before, after := sides[i][0].bound >= t.incumbent.upper, sides[i][1].bound >= t.incumbent.upper
		switch {
		case before && after:
			return false
		case !before && !after:
			continue
		case before:
			_, *k = k.Split(c.at)
		default:
			*k, _ = k.Split(c.at)
		}
		ruledOut = true
	}
	return !ruledOut || a.Finish(a.Proven, t.incumbent.upper)
}
