package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// Beyond manyJobs jobs a schedule is sought by moves that plan only some jobs anew, and
// prices run over many more buckets at first. There a step is rarely proven, but time-indexed
// relaxations are nearly tight.
const (
	manyJobs     = 64
	mostFine     = 4000
	fineCells    = 1 << 20 // the most fine buckets times durations: corners take memory
	fineSteps    = 2       // factor of Options.steps
	untilFine    = 0.2     // share of the time limit after which fine prices end
	untilMoves   = 0.8     // share of the time limit after which the first moves end
	sooner       = 0.5     // the same share for at most fewMany jobs, where prices by kind gain more
	fewMany      = 500
	movesPerPlan = 2000 // moves in place of each plan of Options.Evaluations
)

// long begins the work on a long queue: prices that are the same for all jobs, over fine
// buckets, raise the floor. The jobs in the order of their cheapest starts are the first
// order that is improved. long returns the share of the time limit until which that goes on.
func (s *solver) long() (until float64) {
	until = untilMoves
	if len(s.step.Jobs) <= fewMany {
		until = sooner
	}
	buckets := max(s.tree.bucketCount, min(mostFine, fineCells/s.durations()))
	a := engine.NewShared(s.problem, s.problem.Around(s.step, s.schedule(), buckets))
	a.Pour()
	stop := func() bool { return s.stop() || s.used() > untilFine }
	value := a.Maximise(s.tree.incumbent.upper, fineSteps*s.o.steps, stop)
	s.tree.floor = max(s.tree.floor, min(s.tree.incumbent.upper, s.problem.Whole(value)))
	starts := a.Starts()
	if len(starts) == len(s.problem.Kinds) { // else time is up
		s.tree.incumbent.tryStarts(s.problem, starts)
	}
	return until
}

// durations returns the number of different durations.
func (s *solver) durations() int {
	seen := map[int64]bool{}
	for i := range s.problem.Kinds {
		seen[s.problem.Kinds[i].Duration] = true
	}
	return len(seen)
}

// hot times the mean cost of a wait is the temperature at which moves of released jobs begin.
const hot = 0.1

// released returns the cost of all jobs at their releases.
func (s *solver) released() (cost int64) {
	for i := range s.problem.Kinds {
		k := &s.problem.Kinds[i]
		cost += k.Count * k.Weight * k.Release
	}
	return cost
}

// moves improves the best schedule known in some runs of so many moves each, until a share of the
// time limit is used.
func (s *solver) moves(runs, count int, seed uint64, until float64) {
	begun := s.used()
	var order []placement
	best := s.schedule()
	for k, jobs := range s.groups {
		for _, j := range jobs {
			order = append(order, placement{k, best[j]})
		}
	}
	slices.SortStableFunc(
		order,
		func(a, b placement) int { return cmp.Compare(a.start, b.start) },
	)
	kinds := make([]int, len(order))
	for i, p := range order {
		kinds[i] = p.kind
	}
	o := engine.Annealing{Moves: count}
	if s.first == nil { // jobs have releases, whose cost is no wait
		o.Hot = hot * float64(s.tree.incumbent.upper-s.released()) / float64(len(kinds))
	}
	found := make([][]int, runs)
	engine.FanOut(s.o.Workers, runs, func(i int) {
		p := *s.problem
		o := o
		p.Watch = s.tree.watch.Fork()
		o.Seed, o.Spent = seed+uint64(i)<<32, func() float64 {
			if p.Watch.Late() {
				return 1
			}
			return (s.used() - begun) / (until - begun)
		}
		found[i], _ = engine.Anneal(&p, kinds, o)
	})
	for _, kinds := range found {
		order := make([]placement, len(kinds))
		for i, k := range kinds {
			order[i] = placement{k, 0}
		}
		s.tree.incumbent.tryOrder(s.problem, order)
	}
}
