package grid

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
	"github.com/optgap/optgap/timescale"
)

// keepLeftShifted drops the starts that no left-shifted schedule of the problem
// uses. In such a schedule no job can start a slot earlier with the others as
// they are, and since costs ascend, an optimal schedule is one. A job of it
// starts at slot 0, where the capacity rises, where another job ends, or where
// its list of starts has a gap before it: at one of begins. Following that back,
// it starts at slot 0, a rise or a begin plus the durations of some of the other
// jobs. A job without slots takes no capacity and so starts at its first.
//
// This asks nothing of how the problem came about and holds for restricting and
// relaxing grids, where the problem's optimum is what matters.
func (p *Problem) keepLeftShifted(h optgap.History, begins []Slot) {
	if len(p.Classes) == 0 {
		return
	}
	rises := bitset.New(len(p.Capacity) + 1) // jobs without slots may leave no capacity at all
	rises.Add(0)
	for i := 1; i < len(h); i++ {
		if k := timescale.Ceil(h[i].Time, p.Scale); h[i].Free > h[i-1].Free && k < Slot(len(p.Capacity)) {
			rises.Add(int(k))
		}
	}
	for _, k := range begins {
		if k < Slot(len(p.Capacity)) {
			rises.Add(int(k))
		}
	}
	jobs := 0
	for _, c := range p.Classes {
		jobs += len(c.Jobs)
	}
	if len(p.Classes)*jobs*len(rises) > maxShiftWork {
		return
	}
	reachable := make([]bitset.Set, len(p.Classes))
	for c := range p.Classes {
		reach := rises.Clone()
		for o := range p.Classes {
			others := len(p.Classes[o].Jobs)
			if o == c {
				others--
			}
			reach.AddMultiples(int(p.Classes[o].Slots), others)
		}
		reachable[c] = reach
	}
	p.Keep(func(c, k int) bool {
		cl := &p.Classes[c]
		if cl.Slots == 0 {
			return k == 0
		}
		return reachable[c].Has(int(cl.Starts[k]))
	})
}

// maxShiftWork bounds the words shifted, to well below a second. Larger problems
// have so many sums of durations that almost every slot is one.
const maxShiftWork = 200_000_000
