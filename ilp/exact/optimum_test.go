package exact

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestMatchesBruteForce compares optima with those of all orders of the jobs, on steps with
// ties, equal jobs, jobs as wide as the machine, a machine that is busy at first, dips, long
// histories and nearly equal estimates, with good and bad schedules and prices. Jobs have their widths as
// weights, or those of the average slowdown, or any. Now and then a part of the method is left out.
func TestMatchesBruteForce(t *testing.T) {
	each(t, 300, func(t *testing.T, seed uint64, r *rand.Rand) {
		s, o := smallStep(r, fewJobs(r)), someOptions(r)
		switch seed % 8 {
		case 0:
			if with, err := optgap.ObjectiveSLD.Of(s); err == nil {
				s = with
			}
		case 1, 2, 3:
			steptest.Weigh(r, s)
		case 4, 5:
			o.without = map[component]bool{pick(r, components()): true}
		}
		_, want := steptest.Optimum(s)
		sol := solved(t, s, o)
		if sol.Status != optgap.StatusOptimal || sol.EndedBy != optgap.EndedFinished || sol.Objective != want ||
			sol.Bound != want || sol.Schedule.Objective(s) != want || sol.Root > want || sol.Schedule.Check(s) != nil {
			t.Fatalf("seed %d, %+v: %+v, want %d of %+v", seed, o, sol, want, s)
		}
	})
}

// TestLongMatchesBruteForce: what begins the work on long queues gives a bound and a
// schedule of short ones too.
func TestLongMatchesBruteForce(t *testing.T) {
	met := 0
	each(t, 250, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		o := someOptions(r)
		steptest.Weigh(r, s)
		_, want := steptest.Optimum(s)
		v := unfinished(s, o)
		v.long()
		v.moves(2, 200, seed, 1)
		plan := v.schedule()
		if floor := v.constant + v.tree.floor; floor > want || plan.Objective(s) < want || plan.Check(s) != nil ||
			plan.Objective(s) != v.constant+v.tree.incumbent.upper {
			t.Fatalf("seed %d, %+v: %v, bound %d, want %d of %+v", seed, o, plan, floor, want, s)
		}
		if plan.Objective(s) == want {
			met++
		}
	})
	must.Hold(t, met >= 188, met, "schedules are optimal")
}

// TestTreeMatchesBruteForce has the tree alone solve steps, with searches that give up
// at once. A node limit in Options could not be as small, because a search looks at
// its limit only now and then. Some steps take very long so. Work ends at a number of looks at the clock, the same
// on any machine.
func TestTreeMatchesBruteForce(t *testing.T) {
	const mostLooks = 2000
	parts, reports, stopped, steps := 0, 0, 0, 0
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		steps++
		s := smallStep(r, fewJobs(r))
		_, want := steptest.Optimum(s)
		v := unfinished(s, someOptions(r))
		var looks atomic.Int64
		v.limits.used = func() float64 { return float64(looks.Add(1)) / mostLooks }
		v.o.Report = func(sol GridSolution) {
			reports++
			if sol.Schedule.Check(s) != nil || sol.Schedule.Objective(s) != sol.Objective || sol.Bound > want ||
				sol.Root > sol.Bound || (sol.Status == optgap.StatusOptimal) != (sol.Bound == sol.Objective) {
				t.Fatalf("seed %d, %+v: reported %+v, want %d of %+v", seed, v.o, sol, want, s)
			}
		}
		v.improve(v.o.Evaluations, v.o.Seed, 1)
		v.share()
		if r.IntN(2) == 0 {
			v.runPasses(r)
		}
		v.tree.program *= r.IntN(2) // 0: none
		v.tree.joined = r.IntN(2) == 0
		parts += v.withTree(r, pick(r, []int64{1, 5, 5, 20, 50}), func(bound int64) {
			if bound > want-v.constant {
				t.Fatalf("seed %d, %+v: the parts left are above %d, the optimum is %d of %+v",
					seed, v.o, bound, want-v.constant, s)
			}
			v.report(bound)
		})
		v.answer(v.sol, v.bound)
		sol := v.sol
		right := sol.Bound == want && sol.Objective == want
		if v.tree.stopped {
			stopped++
			right = sol.Bound <= want && sol.Objective >= want
		}
		must.Need(t, right && sol.Schedule.Objective(s) == sol.Objective && sol.Schedule.Check(s) == nil,
			"seed", seed, v.o, sol, "want", want, "of", s)
	})
	must.Hold(t, stopped <= 1+steps/50, stopped, "of", steps, "steps reached the limit")
	t.Logf("%d parts, %d reports, %d stopped", parts, reports, stopped)
}

