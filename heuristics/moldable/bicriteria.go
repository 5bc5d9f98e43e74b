package moldable

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
)

// Compaction is a way to move the batches forward.
type Compaction string

// The paper goes through three: Whole, Forward and then a list algorithm, which is Greedy or Insertion.
const (
	// Whole does not move jobs. Each batch begins where the one before it ends.
	Whole Compaction = "batches"
	// Forward starts each job as soon as the processors that it has in its batch are idle.
	Forward Compaction = "forward"
	// Greedy is the list algorithm of Garey and Graham: whenever processors get free, the
	// first jobs of the list that fit start.
	Greedy Compaction = "greedy"
	// Insertion starts each job as early as the jobs before it allow. No job starts
	// later than in the batches one after the other.
	Insertion Compaction = "insertion"
)

// Compactions returns all compactions, those of the paper in its order.
func Compactions() []Compaction { return []Compaction{Whole, Forward, Insertion, Greedy} }

// Options steer BiCriteria. The zero value gets the defaults.
type Options struct {
	Compaction Compaction // "": Greedy
	// Shuffles is the number of shuffled orders of the batches that are tried beside their own order; 0: 20; below 0:
	// none.
	Shuffles int
	Seed     uint64 // of the shuffles
}

// defaultShuffles is the Shuffles of the zero Options.
const defaultShuffles = 20

// Validate reports an option that is out of its range, as a *optgap.FieldError.
func (o Options) Validate() error {
	if o.Compaction != "" && !slices.Contains(Compactions(), o.Compaction) {
		return optgap.BadField("compaction", fmt.Sprintf("%q", o.Compaction), "batches, forward, insertion or greedy")
	}
	return nil
}

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
func BiCriteria(in *Instance, o Options) (*BiCriteriaResult, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	jobs := prepare(in)
	d := dual(in, jobs)
	batches := newBatching(jobs).all(d.Guess, in.Machine)
	c := newCompactor(in, o.Compaction)
	best := c.try(batches)
	shuffle(batches, cmp.Or(o.Shuffles, defaultShuffles), o.Seed, func(order []Batch) bool {
		t := c.try(order)
		better := t.better(best)
		if better {
			best = t
		}
		return better
	})
	return &BiCriteriaResult{best.schedule, best.batches, d}, nil
}

// trial is a schedule for an order of the batches.
type trial struct {
	batches          []Batch
	schedule         Schedule
	minsum, makespan int64
}

// better reports whether the trial has the smaller minsum, or the smaller makespan where both have the same.
func (t *trial) better(than *trial) bool {
	return cmp.Or(cmp.Compare(t.minsum, than.minsum), cmp.Compare(t.makespan, than.makespan)) < 0
}

// compactor turns batches into schedules.
type compactor struct {
	in        *Instance
	how       Compaction
	profile   optgap.Profile
	allotment []Allotment
	order     []int
}

func newCompactor(in *Instance, how Compaction) *compactor {
	return &compactor{in: in, how: how, allotment: make([]Allotment, len(in.Jobs))}
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
	switch c.how {
	case Whole:
		inBatches(batches, s)
	case Forward:
		pullForward(c.in.Machine, batches, s)
	case Insertion:
		insert(&c.profile, c.in.Machine, c.allotment, c.order, s)
	default:
		graham(c.in.Machine, c.allotment, c.order, s)
	}
	return &trial{slices.Clone(batches), s, s.Minsum(c.in), s.Makespan(c.in)}
}
