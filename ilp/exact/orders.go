package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// Queues of more than longestQueue jobs are improved by moves too. Short runs of them may miss what
// a search finds.
const (
	plansPerSearch = 20_000  // the most of one search over the orders of the jobs
	plansPerRun    = 100_000 // the most that one run of moves takes as long as
	movesLikePlan  = 4       // that take as long as a plan
)

// pauses tells when the tree pauses for a search over the orders of the jobs.
type pauses struct {
	next   int // number of the part before which the next search comes
	length int // number of parts from one search to the next
	plans  int // number of plans of the next search
}

// newPauses returns the pauses for a number of jobs. A long queue takes longer to find its
// best schedule, so its searches come after fewer parts.
func newPauses(jobs int) pauses {
	length := max(1, 600_000/(jobs*jobs*jobs))
	return pauses{next: length, length: length, plans: plansPerSearch}
}

// aside is work that goes on beside other work.
type aside struct {
	tasks []func() // called at once
	done  func()   // called after all of them and the other work; nil: nothing is to do
}

// reorder returns a search over the orders of the jobs beside the tree, from the part of the given
// number on. After a search without a better schedule, it waits for twice as many parts and then
// tries half as many plans more. A queue that is improved by moves is improved at once.
func (s *solver) reorder(number int) (beside aside) {
	p := &s.pauses
	p.next = number + p.length
	seed := s.o.Seed + uint64(number)<<40
	if s.first == nil || len(s.step.Jobs) > longestQueue {
		upper := s.tree.incumbent.upper
		s.improve(p.plans, seed, 1)
		p.found(s.tree.incumbent.upper < upper)
		return beside
	}
	if s.o.without[planning] || s.stop() {
		return beside
	}
	tasks, take := s.orders(p.plans, seed, 1)
	return aside{tasks, func() { p.found(take()) }}
}

// found notes whether a search has found a better schedule.
func (p *pauses) found(better bool) {
	if !better {
		p.next += p.length
		p.length = 2 * p.length
		p.plans = p.plans * 3 / 2
	}
}

// improve searches over the orders of the jobs, until a share of the time limit is used.
// After plansPerSearch plans it starts anew with another seed. Long queues are improved by
// moves: see long.go.
func (s *solver) improve(evaluations int, seed uint64, until float64) {
	stop := func() bool { return s.stop() || s.used() > until }
	switch {
	case evaluations == 0 || s.o.without[planning] || stop():
		return
	case len(s.step.Jobs) > manyJobs:
		s.moves(1, evaluations*movesPerPlan, seed, until)
	case s.first == nil: // jobs have releases
		s.moves(1, evaluations*len(s.step.Jobs), seed, until)
	case len(s.step.Jobs) > longestQueue:
		searched := min(plansPerSearch, evaluations/2)
		s.anneal(searched, seed, until)
		evaluations -= searched
		runs := 1 + (evaluations-1)/plansPerRun
		s.moves(runs, evaluations/runs*movesLikePlan, seed, until)
	default:
		s.anneal(evaluations, seed, until)
	}
}

// anneal searches over the orders of the jobs, each time beginning with the first plan.
func (s *solver) anneal(evaluations int, seed uint64, until float64) {
	tasks, take := s.orders(evaluations, seed, until)
	engine.FanOut(s.o.Workers, len(tasks), func(i int) { tasks[i]() })
	take()
}

// orders returns searches over the orders of the jobs, each beginning with the first plan. After all
// of them take takes the best plan, and tells whether it is better than the schedule known then.
func (s *solver) orders(
	evaluations int,
	seed uint64,
	until float64,
) (tasks []func(), take func() (better bool)) {
	n := (evaluations + plansPerSearch - 1) / plansPerSearch
	plans := make([]optgap.Schedule, n)
	objectives := make([]int64, n)
	for i := range n {
		watch := s.tree.watch.Fork()
		o := heuristics.SearchOptions{
			Evaluations: min(
				evaluations-i*plansPerSearch,
				plansPerSearch,
			),
			Seed: seed + uint64(i)<<32,
			Stop: func() bool { return watch.Late() || s.used() > until },
		}
		tasks = append(tasks, func() {
			if !o.Stop() {
				plans[i], objectives[i] = heuristics.Search(s.step, s.first, o)
			}
		})
	}
	take = func() (better bool) {
		for i, plan := range plans {
			if cost := objectives[i] - s.constant; plan != nil && cost < s.tree.incumbent.upper {
				s.tree.incumbent.upper = cost
				s.tree.incumbent.best = nil
				s.sol.Schedule = plan
				better = true
			}
		}
		return better
	}
	return tasks, take
}

// firstPlan returns the better of the best policy's plan and that of the jobs by area per weight,
// the least first (Smith 1956, for one machine). Where weights are widths this order is that of
// SJF.
func firstPlan(step *optgap.Step, policies optgap.Schedule) optgap.Schedule {
	size := func(i int32) float64 {
		j := &step.Jobs[i]
		return float64(j.Width) * float64(j.Estimate) / float64(step.Weight(int(i)))
	}
	order := make([]int32, len(step.Jobs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(size(a), size(b)) })
	plan := make(optgap.Schedule, len(order))
	new(optgap.Profile).PlaceAll(step, order, plan)
	if plan.Objective(step) < policies.Objective(step) {
		return plan
	}
	return policies
}
