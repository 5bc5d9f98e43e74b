package bound

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// windows holds the seconds in which each job can start in a schedule that costs at most
// the cutoff. If a job starts x seconds after its earliest start, the schedule costs at
// least weight * x more than all earliest starts together.
type windows struct {
	*grid.Problem
	first, last []int64        // by job of the step: its first and last start
	free        optgap.History // processors that jobs in their windows can use
}

// newWindows returns the windows of a problem. The history is cut where a window opens or
// closes, and each level is lowered to the largest sum of widths that it holds, of
// jobs that can run then. ok is false where the cutoff is below the cost of the
// earliest starts, or is out of range.
func newWindows(p *grid.Problem, cutoff int64) (w windows, ok bool) {
	step := p.Step
	first := p.Step.EarliestStarts()
	w.Problem = p
	w.first = first
	slack := cutoff - first.Objective(step)
	if slack < 0 || cutoff >= 1<<60 || step.SafeEnd() >= 1<<60 {
		return w, false
	}
	for i := range step.Jobs {
		w.last = append(w.last, w.first[i]+slack/step.Weight(i))
	}
	w.free = w.usable()
	return w, true
}

// usable returns the history, cut and lowered as newWindows describes.
func (w *windows) usable() optgap.History {
	step := w.Step
	spans := make([]engine.Span, len(step.Jobs))
	for i, j := range step.Jobs {
		spans[i] = engine.Span{
			From:  w.first[i],
			To:    w.last[i] + j.Estimate,
			Width: j.Width,
			Jobs:  1,
		}
	}
	work := int64(math.MaxInt64)
	times := int64(len(step.History) + 2*len(spans))
	if step.Machine/64+1 > maxTightenWork/(times*int64(len(spans)+1)) {
		work = 0
	}
	return engine.Lower(step.History, spans, work)
}
