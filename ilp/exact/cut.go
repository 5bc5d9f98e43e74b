package exact

import (
	"cmp"
	"slices"
)

// cut is a second at which the window of a kind can be split.
type cut struct {
	kind   int
	at     int64
	before float64 // share of the mean starts before at
	spread float64 // mean deviation of the starts from their mean, times width
}

// Of the cuts with the largest expected gain, cutsTried are compared by the bounds
// that cutSteps price steps prove on both sides.
const (
	cutsTried = 4
	cutSteps  = 50
)

// split splits a part in two, at the cut whose gains on both sides have the largest
// product (strong branching, Applegate et al. 1995). If a try closes one side, the
// other side is split in its place.
func (t *tree) split(v *part, a *decomposition) []*part {
	cuts := a.cuts()
	if len(cuts) == 0 {
		v.doublings++ // no window is left to split: a longer search ends the part
		return []*part{v}
	}
	var best []*part
	most := 0.0
	t.rank(a, cuts)
	for _, c := range cuts[:min(len(cuts), cutsTried)] {
		before, after := v.cut(a, c)
		b, _ := t.price(before, cutSteps)
		f, _ := t.price(after, cutSteps)
		if t.late() {
			return []*part{v}
		}
		t.learn(c, &t.rates[a.kinds[c.kind].group], v.bound, before.bound, after.bound)
		switch {
		case before.bound >= t.upper && after.bound >= t.upper:
			return nil
		case before.bound >= t.upper:
			return t.split(after, f)
		case after.bound >= t.upper:
			return t.split(before, b)
		}
		// a side without a gain should not hide the other side's
		least := 0.001 * float64(t.upper-v.bound)
		if product := (float64(before.bound-v.bound) + least) * (float64(after.bound-v.bound) + least); product > most {
			best, most = []*part{before, after}, product
		}
	}
	return best
}

// rates are the sums of what cuts of a group raised the bounds before and after the
// cut by, for each unit of spread, and the number of these cuts.
type rates struct{ before, after, cuts float64 }

// learn adds a cut to the rates of its group.
func (t *tree) learn(c cut, r *rates, bound, before, after int64) {
	if c.spread > 0 {
		r.before += float64(min(before, t.upper)-bound) / c.spread
		r.after += float64(min(after, t.upper)-bound) / c.spread
		r.cuts++
	}
}

// rank sorts cuts by the expected product of their gains: the spread times the mean
// rates of the group's cuts so far (pseudo-costs, Bénichou et al. 1971). A few cuts
// with the mean rates of all groups are added, which decide where a group has had few
// cuts.
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

// cuts returns a cut for each kind with a choice, at the mean of its starts over the
// price steps. The largest spread comes first: there the prices decided least.
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

// cut returns the two parts on either side of a cut. For a kind of several jobs, the
// part before has at least n of them before the cut, and the part after has fewer.
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

// counted returns the kind with another number of jobs.
func counted(k kind, n int64) kind {
	k.count = n
	return k
}

// with returns the part with one kind replaced by others. Kinds without jobs are left
// out.
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
