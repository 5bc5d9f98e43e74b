package grid

import (
	"fmt"

	"github.com/optgap/optgap"
)

// open drops starts of a relaxing grid, and raises costs, by the step's own history. The
// history is stricter than the rounded capacity. A job can start in a second only if the
// history leaves its processors free for all of its estimate. So open drops a slot in which
// no second is such a start. The cost of any other slot is that of the first such start
// in it: no schedule at one second has an earlier one in this slot. Of the jobs of a class
// the shortest counts. Costs still ascend with the slots.
//
// open returns the slots in which stretches of such seconds begin.
func (p *Problem) open(step *optgap.Step, cutoff int64) ([]Slot, error) {
	var begins []Slot
	for c := range p.Classes {
		begins = p.openClass(&p.Classes[c], step, begins)
	}
	p.Keep(func(c, k int) bool { return p.Classes[c].Costs[k] >= 0 })
	if least := p.Least(); cutoff != 0 {
		if cutoff < least {
			return nil, fmt.Errorf("grid: the cutoff %d is below the bound %d", cutoff, least)
		}
		first := make([]int64, len(p.Classes))
		for c := range p.Classes {
			first[c] = p.Classes[c].Costs[0]
		}
		p.Keep(func(c, k int) bool { return p.Classes[c].Costs[k]-first[c] <= cutoff-least })
	}
	return begins, nil
}

// openClass sets the costs of a class; -1: the slot is to be dropped. It appends the slots
// in which the class's openings begin to begins.
func (p *Problem) openClass(cl *Class, step *optgap.Step, begins []Slot) []Slot {
	shortest := step.Jobs[cl.Jobs[0]].Estimate
	for _, j := range cl.Jobs {
		shortest = min(shortest, step.Jobs[j].Estimate)
	}
	k := 0
	for from, to := range step.History.Openings(cl.Width, shortest) {
		begins = append(begins, Slot(from/p.Scale))
		for ; k < len(cl.Starts) && cl.Starts[k].Start(p.Scale) <= to; k++ {
			second := max(from, cl.Starts[k].Start(p.Scale))
			if second >= (cl.Starts[k] + 1).Start(p.Scale) {
				cl.Costs[k] = -1
				continue
			}
			cl.Costs[k] = cl.Width * second
		}
	}
	return begins
}
