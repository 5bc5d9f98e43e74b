package exact

import (
	"cmp"
	"slices"
)

// merge merges nodes of one set of jobs left, unless time is up.
func (d *diagram) merge(s *jobSet[passes], tolerance float64) {
	slices.SortStableFunc(s.kept.now, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.price, b.price), cmp.Compare(a.front, b.front), cmp.Compare(a.cost, b.cost))
	})
	kept := s.kept.now[:0]
	for _, v := range s.kept.now {
		if d.watch.spend(mergesTried * (len(s.left) + len(v.free))) {
			return
		}
		for k := len(kept) - 1; k >= max(0, len(kept)-mergesTried) && v.into == nil; k-- {
			if m := kept[k]; m.front <= v.front && m.cost <= v.cost && covers(m.free, v.free, v.front, 0) || d.join(m, v, tolerance) {
				v.into = m
			}
		}
		if v.into == nil {
			kept = append(kept, v)
		}
	}
	s.kept.now = kept
}

// join makes m a node that can do whatever m or v can, unless that loses more than the
// tolerance.
func (d *diagram) join(m, v *node, tolerance float64) bool {
	if tolerance < 0 {
		return false
	}
	front, cost := min(m.front, v.front), min(m.cost, v.cost)
	loss := tolerance * float64(d.upper<<d.unit-m.price)
	if float64((m.cost-cost)<<d.unit) > loss || float64(m.price-v.price+(v.cost-cost)<<d.unit) > loss {
		return false // the difference in cost alone is too much
	}
	d.greater = most(d.greater[:0], m.free, v.free)
	price := d.least(m.set.left, d.greater, front, cost)
	if float64(m.price-price) > loss || float64(max(d.sooner(m), d.sooner(v))<<d.unit) > ofStarts*loss {
		return false
	}
	if v.cost < m.cost {
		m.parent, m.last = v.parent, v.last
	}
	m.front, m.cost, m.free, m.steady = front, cost, d.kept.keep(d.greater), steady(d.greater, front)
	m.price = min(m.price, price)
	m.bound = max(price, d.look(m.set, m.free, front, cost))
	return true
}

// sooner returns how much less the jobs that may be placed next at a node cost, each
// for itself, at the starts that least found last. Prices tell little of that: a few
// processors more or less are often worth next to nothing to them.
func (d *diagram) sooner(v *node) int64 {
	firstEnd, total := d.firstEnd(v.set.left), int64(0)
	for i, n := range v.set.left {
		if k := &d.kinds[i]; n > 0 && d.fits[i].start < firstEnd {
			total += k.width * (earliest(v.free, max(v.front, k.earliest), k.width, k.duration) - d.fits[i].start)
		}
	}
	return total
}

// look returns the best bound, in units, that earlier passes prove of nodes that can
// do whatever one with such segments, front and cost can.
func (d *diagram) look(s *jobSet[passes], free []segment, front, cost int64) int64 {
	best, from := int64(0), steady(free, front)
	for _, o := range s.kept.before {
		if bound := cost<<d.unit + o.rest; bound > best && o.front <= front && o.steady <= from && covers(o.free, free, front, 0) {
			best = bound
		}
	}
	return best
}
