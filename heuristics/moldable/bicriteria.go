package moldable

import (
	"cmp"
	"math/rand/v2"
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
	Length int64      // in ticks
	Jobs   []BatchJob // in the order of the list
}

// BatchJob is a job of a batch, by its index in the instance.
type BatchJob struct {
	Job   int
	Start int64 // after that of the batch
	Allotment
}

// BiCriteriaResult is a schedule with the batches and the guess that made it.
type BiCriteriaResult struct {
	Schedule Schedule
	Batches  []Batch // in the order of the schedule
	Dual     *DualResult
}

// BiCriteria schedules by batches of doubling length: see the package's comment. The
// instance is valid. The same options and seed give the same schedule. A shuffled order is the
// best one so far with two neighbours exchanged.
func BiCriteria(in *Instance, o Options) *BiCriteriaResult {
	jobs := prepare(in)
	d := dual(in, jobs)
	best := try(in, newBatching(jobs).all(d.Guess, in.Machine))
	shuffles := cmp.Or(o.Shuffles, defaultShuffles)
	if len(best.batches) < 2 {
		shuffles = 0
	}
	r := rand.New(rand.NewPCG(o.Seed, 0xba7c4))
	for range max(shuffles, 0) {
		order := slices.Clone(best.batches)
		at := r.IntN(len(order) - 1)
		order[at], order[at+1] = order[at+1], order[at]
		if t := try(in, order); t.better(best) {
			best = t
		}
	}
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

// try schedules the batches in their order, by the list algorithm of Garey and Graham.
func try(in *Instance, batches []Batch) *trial {
	allotment := make([]Allotment, len(in.Jobs))
	var order []int
	for _, b := range batches {
		for _, j := range b.Jobs {
			order = append(order, j.Job)
			allotment[j.Job] = j.Allotment
		}
	}
	s := graham(in.Machine, allotment, order)
	return &trial{batches, s, s.Minsum(in), s.Makespan(in)}
}
