package bicriteria

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Options steer Plan. The zero value gets the defaults.
type Options struct {
	// Shuffles is the number of shuffled orders of the batches that are tried beside
	// their own order; 0: moldable.DefaultShuffles; below 0: none.
	Shuffles int
	Seed     uint64 // of the shuffles
}

// Result is a schedule with the batches that made it.
type Result struct {
	Schedule optgap.Schedule
	Batches  []Batch // in the order in which they were compacted
	Makespan int64   // C*: no schedule ends earlier
}

// Batch is a set of jobs that run between two moments before the batches are compacted.
type Batch struct {
	Length int64   // in seconds
	Jobs   []int32 // indices of the step's jobs, in the order of the list
}

// Plan schedules a valid step by batches of doubling length: see the package's comment.
// The same options give the same schedule. For n jobs on m
// processors and K batches it takes O(n m K), and a plan of all jobs for each order of
// the batches.
func Plan(step *optgap.Step, o Options) *Result {
	if len(step.Jobs) == 0 {
		return &Result{Schedule: optgap.Schedule{}}
	}
	in, index := instance(step)
	cmax := LeastMakespan(step)
	batches := moldable.Batches(in, cmax, step.History[len(step.History)-1].Free)
	c := compactor{step: step, index: index, plan: make(optgap.Schedule, len(step.Jobs))}
	c.better(batches)
	if o.Shuffles == 0 {
		o.Shuffles = moldable.DefaultShuffles
	}
	moldable.Shuffle(batches, max(o.Shuffles, 0), o.Seed, c.better)
	r := &Result{Schedule: c.best, Makespan: cmax}
	for _, b := range c.batches {
		r.Batches = append(r.Batches, Batch{b.Length, c.indices(b.Jobs)})
	}
	return r
}

// instance returns the jobs as moldable ones with one allotment, the shortest first, and
// the index in the step of each.
func instance(step *optgap.Step) (in *moldable.Instance, index []int32) {
	in = &moldable.Instance{Machine: step.Machine, Tick: 1}
	for i := range step.Jobs {
		index = append(index, int32(i))
	}
	slices.SortFunc(index, func(a, b int32) int { return heuristics.SJF.Compare(step.Jobs[a], step.Jobs[b]) })
	for _, i := range index {
		j := step.Jobs[i]
		in.Jobs = append(in.Jobs, moldable.Job{
			ID: j.ID, Weight: step.Weight(int(i)), MinWidth: j.Width, Times: []int64{j.Estimate},
		})
	}
	return in, index
}

// compactor plans the jobs in the order of batches and keeps the best plan.
type compactor struct {
	step    *optgap.Step
	index   []int32 // by job of the instance: its index in the step
	planner heuristics.Planner
	order   []int32
	plan    optgap.Schedule

	best            optgap.Schedule // nil: none yet
	batches         []moldable.Batch
	value, makespan int64 // of the best
}

// better reports whether an order gives a better plan than all before: one with a smaller
// objective, of equal ones one with a smaller makespan.
func (c *compactor) better(order []moldable.Batch) bool {
	c.order = c.order[:0]
	for _, b := range order {
		c.order = append(c.order, c.indices(b.Jobs)...)
	}
	c.planner.PlanOrder(c.step, c.order, c.plan)
	value, makespan := c.plan.Objective(c.step), c.plan.Makespan(c.step)
	if c.best != nil && (value > c.value || value == c.value && makespan >= c.makespan) {
		return false
	}
	c.best, c.batches = append(c.best[:0], c.plan...), append(c.batches[:0], order...)
	c.value, c.makespan = value, makespan
	return true
}

// indices returns the step's indices of jobs of the instance.
func (c *compactor) indices(jobs []int) []int32 {
	found := make([]int32, len(jobs))
	for k, i := range jobs {
		found[k] = c.index[i]
	}
	return found
}
