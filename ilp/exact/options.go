package exact

import (
	"cmp"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
)

// Limits end the work on a step, by this package, by package ilp and by the methods of studies. The
// zero value has none. A limit that ends the work makes a status and no error.
type Limits struct {
	TimeLimit time.Duration // 0: none
	Memory    int64         // bytes that solving may take; 0: any number
	NodeLimit int64         // of all searches together, HiGHS's tree among them; 0: none
	// RelGap ends the work once (objective - bound) / objective is at most so much; 0: proven
	// optimality. On a grid it is about objectives on the grid.
	RelGap float64
	Seed   uint64 // of every random choice
	// Workers is the number of goroutines that search at once; 0: 1. The solution is the same for
	// any number, unless a limit of time or memory ends the work. HiGHS takes one thread for each
	// program.
	Workers int
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (l Limits) Validate() error {
	switch {
	case l.TimeLimit < 0:
		return optgap.BadField("time-limit", l.TimeLimit, "at least 0")
	case l.Memory < 0:
		return optgap.BadField("memory", l.Memory, "bytes, at least 0")
	case l.NodeLimit < 0:
		return optgap.BadField("node-limit", l.NodeLimit, "at least 0")
	case !(l.RelGap >= 0):
		return optgap.BadField("gap", l.RelGap, "at least 0")
	case math.IsInf(l.RelGap, 1):
		return optgap.BadField("gap", l.RelGap, "finite numbers, as results record them")
	case l.Workers < 0:
		return optgap.BadField("workers", l.Workers, "at least 0")
	}
	return nil
}

// Options steer Solve. Zero values get defaults. Where a stage ends without a proof,
// the next stage makes larger efforts of all kinds.
type Options struct {
	Limits
	// Evaluations is the number of plans that the first stage tries; 0: by the number of
	// jobs; below 0: no stage tries any, and the search begins with the policies' plans.
	Evaluations int
	// Programs hands the whole problem to HiGHS as soon as it lists few starts, and again
	// after each stage, before anything is searched. Parts of the tree likewise. "": HiGHS is
	// called only where searches did not end. It is the formulation of these programs.
	Programs grid.Formulation

	// Certify raises the bound of the certificate once the optimum is proven, for at most a tenth
	// of a second.
	Certify bool

	// WorkLimit ends the work like a limit of time, but counts what is done in place of seconds, so
	// that the same options give the same solution on any machine. A unit is of the order of a
	// nanosecond. One goroutine works then, and HiGHS is not called. 0: none.
	WorkLimit int64

	buckets int   // of the first stage; in a bucket prices are constant. 0: by the number of jobs
	steps   int   // of the first stage towards better prices; 0: by the number of jobs; below 0: no stage takes any
	nodes   int64 // that the search of a part is allotted; 0: by the number of jobs
	alone   int64 // nodes of a search before it is shared out; 0: as usual
	// without leaves out parts of the method. It is for measuring what each part is worth.
	without map[component]bool
	// value turns an objective into the one that RelGap means, nil if they are the same.
	value func(objective int64) int64
	// Report is called now and then with the best schedule and the best bound so far; it may be
	// nil. Solve sets the Solution alone.
	Report func(GridSolution)
}

// near tells that a bound is as near to an objective as the options ask for.
func (o *Options) near(objective, bound int64) bool {
	if o.value != nil {
		objective, bound = o.value(objective), o.value(bound)
	}
	return float64(objective-bound) <= o.RelGap*math.Abs(float64(objective))
}

// withDefaults fills in the efforts of the first stage for a number of jobs.
func (o Options) withDefaults(jobs int) Options {
	evaluations := 2000
	buckets := 64
	steps := 300
	nodes := int64(3000)
	switch {
	case jobs <= shortQueue:
		evaluations = 300
		buckets = 32
		steps = 40
		nodes = 300
	case jobs > longestQueue && jobs <= manyJobs:
		buckets = 256
	case jobs > longQueue:
		buckets = 128
	}
	o.Evaluations = max(0, cmp.Or(o.Evaluations, evaluations))
	o.buckets = max(0, cmp.Or(o.buckets, buckets))
	o.steps = max(0, cmp.Or(o.steps, steps))
	o.nodes = max(0, cmp.Or(o.nodes, nodes))
	return o
}

// Numbers of jobs. Up to shortQueue jobs the search mostly ends within a millisecond. Beyond
// longQueue jobs it rarely ends in the first stages, and beyond longestQueue in any stage.
const (
	shortQueue   = 12
	longQueue    = 20
	longestQueue = 40
)

// component is a part of the method that can be left out. The optimum stays the same.
type component string

const (
	planning  component = "plans"    // search over the orders of the jobs
	pricing   component = "prices"   // price steps by kind of job; shared prices stay
	listing   component = "starts"   // lists of possible starts; windows stay
	searching component = "search"   // depth-first searches
	merging   component = "diagrams" // of merged nodes
	programs  component = "programs" // for HiGHS
	joining   component = "joining"  // of jobs that clash, from the tree on
	recalling component = "memo"     // nodes that were explored before
)
