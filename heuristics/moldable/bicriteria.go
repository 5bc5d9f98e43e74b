package moldable

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
)

// Criterion says which of two schedules is the better one.
type Criterion string

const (
	Minsum   Criterion = "minsum"   // the smaller minsum; of equal ones the smaller makespan
	Makespan Criterion = "makespan" // the smaller makespan; of equal ones the smaller minsum
	Product  Criterion = "product"  // the smaller product of both
)

// Criteria returns all criteria.
func Criteria() []Criterion { return []Criterion{Minsum, Makespan, Product} }

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

// Shuffling is a way to draw orders of the batches.
type Shuffling string

const (
	// Neighbours is a hill climb: a trial is the best order so far with two neighbours exchanged.
	Neighbours Shuffling = "neighbours"
	// Random draws each order from all orders.
	Random Shuffling = "random"
)

// Options steer BiCriteria. The zero value gets the defaults.
type Options struct {
	Compaction Compaction // "": Greedy
	// Shuffles is the number of shuffled orders of the batches that are tried beside
	// their own order; 0: DefaultShuffles; below 0: none.
	Shuffles  int
	Shuffling Shuffling // "": Neighbours
	Criterion Criterion // of the best order; "": Minsum
	Seed      uint64    // of the shuffles
}

// DefaultShuffles is the default of Options.Shuffles.
const DefaultShuffles = 20

// maxShuffles orders take some minutes for a thousand jobs.
const maxShuffles = 100_000

// Shuffles returns a number of shuffled orders that a user gives, 0 for none, in the form of Options.Shuffles. The
// error is an *optgap.FieldError.
func Shuffles(n int) (int, error) {
	if n < 0 || n > maxShuffles {
		return 0, optgap.BadField("shuffles", n, fmt.Sprintf("0 to %d", maxShuffles))
	}
	if n == 0 {
		return -1, nil
	}
	return n, nil
}

// Validate reports an option that is out of its range, as a *optgap.FieldError.
func (o Options) Validate() error {
	if o.Compaction != "" && !slices.Contains(Compactions(), o.Compaction) {
		return optgap.BadField("compaction", fmt.Sprintf("%q", o.Compaction), "batches, forward, insertion or greedy")
	}
	if !slices.Contains([]Shuffling{"", Neighbours, Random}, o.Shuffling) {
		return optgap.BadField("shuffling", fmt.Sprintf("%q", o.Shuffling), "neighbours or random")
	}
	if o.Criterion != "" && !slices.Contains(Criteria(), o.Criterion) {
		return optgap.BadField("criterion", fmt.Sprintf("%q", o.Criterion), "minsum, makespan or product")
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
	if o.Shuffles == 0 {
		o.Shuffles = DefaultShuffles
	}
	shuffle := shuffleNeighbours
	if o.Shuffling == Random {
		shuffle = shuffleAll
	}
	shuffle(batches, max(o.Shuffles, 0), o.Seed, func(order []Batch) bool {
		t := c.try(order)
		better := t.better(best, o.Criterion)
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

// better reports whether the trial is better than another one.
func (t *trial) better(than *trial, c Criterion) bool {
	minsum, makespan := cmp.Compare(t.minsum, than.minsum), cmp.Compare(t.makespan, than.makespan)
	switch c {
	case Makespan:
		return cmp.Or(makespan, minsum) < 0
	case Product:
		return float64(t.minsum)*float64(t.makespan) < float64(than.minsum)*float64(than.makespan)
	}
	return cmp.Or(minsum, makespan) < 0
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
