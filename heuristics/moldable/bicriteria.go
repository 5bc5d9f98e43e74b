package moldable

import (
	"cmp"
	"slices"
)

// Options steer BiCriteria. The zero value gets the defaults.
type Options struct {
	// Shuffles is the number of shuffled orders of the batches that are tried beside their own
	// order; 0: 20; below 0: none.
	Shuffles int
	Seed     uint64 // of the shuffles
}

// defaultShuffles is the Shuffles of the zero Options.
const defaultShuffles = 20

// Batch is a set of jobs that run between two moments in the schedule before it is
// compacted.
type Batch struct {
	Length    int64 // in ticks
	Jobs      []int // in the order of the list
	Starts    []int64
	Allotment []Allotment
}

// BiCriteriaResult is a schedule with the batches and the guess that made it.
type BiCriteriaResult struct {
	Schedule Schedule
	Batches  []Batch // in the order of the schedule
	Dual     *DualResult
}

// BiCriteria schedules by batches of doubling length: see the package's comment. The
// instance is valid. The same options and seed give the same schedule.
func BiCriteria(in *Instance, o Options) *BiCriteriaResult {
	jobs := prepare(in)
	d := dual(in, jobs)
	batches := newBatching(jobs).all(d.Guess, in.Machine)
	c := compactor{in, make([]Allotment, len(in.Jobs)), nil}
	best := c.try(batches)
	shuffle(batches, cmp.Or(o.Shuffles, defaultShuffles), o.Seed, func(order []Batch) bool {
		t := c.try(order)
		better := t.better(best)
		if better {
			best = t
		}
		return better
	})
	return &BiCriteriaResult{best.schedule, best.batches, d}
}

// trial is a schedule for an order of the batches.
type trial struct {
	batches          []Batch
	schedule         Schedule
	minsum, makespan int64
}

// better reports whether the trial has the smaller minsum, or the smaller makespan where both have
// the same.
func (t *trial) better(than *trial) bool {
	return cmp.Or(cmp.Compare(t.minsum, than.minsum), cmp.Compare(t.makespan, than.makespan)) < 0
}

// compactor turns batches into schedules, by the list algorithm of Garey and Graham.
type compactor struct {
	in        *Instance
	allotment []Allotment // by job
	order     []int       // of the jobs in the list
}

// try schedules the batches in their order.
func (c *compactor) try(batches []Batch) *trial {
	c.order = c.order[:0]
	for _, b := range batches {
		for k, i := range b.Jobs {
			c.order = append(c.order, i)
			c.allotment[i] = b.Allotment[k]
		}
	}
	s := make(Schedule, len(c.in.Jobs))
	graham(c.in.Machine, c.allotment, c.order, s)
	return &trial{slices.Clone(batches), s, s.Minsum(c.in), s.Makespan(c.in)}
}
