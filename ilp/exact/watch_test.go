package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// endedAt solves a step by a clock that tells at its question-th call that time is up. The
// watch calls the clock after every so much work. most is the most work before a call.
func endedAt(s *optgap.Step, o Options, question, every int) (sol *Solution, most int) {
	var w *engine.Watch
	var asking sync.Mutex // by several workers
	v := newSolver(context.Background(), must.Get(grid.Open(s)), o, clock{every: every, used: func() float64 {
		asking.Lock()
		defer asking.Unlock()
		if question--; w != nil && o.Workers <= 1 {
			most = max(most, every-w.Left)
		}
		if question > 0 {
			return 0
		}
		return 2
	}})
	w = v.tree.watch
	v.run()
	v.answer(v.sol, v.bound)
	return v.sol, most
}

// TestEndedAnywhere: wherever time or nodes run out, the schedule and the bound hold. A clock that
// is called after every piece of work ends each loop somewhere in its middle.
func TestEndedAnywhere(t *testing.T) {
	var feasible atomic.Int64
	each(t, 40, func(t *testing.T, seed uint64, r *rand.Rand) {
		s, o := smallStep(r, 3+r.IntN(4)), someOptions(r)
		question := 1 + r.IntN(1+r.IntN(1000))
		if seed%8 == 0 {
			s, question = queue(r, 6+r.IntN(3)), math.MaxInt
			o.NodeLimit = pick(r, []int64{1, 10, 100, 1000, 10_000})
		}
		_, best := steptest.Optimum(s)
		sol, _ := endedAt(s, o, question, 1)
		if sol.Bound > best || sol.Root > sol.Bound || sol.Objective < best || sol.Schedule.Check(s) != nil ||
			sol.Schedule.Objective(s) != sol.Objective {
			t.Fatalf("seed %d, question %d, %+v: %+v, optimum %d of %+v", seed, question, o, sol, best, s)
		}
		if sol.Status == optgap.StatusFeasible {
			feasible.Add(1)
		}
	})
	t.Logf("%d ended early", feasible.Load())
}

// TestExtremes: time runs out early or late on extreme steps. Little work is done between
// two calls of the clock, and there is a schedule and a bound.
func TestExtremes(t *testing.T) {
	t.Parallel()
	for name, s := range steptest.Extremes() {
		plan, earliest := heuristics.BestPlan(s).Objective(s), s.EarliestStarts().Objective(s)
		for question, evaluations := range map[int]int{1: 0, 100: -1} {
			sol, most := endedAt(s, Options{Evaluations: evaluations}, question, engine.Watched)
			if sol.Objective > plan || sol.Bound < earliest || sol.Bound > sol.Objective ||
				sol.Root > sol.Bound || sol.Schedule.Check(s) != nil {
				t.Errorf("%s, question %d: bound %d, objective %d, the policies %d",
					name, question, sol.Bound, sol.Objective, plan)
			}
			must.Hold(t, most <= 50*engine.Watched,
				name, "question", question, most/engine.Watched, "times the usual work before a question")
		}
	}
}

// TestWorkLimit: a limit of work gives the same solution each time and for any number of workers, the bound and the
// schedule hold, and with enough work the optimum is proven without HiGHS.
func TestWorkLimit(t *testing.T) {
	var proven, ended atomic.Int64
	each(t, 30, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 3+r.IntN(4))
		o := Options{WorkLimit: 1 + int64(math.Exp(r.Float64()*16)), Limits: Limits{Seed: seed, Workers: 1 + r.IntN(3)}}
		_, best := steptest.Optimum(s)
		sol := must.Get(Solve(t.Context(), must.Get(grid.Open(s)), o))
		o.Workers = 1
		again := must.Get(Solve(t.Context(), must.Get(grid.Open(s)), o))
		if sol.Bound > best || sol.Objective < best || sol.Effort.Programs > 0 ||
			!slices.Equal(sol.Schedule, again.Schedule) || sol.Bound != again.Bound || sol.Nodes != again.Nodes {
			t.Fatalf("seed %d, %+v: %+v, again %+v, optimum %d", seed, o, sol, again, best)
		}
		if sol.Status == optgap.StatusOptimal {
			proven.Add(1)
		} else if ended.Add(1); sol.EndedBy != optgap.EndedTimeLimit {
			t.Errorf("seed %d: ended by %s", seed, sol.EndedBy)
		}
	})
	if t.Logf("%d proven, %d ended early", proven.Load(), ended.Load()); proven.Load() == 0 || ended.Load() == 0 {
		t.Error("the limits are all too large or all too small")
	}
	s := queue(rand.New(rand.NewPCG(1, 2)), 60)
	a := must.Get(Solve(t.Context(), must.Get(grid.Open(s)), Options{WorkLimit: 5_000_000}))
	b := must.Get(Solve(t.Context(), must.Get(grid.Open(s)), Options{WorkLimit: 5_000_000, Limits: Limits{Workers: 4}}))
	if a.Nodes != b.Nodes || a.Bound != b.Bound || !slices.Equal(a.Schedule, b.Schedule) ||
		a.EndedBy != optgap.EndedTimeLimit {
		t.Errorf("%+v, again %+v", a, b)
	}
}
