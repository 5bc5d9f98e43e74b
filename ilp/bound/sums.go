package bound

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/capacity"
	"github.com/optgap/optgap/ilp/internal/program"
)

// maxShiftWork is the most words of bits that lower shifts, which takes well below a second.
const maxShiftWork = 200_000_000

// lower lowers the processors of each slot to the largest sum of widths that fits into them,
// of jobs that can still occupy the slot. Schedules stay as they are. Linear relaxations
// get tighter, as they lose capacity that no set of whole jobs could use.
func lower(p *program.Problem) {
	var spans []capacity.Span
	for _, kd := range p.Kinds {
		for k := 0; k < len(kd.Starts) && kd.Duration > 0; k++ {
			first := kd.Starts[k]
			for k+1 < len(kd.Starts) && kd.Starts[k+1] <= kd.Starts[k]+kd.Duration {
				k++
			}
			spans = append(spans, capacity.Span{From: first, To: kd.Starts[k] + kd.Duration, Width: kd.Width, Jobs: kd.Count})
		}
	}
	end := p.End()
	used := slices.IndexFunc(p.Free, func(c optgap.Change) bool { return c.Time >= end })
	if used < 0 {
		used = len(p.Free)
	}
	p.Free = capacity.Lower(p.Free[:max(used, 1)], spans, maxShiftWork)
}

// maxTightenWork is the most words that sums of widths shift. They take some milliseconds.
const maxTightenWork = 10_000_000

// tighten returns the history lowered to the processors that jobs can use; the history
// itself where this takes too long.
func tighten(step *optgap.Step) optgap.History {
	if step.Machine/64+1 > maxTightenWork/int64(len(step.Jobs)+1) {
		return step.History
	}
	return capacity.Usable(step, nil)
}
