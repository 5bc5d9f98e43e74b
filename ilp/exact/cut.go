package exact

import (
	"cmp"
	"slices"
)

// cut is a second at which the starts of a kind can be split.
type cut struct {
	kind   int
	at     int64
	before float64 // share of the cheapest starts before it
	spread float64 // mean deviation of these from their mean, times width
}

// Cuts are compared by the bounds that so many steps prove on both sides, and so
// many cuts, those with the largest spread.
const (
	cutsTried = 4
	cutSteps  = 50
)

// split splits a part in two, at the cut that raises both bounds the most: by the
// product of what they gain (strong branching, Applegate et al. 1995). A side that its
// bound closes leaves the other one to be split, at cuts of its own.
func (t *tree) split(v *part, a *decomposition) []*part {
	cuts := a.cuts()
	if len(cuts) == 0 {
		v.doublings++ // nothing to split: a longer search ends it
		return []*part{v}
	}
	var best []*part
	most := 0.0
	t.rank(a, cuts)
	for _, c := range cuts[:min(len(cuts), cutsTried)] {
		before, after := v.cut(a, c)
		b, _ := t.price(before, cutSteps)
		f, _ := t.price(after, cutSteps)
		t.learn(c, &t.rates[a.kinds[c.kind].group], v.bound, before.bound, after.bound)
		switch {
		case before.bound >= t.upper && after.bound >= t.upper:
			return nil
		case before.bound >= t.upper:
			return t.split(after, f)
		case after.bound >= t.upper:
			return t.split(before, b)
		}
		// what is next to nothing on one side should not hide the other
		least := 0.001 * float64(t.upper-v.bound)
		if product := (float64(before.bound-v.bound) + least) * (float64(after.bound-v.bound) + least); product > most {
			best, most = []*part{before, after}, product
		}
	}
	return best
}

// rates are what cuts of a group's starts raised the bounds of the sides by, for each
// unit of spread.
type rates struct{ before, after, cuts float64 }

// learn adds a cut to the rates of its group.
func (t *tree) learn(c cut, r *rates, bound, before, after int64) {
	if c.spread > 0 {
		r.before += float64(min(before, t.upper)-bound) / c.spread
		r.after += float64(min(after, t.upper)-bound) / c.spread
		r.cuts++
	}
}

// rank sorts cuts by the product of what they may gain: their spread times the mean rates
// of their group's cuts so far (pseudo-costs, Bénichou et al. 1971), and of a few cuts
// with the mean rates of all groups, which decide where little is known.
func (t *tree) rank(a *decomposition, cuts []cut) {
	const few = 2
	var all rates
	for _, r := range t.rates {
		all = rates{all.before + r.before, all.after + r.after, all.cuts + r.cuts}
	}
	if all.cuts == 0 {
		return
	}
	gain := func(c cut) float64 {
		r := &t.rates[a.kinds[c.kind].group]
		before := (r.before + few*all.before/all.cuts) / (r.cuts + few)
		after := (r.after + few*all.after/all.cuts) / (r.cuts + few)
		return before * after * c.spread * c.spread
	}
	slices.SortStableFunc(cuts, func(x, y cut) int { return cmp.Compare(gain(y), gain(x)) })
}

// cuts returns where the prices decided least: for each kind with a choice the
// mean of its cheapest starts, the largest spread first.
func (a *decomposition) cuts() []cut {
	var cuts []cut
	for i := range a.kinds {
		k := &a.kinds[i]
		if k.earliest == k.latest {
			continue
		}
		mean, deviation, before := spreadOf(a.starts[i])
		cuts = append(cuts, cut{i, min(max(mean, k.earliest+1), k.latest), before, deviation * float64(k.width)})
	}
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(b.spread, a.spread) })
	return cuts
}

// cut returns the two parts on either side. Of a kind of several jobs, so many
// start before, or fewer.
func (v *part) cut(a *decomposition, c cut) (before, after *part) {
	k := a.kinds[c.kind]
	n := min(k.count, 1+int64(c.before*float64(k.count)))
	early, late := k, k
	early.latest, late.earliest = c.at-1, c.at
	if k.starts != nil {
		i, _ := slices.BinarySearch(k.starts, c.at)
		early.starts, late.starts = k.starts[:i], k.starts[i:]
		early.latest, late.earliest = k.starts[i-1], k.starts[i]
	}
	before = v.with(a, c.kind, counted(early, n), counted(k, k.count-n))
	after = v.with(a, c.kind, counted(late, k.count-n+1), counted(k, n-1))
	return before, after
}

func counted(k kind, n int64) kind {
	k.count = n
	return k
}

// with returns the part with a kind replaced by others, those that have jobs.
func (v *part) with(a *decomposition, index int, others ...kind) *part {
	w := &part{bound: v.bound, dual: dual{timeline: a.timeline}}
	add := func(k kind, i int) {
		if k.count > 0 {
			mean, starts := a.within(i, a.kinds[i].count, k)
			w.kinds, w.prices = append(w.kinds, k), append(w.prices, a.prices[i])
			w.mean, w.starts = append(w.mean, mean), append(w.starts, starts)
		}
	}
	for i, k := range a.kinds {
		if i != index {
			add(k, i)
		}
	}
	for _, k := range others {
		add(k, index)
	}
	return w
}
