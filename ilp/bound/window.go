package bound

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/capacity"
)

// windows are when each job can run in a schedule that costs at most the cutoff. If a
// job starts x seconds after its earliest start, the schedule costs at least width * x
// more than all earliest starts together.
type windows struct {
	first, last []int64 // starts, one for each job of the step
	free        optgap.History
}

// newWindows returns the windows of a step. The history is cut where a window opens or
// closes, and each level is lowered to the largest sum of widths that it holds, of
// jobs that can run then. ok is false where the cutoff is below the cost of the
// earliest starts, or is out of range.
func newWindows(step *optgap.Step, cutoff int64) (w windows, ok bool) {
	first := step.EarliestStarts()
	w.first = first
	slack := cutoff - first.Objective(step)
	if slack < 0 || cutoff >= 1<<60 || step.SafeEnd() >= 1<<60 {
		return w, false
	}
	for i, j := range step.Jobs {
		w.last = append(w.last, w.first[i]+slack/j.Width)
	}
	w.free = w.usable(step)
	return w, true
}

// usable returns the history as newWindows describes.
func (w *windows) usable(step *optgap.Step) optgap.History {
	var times []int64
	for _, c := range step.History {
		times = append(times, c.Time)
	}
	for i, j := range step.Jobs {
		times = append(times, w.first[i], w.last[i]+j.Estimate)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	rough := step.Machine/64+1 > maxTightenWork/int64(len(times)*(len(step.Jobs)+1))
	h := make(optgap.History, len(times))
	for k, t := range times {
		var open []optgap.Job
		total := int64(0)
		for i, j := range step.Jobs {
			if w.first[i] <= t && t < w.last[i]+j.Estimate {
				open, total = append(open, j), total+j.Width
			}
		}
		free := min(step.History.At(t), total)
		if !rough && free < total {
			free = int64(capacity.Sums(open, step.Machine).Largest(int(free)))
		}
		h[k] = optgap.Change{Time: t, Free: free}
	}
	return h
}
