package offline

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// window is the problem of planning some jobs from a second on, while all others stay.
type window struct {
	jobs    []int // in the order in which they are planned
	from    int64
	problem *engine.Problem // kind k is jobs[k], in seconds after from
	least   int64           // cost of the jobs without waits
}

// window returns the problem of planning jobs from a second on. free are the processors that the
// other jobs leave. What these leave from the second to on does not count: all processors are free
// there.
func (in *Instance) window(free *optgap.Profile, jobs []int, from, to int64) *window {
	w := &window{jobs: jobs, from: from, problem: &engine.Problem{}}
	p := w.problem
	to = max(to, from+1)
	for c := range free.Between(from, to) {
		if n := len(p.Free); n == 0 || p.Free[n-1].Free != c.Free {
			p.Free = append(p.Free, engine.Segment{Time: c.Time - from, Free: c.Free})
		}
	}
	if p.Free[len(p.Free)-1].Free < in.Machine {
		p.Free = append(p.Free, engine.Segment{Time: to - from, Free: in.Machine})
	}
	for _, i := range jobs {
		j := &in.Jobs[i]
		k := engine.Kind{
			Width:    j.Width,
			Duration: j.Duration,
			Weight:   j.Weight,
			Count:    1,
			Earliest: max(0, j.Release-from),
		}
		p.Kinds = append(p.Kinds, k)
		w.least += k.Weight * k.Earliest
	}
	return w
}

// starts plans the jobs in their order, and returns their starts with the cost.
func (w *window) starts() (starts []int64, cost int64) {
	free := w.problem.Free
	for k := range w.problem.Kinds {
		j := &w.problem.Kinds[k]
		at := engine.Earliest(free, j.Earliest, j.Width, j.Duration)
		free = engine.Reserve(nil, free, at, at+j.Duration, j.Width)
		starts = append(starts, w.from+at)
		cost += j.Weight * at
	}
	return starts, cost
}

// effort is what annealing may take.
type effort struct {
	moves   int     // for each job
	heat    float64 // times the mean cost of a job's wait: the temperature at which annealing begins
	seed    uint64
	stopped func() bool
}

// anneal returns the jobs in a better order.
func (w *window) anneal(e effort) []int {
	order := make([]int, len(w.jobs))
	for k := range order {
		order[k] = k
	}
	_, cost := w.starts()
	o := engine.Annealing{
		Moves: e.moves * len(order),
		Seed:  e.seed,
		Hot:   e.heat * float64(cost-w.least) / float64(len(order)),
		Spent: func() float64 {
			if e.stopped() {
				return 1
			}
			return 0
		},
	}
	better, _ := engine.Anneal(w.problem, order, o)
	jobs := make([]int, len(better))
	for n, k := range better {
		jobs[n] = w.jobs[k]
	}
	return jobs
}

// byStart sorts jobs by their starts.
func byStart(jobs []int, starts []int64) {
	slices.SortStableFunc(jobs, func(a, b int) int { return cmp.Compare(starts[a], starts[b]) })
}
