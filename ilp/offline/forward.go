package offline

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// A forward plan knows the next aheadJobs arrivals. At most mostJobs are planned at a time.
const (
	aheadJobs = 200
	mostJobs  = 600
)

// forward plans the jobs in the course of time. Those that wait and those that arrive next are planned together, by
// annealing. The ones that then start before half of these arrivals start for good. All others are planned again with
// the arrivals that follow.
type forward struct {
	in     *Instance
	effort effort
	free   *optgap.Profile // what the jobs leave that start for good
	end    int64           // of those jobs
	from   int64           // no job that is still planned starts before
	starts []int64
	key    []float64 // by job: the order in which jobs are planned first
	waits  []int     // jobs that do not start for good
}

// forward returns the starts of such a plan. Jobs that are not planned when time is up are listed as others start.
func (in *Instance) forward(key []float64, others []int64, e effort) []int64 {
	f := &forward{in: in, effort: e, free: in.idle(), from: math.MinInt64}
	f.starts, f.key = make([]int64, len(in.Jobs)), slices.Clone(key)
	for next := 0; next < len(in.Jobs) || len(f.waits) > 0; {
		last := min(next+aheadJobs/2, len(in.Jobs))
		stopped := e.stopped()
		if stopped {
			last = len(in.Jobs)
		}
		for ; next < last; next++ {
			if stopped {
				f.key[next] = float64(others[next])
			}
			if f.starts[next] = in.Jobs[next].Release; in.Jobs[next].Duration > 0 {
				f.waits = append(f.waits, next)
			}
		}
		slices.SortStableFunc(f.waits, func(a, b int) int { return cmp.Compare(f.key[a], f.key[b]) })
		before := int64(math.MaxInt64)
		if next < len(in.Jobs) {
			before = in.Jobs[max(0, next-aheadJobs/2)].Release
		}
		if stopped {
			f.list()
		} else if len(f.waits) > 0 {
			f.plan(before)
		}
	}
	return f.starts
}

// list starts all jobs that wait for good.
func (f *forward) list() {
	starts, _ := f.in.place(f.free, f.waits)
	for n, i := range f.waits {
		f.starts[i] = starts[n]
	}
	f.waits = nil
}

// plan plans the jobs that wait, and starts for good those that start before a second; before MaxInt64: half of those
// that are planned.
func (f *forward) plan(before int64) {
	jobs, first := f.waits[:min(mostJobs, len(f.waits))], int64(math.MaxInt64)
	for _, i := range jobs {
		first = min(first, f.in.Jobs[i].Release)
	}
	f.from = max(f.from, first)
	w := f.in.window(f.free, jobs, f.from, f.end)
	starts, cost := w.starts()
	if cost > w.least {
		f.effort.seed++
		w = f.in.window(f.free, w.anneal(f.effort), f.from, f.end)
		starts, _ = w.starts()
	}
	if before == math.MaxInt64 {
		before = slices.Sorted(slices.Values(starts))[len(starts)/2] + 1
	}
	waits := slices.Clone(f.waits[len(jobs):])
	for n, i := range w.jobs {
		if j := &f.in.Jobs[i]; starts[n] < before {
			f.starts[i], f.end = starts[n], max(f.end, starts[n]+j.Duration)
			f.free.Reserve(starts[n], j.Duration, j.Width)
		} else {
			f.key[i], waits = float64(starts[n]), append(waits, i)
		}
	}
	f.waits, f.from = waits, max(f.from, min(before, f.end))
}
