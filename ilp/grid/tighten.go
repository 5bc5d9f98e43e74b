package grid

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/bitset"
)

// Tighten lowers the capacity of each slot to the largest sum of widths that fits into it,
// of jobs that can still occupy the slot. Schedules stay as they are. Linear relaxations
// get tighter, as they lose capacity that no set of whole jobs could use.
func (p *Problem) Tighten() {
	if len(p.Capacity) == 0 {
		return
	}
	words := int(maxOf(p.Capacity))/64 + 1
	jobs, work := 0, 0
	for _, c := range p.Classes {
		jobs += len(c.Jobs)
	}
	turns, open := p.turns(), make([]bool, len(p.Classes))
	var sums bitset.Set
	free, most := int64(0), int64(0) // in the slot before, and the largest sum in it
	for t := range p.Capacity {
		changed := sums == nil
		for ; len(turns) > 0 && turns[0].at == Slot(t); turns = turns[1:] {
			open[turns[0].class] = !open[turns[0].class]
			changed = true
		}
		if changed {
			if work += jobs * words; work > maxShiftWork {
				return
			}
			sums = p.sums(open, words)
		}
		if changed || p.Capacity[t] != free {
			free = p.Capacity[t]
			most = int64(sums.Largest(int(free)))
		}
		p.Capacity[t] = most
	}
}

func maxOf(values []int64) int64 {
	m := values[0]
	for _, v := range values {
		m = max(m, v)
	}
	return m
}

// maxShiftWork is the most words of bits that are shifted, which takes well below a second.
const maxShiftWork = 200_000_000

// turn is a slot from which on the jobs of a class can occupy slots, or no longer can.
type turn struct {
	at    Slot
	class int
}

// turns returns the turns of all classes in order of time.
func (p *Problem) turns() []turn {
	var all []turn
	for c := range p.Classes {
		cl := &p.Classes[c]
		if cl.Slots == 0 {
			continue
		}
		for k := 0; k < len(cl.Starts); k++ {
			first := cl.Starts[k]
			for k+1 < len(cl.Starts) && cl.Starts[k+1] <= cl.Starts[k]+cl.Slots {
				k++
			}
			all = append(all, turn{first, c}, turn{cl.Starts[k] + cl.Slots, c})
		}
	}
	slices.SortFunc(all, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
	return all
}

// sums returns the sums of widths of all sets of jobs of the open classes, in a set of so
// many words. Larger sums are left out.
func (p *Problem) sums(open []bool, words int) bitset.Set {
	s := make(bitset.Set, words)
	s.Add(0)
	for c := range p.Classes {
		if open[c] {
			s.AddMultiples(int(p.Classes[c].Width), len(p.Classes[c].Jobs))
		}
	}
	return s
}
