package bound

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/capacity"
)

// windows holds the seconds in which each job can start in a schedule that costs at most
// the cutoff. If a job starts x seconds after its earliest start, the schedule costs at
// least weight * x more than all earliest starts together.
type windows struct {
	first, last []int64        // by job of the step: its first and last start
	free        optgap.History // processors that jobs in their windows can use
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
	for i := range step.Jobs {
		w.last = append(w.last, w.first[i]+slack/step.Weight(i))
	}
	w.free = w.usable(step)
	return w, true
}

// usable returns the history, cut and lowered as newWindows describes.
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
	turns := w.turns(step)
	rough := step.Machine/64+1 > maxTightenWork/int64(len(times)*(len(step.Jobs)+1))
	h := make(optgap.History, len(times))
	at, total := 0, int64(0) // index of the change that holds at t; sum of widths of the jobs that can run in t
	for k, t := range times {
		for at+1 < len(step.History) && step.History[at+1].Time <= t {
			at++
		}
		for ; len(turns) > 0 && turns[0].Time <= t; turns = turns[1:] {
			total += turns[0].Free
		}
		free := min(step.History[at].Free, total)
		if !rough && free < total {
			free = int64(capacity.Sums(w.open(step, t), step.Machine).Largest(int(free)))
		}
		h[k] = optgap.Change{Time: t, Free: free}
	}
	return h
}

// turns returns the changes of the sum of widths of all jobs that can run, in order of
// time. Free is added to the sum.
func (w *windows) turns(step *optgap.Step) []optgap.Change {
	var all []optgap.Change
	for i, j := range step.Jobs {
		all = append(all,
			optgap.Change{Time: w.first[i], Free: j.Width},
			optgap.Change{Time: w.last[i] + j.Estimate, Free: -j.Width})
	}
	slices.SortFunc(all, func(a, b optgap.Change) int { return cmp.Compare(a.Time, b.Time) })
	return all
}

// open returns the jobs that can run in second t.
func (w *windows) open(step *optgap.Step, t int64) []optgap.Job {
	var open []optgap.Job
	for i, j := range step.Jobs {
		if w.first[i] <= t && t < w.last[i]+j.Estimate {
			open = append(open, j)
		}
	}
	return open
}
