package grid

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
	"github.com/optgap/optgap/timescale"
)

// keepLeftShifted drops the starts that no left-shifted schedule of the problem
// uses. In a left-shifted schedule no job can start a slot earlier while the others stay.
// Since costs ascend, some optimal schedule is left-shifted.
//
// A job of a left-shifted schedule starts at slot 0, where the capacity rises, where
// another job ends, or at one of begins, the slots before which the job's list of starts
// has a gap. So it starts at slot 0, a rise or a begin plus the durations of some of the
// other jobs. A job without slots takes no capacity and starts at its first start.
//
// The optimum stays the same on restricting and on relaxing grids.
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

// maxShiftWork is the most words of bits that are shifted, which takes well below a second.
// Larger problems have so many sums of durations that almost every slot is a sum.
const maxShiftWork = 200_000_000