// runPasses gives searches the bounds of a diagram's passes, which merge much.
func (s *solver) runPasses(r *rand.Rand) {
	a, value := s.tree.price(s.whole, r.IntN(30))
	if !a.Finish(value, s.tree.incumbent.upper) {
		return
	}
	s.tree.diagram = newDiagram(a, s.tree.incumbent, math.MaxInt64/2, 2, func() bool { return false })
	for range 1 + r.IntN(2) {
		s.tree.diagram.pass(pick(r, []float64{0.05, 0.5, 5}))
	}
}

// withTree solves the problem by splitting it after few nodes of a search, at first at most
// so many nodes. It returns the number of parts. check is called with each bound.
func (s *solver) withTree(r *rand.Rand, nodes int64, check func(bound int64)) int {
	t, n := s.tree, 0
	heap.Push(&t.open, s.whole)
	for len(t.open) > 0 {
		check(t.bound())
		round := t.take()
		forks := t.forks(len(round))
		for i, v := range round {
			if n++; n%20 == 0 {
				nodes *= 2
			}
			forks[i].incumbent.nodes = 511 - r.Int64N(min(nodes, 512)) // a search looks at 512
			left := forks[i].expand(v, r.IntN(1+s.o.steps), nodes&^511)
			if len(left) == 1 {
				nodes *= 2 // nothing is left to split
			}
			t.put(left)
		}
		t.join(forks)
		if len(round) == 0 || t.stopped {
			break
		}
	}
	s.bound = t.bound()
	return n
}

// TestSettingsAgree: on larger steps the optimum depends neither on the first schedule
// and prices, nor on the stage that proves it.
func TestSettingsAgree(t *testing.T) {
	settings := []Options{
		{Evaluations: -1, steps: -1},
		{Evaluations: -1, nodes: 1},
		{buckets: 7, steps: 20, nodes: 20},
		{buckets: 1000, steps: 100, Limits: Limits{Seed: 5}},
		{Evaluations: 1, steps: 20, buckets: 30, nodes: 100, Limits: Limits{Seed: 6}},
	}
	each(t, 12, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := largerStep(r)
		if seed%2 == 0 {
			steptest.Weigh(r, s)
		}
		want := solved(t, s, Options{}).Objective
		for _, o := range settings {
			sol := solved(t, s, o)
			if sol.Status != optgap.StatusOptimal || sol.Objective != want || sol.Schedule.Objective(s) != want {
				t.Fatalf("seed %d, %+v: %+v, want %d of %+v", seed, o, sol, want, s)
			}
		}
		v := unfinished(s, Options{Evaluations: -1})
		v.share()
		if r.IntN(2) == 0 {
			v.runPasses(r)
		}
		v.withTree(r, 2000, func(bound int64) {
			must.Need(t, bound <= want-v.constant,
				"seed", seed, "the parts left are above", bound, "the optimum is", want-v.constant, "of", s)
		})
		must.Need(t, v.tree.incumbent.upper == want-v.constant,
			"seed", seed, v.tree.incumbent.upper+v.constant, "by the tree, want", want, "of", s)
		v = unfinished(s, Options{})
		if d := v.diagrammed(100, v.tree.incumbent.upper); d != nil {
			bound, finished := d.explore(alone)
			if !finished || d.problem.Whole(bound) < want-v.constant || v.tree.incumbent.upper != want-v.constant {
				t.Fatalf("seed %d: finished %v, %d proven and %d found by the diagram, want %d of %+v", seed, finished,
					d.problem.Whole(bound)+v.constant, v.tree.incumbent.upper+v.constant, want, s)
			}
		}
	})
}

// largerStep returns a step of 7 to 11 jobs, too many for brute force.
func largerStep(r *rand.Rand) *optgap.Step {
	switch jobs := 7 + r.IntN(5); r.IntN(3) {
	case 0:
		return queue(r, jobs)
	case 1:
		o := steptest.Options{MinJobs: jobs, MaxJobs: jobs, MaxMachine: 20, MaxEstimate: 200, Dips: r.IntN(2) == 0}
		s := steptest.Random(r, o)
		return &s
	default:
		return pick(r, shapes).step(r, jobs)
	}
}

// components are all that can be left out.
func components() []component {
	return []component{planning, pricing, listing, searching, merging, programs, joining, recalling}
}

// TestFirstPlan: jobs of equal weight are planned by area where that is better, and never worse than the policies.
func TestFirstPlan(t *testing.T) {
	better := 0
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 5)
		steptest.Weigh(r, s)
		policies := heuristics.BestPlan(s)
		plan := firstPlan(s, policies)
		must.Need(t, plan.Check(s) == nil && plan.Objective(s) <= policies.Objective(s),
			"seed", seed, "plan", plan, "the policies'", policies, "of", s)
		if plan.Objective(s) < policies.Objective(s) {
			better++
		}
	})
	must.Hold(t, better >= 12, better, "plans are better")
}
