package grid

import "github.com/optgap/optgap/ilp/internal/bitset"

// Tighten lowers the capacity of each slot to the largest sum of widths, of jobs
// that can still occupy the slot, that it holds. Schedules stay as they are;
// linear relaxations lose what no set of whole jobs could use.
func (p *Problem) Tighten() {
	if len(p.Capacity) == 0 {
		return
	}
	words := int(maxOf(p.Capacity))/64 + 1
	occupants := newOccupants(p)
	var sums bitset.Set
	jobs, work := 0, 0
	for _, c := range p.Classes {
		jobs += len(c.Jobs)
	}
	for t := range p.Capacity {
		if occupants.advance(Slot(t)) || sums == nil {
			if work += jobs * words; work > maxShiftWork {
				return
			}
			sums = occupants.sums(words)
		}
		p.Capacity[t] = int64(sums.Largest(int(p.Capacity[t])))
	}
}

func maxOf(values []int64) int64 {
	m := values[0]
	for _, v := range values {
		m = max(m, v)
	}
	return m
}

// occupants knows which classes can occupy a slot as slots go by.
type occupants struct {
	p        *Problem
	from, to []int // Starts[from:to] occupy the slot
}

func newOccupants(p *Problem) *occupants {
	return &occupants{p, make([]int, len(p.Classes)), make([]int, len(p.Classes))}
}

// advance moves on to slot t and tells whether a class came or went.
func (o *occupants) advance(t Slot) (changed bool) {
	for c := range o.p.Classes {
		cl := &o.p.Classes[c]
		before := o.from[c] < o.to[c]
		for o.to[c] < len(cl.Starts) && cl.Starts[o.to[c]] <= t {
			o.to[c]++
		}
		for o.from[c] < o.to[c] && cl.Starts[o.from[c]]+cl.Slots <= t {
			o.from[c]++
		}
		changed = changed || before != (o.from[c] < o.to[c])
	}
	return changed
}

// sums returns all sums of widths of jobs that can occupy the slot together, as
// far as the words hold them.
func (o *occupants) sums(words int) bitset.Set {
	s := make(bitset.Set, words)
	s.Add(0)
	for c := range o.p.Classes {
		if o.from[c] == o.to[c] {
			continue
		}
		s.AddMultiples(int(o.p.Classes[c].Width), len(o.p.Classes[c].Jobs))
	}
	return s
}
