package grid

import (
	"fmt"
	"iter"

	"github.com/optgap/optgap"
)

// open holds the starts of a relaxing grid against the step's own history, which
// has more to say than the rounded capacity. A schedule at one second starts no
// job where the history alone does not leave it its processors for all of its
// estimate. So a slot without such a second is no start, and a start costs what
// the first such second in its slot does: rounding a start down to its slot
// never gains more than that. Of the jobs of a class the shortest counts. Costs
// still ascend with the slots.
//
// It returns the slots in which such seconds begin.
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

// openClass sets the costs of a class, -1 for what is no start, and appends the
// slots in which its openings begin.
func (p *Problem) openClass(cl *Class, step *optgap.Step, begins []Slot) []Slot {
	shortest := step.Jobs[cl.Jobs[0]].Estimate
	for _, j := range cl.Jobs {
		shortest = min(shortest, step.Jobs[j].Estimate)
	}
	k := 0
	for from, to := range openings(step.History, cl.Width, shortest) {
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

// openings yields the first and the last second of each stretch of seconds at
// which a job can start as far as the history is concerned, in order. The last
// stretch has no end.
func openings(h optgap.History, width, estimate int64) iter.Seq2[int64, int64] {
	return func(yield func(from, to int64) bool) {
		for i := 0; i < len(h); i++ {
			if h[i].Free < width {
				continue
			}
			from := h[i].Time
			for i < len(h) && h[i].Free >= width {
				i++
			}
			to := int64(optgap.Never)
			if i < len(h) {
				to = h[i].Time - estimate
			}
			if to >= from && !yield(from, to) {
				return
			}
		}
	}
}
