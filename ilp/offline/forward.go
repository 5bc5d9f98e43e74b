package offline

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// At most mostJobs are planned at a time. One plan of so many as fork goes on after each step.
const (
	mostJobs = 600
	fork     = 8
)

// planned is a job with its start. Of a job that waits, starts give an order.
type planned struct {
	job   int
	start int64
}

// step has the jobs that start for good in a step of a plan.
type step struct {
	before *step
	jobs   []planned
}

// partial is a plan of the jobs up to an arrival.
type partial struct {
	last    *step     // nil: no job has started
	running []planned // jobs that start for good and have not ended at from
	from    int64     // no job that waits starts before
	waits   []planned
	cost    int64 // weight times wait of the jobs that start for good
	score   int64 // cost, and that of the jobs that wait as they are planned now
}

// forward plans the jobs in the course of time, in so many plans side by side, a beam search. In
// each step those that wait and the next arrivals, ahead in all, are planned together, by
// annealing. The ones that then start before half of these arrivals start for good. All others are
// planned again with the arrivals that follow. The plans with the best scores are extended in the
// next step, each as often. forward returns the starts of the best. Jobs that are not planned when
// time is up are listed as others start.
func (in *Instance) forward(
	key []float64,
	others []int64,
	ahead, plans, workers int,
	e effort,
) []int64 {
	all := slices.Repeat([]*partial{{from: math.MinInt64}}, plans)
	for next := 0; next < len(in.Jobs) || len(all[0].waits) > 0; {
		var arrivals []planned
		last := min(next+ahead/2, len(in.Jobs))
		before := int64(math.MaxInt64)
		for ; next < last; next++ {
			if in.Jobs[next].Duration > 0 {
				arrivals = append(arrivals, planned{next, int64(key[next])})
			}
		}
		if next < len(in.Jobs) {
			before = in.Jobs[max(0, next-ahead/2)].Release
		}
		longer := make([]*partial, plans)
		engine.FanOut(workers, plans, func(k int) {
			one := e
			one.seed += uint64(k)
			longer[k] = in.extended(all[k], arrivals, before, one)
		})
		if e.stopped() {
			break // some of them are cut short
		}
		e.seed += uint64(plans)
		slices.SortStableFunc(
			longer,
			func(a, b *partial) int { return cmp.Compare(a.score, b.score) },
		)
		for k, kept := 0, max(1, plans/fork); k < plans; k++ {
			all[k] = longer[k%kept]
		}
	}
	return in.completed(all[0], others)
}

// extended returns a plan with the next arrivals. Jobs start for good before a second; before
// MaxInt64: half of those that are planned.
func (in *Instance) extended(p *partial, arrivals []planned, before int64, e effort) *partial {
	waits := slices.Concat(p.waits, arrivals)
	if len(waits) == 0 {
		return p
	}
	slices.SortStableFunc(waits, func(a, b planned) int { return cmp.Compare(a.start, b.start) })
	jobs := []int{}
	first := int64(math.MaxInt64)
	for _, w := range waits[:min(mostJobs, len(waits))] {
		jobs = append(jobs, w.job)
		first = min(first, in.Jobs[w.job].Release)
	}
	longer := &partial{from: max(p.from, first), cost: p.cost, score: p.cost}
	free, end := in.beside(p.running, longer.from)
	w := in.window(free, jobs, longer.from, end)
	starts, cost := w.starts()
	if cost > w.least {
		w = in.window(free, w.anneal(e), longer.from, end)
		starts, _ = w.starts()
	}
	if before == math.MaxInt64 {
		before = slices.Sorted(slices.Values(starts))[len(starts)/2] + 1
	}
	begun := &step{before: p.last}
	for n, one := range waits {
		if n < len(starts) {
			one = planned{w.jobs[n], starts[n]}
		}
		j := &in.Jobs[one.job]
		cost := j.Weight * (one.start - j.Release)
		longer.score += cost
		if n < len(starts) && one.start < before {
			begun.jobs = append(begun.jobs, one)
			longer.cost += cost
			end = max(end, one.start+j.Duration)
		} else {
			longer.waits = append(longer.waits, one)
		}
	}
	longer.last = begun
	longer.from = max(longer.from, min(before, end))
	for _, r := range slices.Concat(p.running, begun.jobs) {
		if r.start+in.Jobs[r.job].Duration > longer.from {
			longer.running = append(longer.running, r)
		}
	}
	return longer
}

// beside returns what jobs leave that run at a second, and the end of the last one.
func (in *Instance) beside(running []planned, from int64) (free *optgap.Profile, end int64) {
	free = &optgap.Profile{}
	end = from
	free.Reset(optgap.History{{Time: from, Free: in.Machine}})
	for _, r := range running {
		j := &in.Jobs[r.job]
		if to := r.start + j.Duration; to > from {
			free.Reserve(from, to-from, j.Width)
			end = max(end, to)
		}
	}
	return free, end
}

// completed returns the starts of a plan, with those of all other jobs, which are listed as others
// start.
func (in *Instance) completed(p *partial, others []int64) []int64 {
	free := in.idle()
	starts := make([]int64, len(in.Jobs))
	begun := make([]bool, len(in.Jobs))
	for s := p.last; s != nil; s = s.before {
		for _, one := range s.jobs {
			starts[one.job], begun[one.job] = one.start, true
			in.take(free, one.job, one.start, 1)
		}
	}
	var rest []int
	for i := range in.Jobs {
		if !begun[i] {
			rest = append(rest, i)
		}
	}
	byStart(rest, others)
	listed, _ := in.place(free, rest)
	for n, i := range rest {
		starts[i] = listed[n]
	}
	return starts
}
