package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// cut is a second at which the window of a kind can be split.
type cut struct {
	kind      int
	at        int64   // the first second after the cut
	before    float64 // share of the starts of the price steps that are before the cut
	deviation float64 // mean deviation of these starts from their mean, times weight
}

// The cutsTried cuts with the largest expected gains are tried. A try takes cutSteps price
// steps on either side of the cut.
const (
	cutsTried = 2
	cutSteps  = 50
)

// split splits a part in two. It takes the cut whose gains have the largest product
// (strong branching, Applegate et al. 1995). The gain of a side is the difference of its
// bound to the bound of the part. If a try closes one side, the other side is split in
// place of the part.
func (t *worker) split(v *part, a *engine.Decomposition) []*part {
	cuts := cutsOf(a)
	if len(cuts) == 0 {
		v.doublings++ // no window is left to split: a longer search ends the part
		return []*part{v}
	}
	var best []*part
	most := 0.0
	t.rank(a, cuts)
	for _, c := range cuts[:min(len(cuts), cutsTried)] {
		before, after := v.cut(a, c)
		b, f := t.tried(before, after)
		if t.late() {
			return []*part{v}
		}
		t.learn(c, &t.rates[a.Problem.Kinds[c.kind].Group], v.bound, before.bound, after.bound)
		switch {
		case before.bound >= t.incumbent.upper && after.bound >= t.incumbent.upper:
			return nil
		case before.bound >= t.incumbent.upper:
			return t.split(after, f)
		case after.bound >= t.incumbent.upper:
			return t.split(before, b)
		}
		// Keeps the product above 0 where one side gains nothing.
		least := 0.001 * float64(t.incumbent.upper-v.bound)
		if product := (float64(before.bound-v.bound) + least) * (float64(after.bound-v.bound) + least); product > most {
			best = []*part{before, after}
			most = product
		}
	}
	return best
}

// tried takes a few price steps for the two sides of a cut, at once where there are goroutines.
func (t *worker) tried(before, after *part) (b, f *engine.Decomposition) {
	if t.workers <= 1 {
		b, _ = t.priced(before, cutSteps, false, 1)
		f, _ = t.priced(after, cutSteps, false, 1)
		return b, f
	}
	sides := []*part{before, after}
	tried := make([]*engine.Decomposition, len(sides))
	forks := t.forks(len(sides))
	engine.FanOut(t.workers, len(sides), func(i int) {
		tried[i], _ = forks[i].priced(sides[i], cutSteps, false, forks[i].workers)
	})
	for _, fork := range forks {
		t.watch.Join(fork.watch)
	}
	return tried[0], tried[1]
}

// rates adds up the gains of the cuts of a group.
type rates struct {
	before, after float64 // gains of either side, each divided by the cut's deviation
	cuts          float64 // number of cuts
}

// add adds what now has more than then.
func (r *rates) add(now, then rates) {
	r.before += now.before - then.before
	r.after += now.after - then.after
	r.cuts += now.cuts - then.cuts
}

// learn adds a cut to the rates of its group. bound is that of the part, before and after
// are the bounds of the two sides.
func (t *worker) learn(c cut, r *rates, bound, before, after int64) {
	if c.deviation > 0 {
		r.before += float64(min(before, t.incumbent.upper)-bound) / c.deviation
		r.after += float64(min(after, t.incumbent.upper)-bound) / c.deviation
		r.cuts++
	}
}

// rank sorts cuts by falling expected product of their gains. The expected gain of a side
// is the cut's deviation times the mean rate of the group's cuts so far (pseudo-costs,
// Bénichou et al. 1971). A few cuts with the mean rates of all groups are added to those of
// a group. They matter most where the group has had few cuts.
func (t *worker) rank(a *engine.Decomposition, cuts []cut) {
	const few = 2
	var all rates
	for _, r := range t.rates {
		all = rates{all.before + r.before, all.after + r.after, all.cuts + r.cuts}
	}
	if all.cuts == 0 {
		return
	}
	gain := func(c cut) float64 {
		r := &t.rates[a.Problem.Kinds[c.kind].Group]
		before := (r.before + few*all.before/all.cuts) / (r.cuts + few)
		after := (r.after + few*all.after/all.cuts) / (r.cuts + few)
		return before * after * c.deviation * c.deviation
	}
	slices.SortStableFunc(cuts, func(x, y cut) int { return cmp.Compare(gain(y), gain(x)) })
}

// cutsOf returns a cut for each kind with more than one possible start, at the mean of the
// kind's starts over the price steps. The cut with the largest deviation comes first, as
// the prices decide least about its kind.
func cutsOf(a *engine.Decomposition) []cut {
	var cuts []cut
	for i := range a.Problem.Kinds {
		k := &a.Problem.Kinds[i]
		if k.Earliest == k.Latest {
			continue
		}
		mean, deviation, before := engine.MeanOf(a.Dual.Starts[i])
		cuts = append(
			cuts,
			cut{
				i,
				min(max(mean, k.Earliest+1), k.Latest),
				before,
				deviation * float64(k.Weight),
			},
		)
	}
	slices.SortStableFunc(
		cuts,
		func(a, b cut) int { return cmp.Compare(b.deviation, a.deviation) },
	)
	return cuts
}

// cut returns the two parts on either side of a cut. For a kind of several jobs, the
// part before has at least n of them before the cut, and the part after has fewer.
func (v *part) cut(a *engine.Decomposition, c cut) (before, after *part) {
	k := a.Problem.Kinds[c.kind]
	n := min(k.Count, 1+int64(c.before*float64(k.Count)))
	early, late := k.Split(c.at)
	before = v.with(a, c.kind, counted(early, n), counted(k, k.Count-n))
	after = v.with(a, c.kind, counted(late, k.Count-n+1), counted(k, n-1))
	return before, after
}

// counted returns the kind with another number of jobs.
func counted(k engine.Kind, n int64) engine.Kind {
	k.Count = n
	return k
}

// with returns the part with one kind replaced by others. Kinds without jobs are left
// out.
func (v *part) with(a *engine.Decomposition, index int, others ...engine.Kind) *part {
	w := &part{bound: v.bound, dual: engine.Dual{Timeline: a.Dual.Timeline}}
	add := func(k engine.Kind, i int) {
		if k.Count > 0 {
			mean, starts := a.Dual.Within(i, a.Problem.Kinds[i].Count, k)
			w.kinds = append(w.kinds, k)
			w.dual.Prices = append(w.dual.Prices, a.Dual.Prices[i])
			w.dual.Square = append(w.dual.Square, a.Dual.Square[i])
			w.dual.Mean = append(w.dual.Mean, mean)
			w.dual.Starts = append(w.dual.Starts, starts)
		}
	}
	for i, k := range a.Problem.Kinds {
		if i != index {
			add(k, i)
		}
	}
	for _, k := range others {
		add(k, index)
	}
	return w
}
