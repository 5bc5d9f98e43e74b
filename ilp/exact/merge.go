package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// merge merges nodes of one set of jobs left, unless time is up.
func (d *desk) merge(s *jobSet[passes], tolerance float64) {
	slices.SortStableFunc(s.kept.now, func(a, b *node) int {
		return cmp.Or(
			cmp.Compare(a.price, b.price),
			cmp.Compare(a.front, b.front),
			cmp.Compare(a.cost, b.cost),
		)
	})
	kept := s.kept.now[:0]
	for _, v := range s.kept.now {
		if d.watch.Spend(mergesTried * (len(s.left) + len(v.free))) {
			return
		}
		for k := len(kept) - 1; k >= max(0, len(kept)-mergesTried) && v.into == nil; k-- {
			if m := kept[k]; m.allows(v.free, v.front, v.cost) || d.join(m, v, tolerance) {
				v.into = m
			}
		}
		if v.into == nil {
			kept = append(kept, v)
		}
	}
	s.kept.now = kept
}

// join changes m into a node that allows all that m or v allows. It returns false, and
// leaves m as it is, where this loses more than the tolerance.
func (d *desk) join(m, v *node, tolerance float64) bool {
	if tolerance < 0 {
		return false
	}
	front := min(m.front, v.front)
	cost := min(m.cost, v.cost)
	loss := tolerance * float64(d.incumbent.upper<<d.problem.Unit-m.price)
	if float64((m.cost-cost)<<d.problem.Unit) > loss ||
		float64(m.price-v.price+(v.cost-cost)<<d.problem.Unit) > loss {
		return false // the difference in cost alone is too much
	}
	d.greater = engine.Most(d.greater[:0], m.free, v.free)
	price := d.least(m.set.left, d.greater, front, cost)
	if float64(m.price-price) > loss ||
		float64(max(d.sooner(m), d.sooner(v))<<d.problem.Unit) > ofStarts*loss {
		return false
	}
	if v.cost < m.cost {
		m.parent = v.parent
		m.last = v.last
	}
	m.front, m.cost, m.free, m.steady = front, cost, d.kept.Keep(d.greater), engine.Steady(d.greater, front)
	m.price = min(m.price, price)
	m.bound = max(price, d.look(m.set, m.free, front, cost))
	return true
}

// sooner returns how much less the jobs that may be placed next at a node cost at the
// starts that least found last, each job for itself. The bound by prices tells little of
// this difference, as the prices of a few processors more or less are often close to 0.
func (d *desk) sooner(v *node) int64 {
	firstEnd := d.firstEnd(v.set.left)
	total := int64(0)
	for i, n := range v.set.left {
		if k := &d.problem.Kinds[i]; n > 0 && d.fits[i].start < firstEnd {
			total += k.Weight * (engine.Earliest(v.free, max(v.front, k.Earliest), k.Width, k.Duration) - d.fits[i].start)
		}
	}
	return total
}

// look returns the best bound, in units, that earlier passes prove of a node with the given
// segments, front and cost. Such a bound is that of a node which allows all that this one
// would allow. It is 0 where there is none.
func (d *diagram) look(s *jobSet[passes], free []engine.Segment, front, cost int64) int64 {
	best := int64(0)
	from := engine.Steady(free, front)
	for _, o := range s.kept.before {
		bound := cost<<d.problem.Unit + o.rest
		if bound > best && o.front <= front && o.steady <= from &&
			engine.Covers(o.free, free, front, 0) {
			best = bound
		}
	}
	return best
}
