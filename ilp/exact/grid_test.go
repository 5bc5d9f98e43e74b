package exact

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// slotted is a step in slots, computed second by second: the free processors of each slot,
// and the number of slots of each job.
type slotted struct {
	step  *optgap.Step
	scale int64
	free  []int64
	slots []int64
}

func newSlotted(step *optgap.Step, scale int64) *slotted {
	p := &slotted{step: step, scale: scale}
	end := step.History.End()/scale + 1
	for _, j := range step.Jobs {
		n := int64(0)
		for second := int64(0); second < j.Estimate; second += scale {
			n++
		}
		p.slots = append(p.slots, n)
		end += n
	}
	for k := range end {
		least := int64(math.MaxInt64)
		for second := k * scale; second < (k+1)*scale; second++ {
			least = min(least, step.History.At(second))
		}
		p.free = append(p.free, least)
	}
	return p
}

// best tries every start of every job by the slot end, and returns the least objective.
func (p *slotted) best(end int64) int64 {
	least := int64(math.MaxInt64)
	var start func(i int, cost int64) // starts job i and those after it
	start = func(i int, cost int64) {
		if cost >= least {
			return
		}
		if i == len(p.slots) {
			least = cost
			return
		}
		j := p.step.Jobs[i]
		for k := int64(0); k+p.slots[i] <= end; k++ {
			if taken := p.free[k : k+p.slots[i]]; slices.Min(taken) >= j.Width {
				add(taken, -j.Width)
				start(i+1, cost+j.Width*(k*p.scale-j.Submit+j.Estimate))
				add(taken, j.Width)
			}
		}
	}
	start(0, 0)
	return least
}

func add(values []int64, v int64) {
	for i := range values {
		values[i] += v
	}
}

// policiesEnd returns the slot by which all policies' plans on the grid have ended.
func policiesEnd(step *optgap.Step, scale int64) int64 {
	scaled, end := timescale.Restrict(step, scale), int64(0)
	for _, p := range heuristics.DynP() {
		end = max(end, steptest.Plan(scaled, p).Makespan(scaled)/scale)
	}
	return end
}

func solvedOnGrid(t testing.TB, s *optgap.Step, c grid.Choice, o Options) *GridSolution {
	t.Helper()
	sol, err := SolveOnGrid(context.Background(), s, c, o)
	if err != nil {
		t.Fatalf("%v: %+v", err, s)
	}
	return sol
}

// TestGridOptimum: on the grid the search finds the optimum of brute force, with either
// horizon. Its schedule at one second is feasible and no worse than that on the grid. All
// reports hold too.
func TestGridOptimum(t *testing.T) {
	cut := 0
	each(t, 100, func(t *testing.T, seed uint64, r *rand.Rand) {
		jobs := 2 + r.IntN(3)
		o := steptest.Options{MinJobs: jobs, MaxJobs: jobs, MaxMachine: 6, MaxEstimate: 20, Dips: seed%2 == 0}
		s := steptest.Random(r, o)
		scale := 1 + r.Int64N(9)
		p := newSlotted(&s, scale)
		safe := p.best(int64(len(p.free)))
		for horizon, want := range map[grid.Horizon]int64{"": safe, grid.HorizonPolicies: p.best(policiesEnd(&s, scale))} {
			o := someOptions(r)
			reports := 0
			o.ReportOnGrid = func(now GridSolution) {
				reports++
				if now.GridBound > want || now.GridObjective < want || now.Schedule.Check(&s) != nil ||
					now.Objective > now.GridObjective || now.Scale != scale {
					t.Fatalf("seed %d, %q: reported %+v, want %d of %+v", seed, horizon, now, want, s)
				}
			}
			sol := solvedOnGrid(t, &s, grid.Choice{Scale: scale, Horizon: horizon}, o)
			if sol.Status != optgap.StatusOptimal || sol.EndedBy != optgap.EndedFinished ||
				sol.GridObjective != want || sol.GridBound != want || sol.Scale != scale {
				t.Fatalf("seed %d, %q: %+v, want %d of %+v", seed, horizon, sol, want, s)
			}
			if sol.Schedule.Check(&s) != nil || sol.Objective != sol.Schedule.Objective(&s) ||
				sol.Objective > sol.GridObjective || reports == 0 {
				t.Fatalf("seed %d, %q: %+v at one second, %d reports, of %+v", seed, horizon, sol, reports, s)
			}
			second := scale == 1 && horizon == ""
			if second != (sol.Bound > 0) || second != (sol.Certificate != nil) || second && sol.Bound != want {
				t.Fatalf("seed %d, %q: bound %d at one second, want %d of %+v", seed, horizon, sol.Bound, want, s)
			}
			if want > safe {
				cut++
			}
		}
	})
	if !testing.Short() && cut == 0 {
		t.Error("no horizon cut an optimum off")
	}
	t.Logf("%d horizons cut the optimum off", cut)
}

// TestGridMatchesProgram: on the same grid, with the same horizon, the search and HiGHS
// find the same optimum, and no job starts later at one second than on the grid.
func TestGridMatchesProgram(t *testing.T) {
	each(t, 20, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MinJobs: 5, MaxJobs: 8, MaxMachine: 10, MaxEstimate: 25, Dips: seed%2 == 0})
		c := grid.Choice{Scale: pick(r, []int64{0, 1, 2, 3, 7, 10, 30})}
		c.Horizon = pick(r, []grid.Horizon{grid.HorizonSafe, grid.HorizonPolicies})
		want := literalOptimum(t, &s, c)
		sol := solvedOnGrid(t, &s, c, someOptions(r))
		if sol.Status != optgap.StatusOptimal || sol.GridObjective != want || sol.Scale != c.ScaleOf(&s) {
			t.Fatalf("seed %d, %+v: %+v, the program's optimum is %d of %+v", seed, c, sol, want, s)
		}
	})
}

// TestList: the program of the listed starts has the optimum of the program with all starts.
func TestList(t *testing.T) {
	each(t, 20, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 7, MaxMachine: 10, MaxEstimate: 30, Dips: seed%2 == 0})
		c := grid.Choice{
			Scale:   pick(r, []int64{1, 3, 10}),
			Horizon: pick(r, []grid.Horizon{grid.HorizonSafe, grid.HorizonPolicies}),
		}
		scaled, err := grid.Scale(&s, c)
		if err != nil {
			t.Fatal(err)
		}
		l, err := List(t.Context(), scaled, someOptions(r), program.MaxStarts)
		if err != nil {
			t.Fatalf("seed %d: %v of %+v", seed, err, s)
		}
		g, err := program.New(l.Problem, pick(r, []program.Formulation{program.FormulationPulse, program.FormulationStep}))
		if err != nil {
			t.Fatal(err)
		}
		found, err := mip.Solve(t.Context(), g.Model, mip.Options{})
		if err != nil || found.Status != mip.StatusOptimal {
			t.Fatalf("seed %d: %v, %s of %+v", seed, err, found.Status, s)
		}
		schedule, want := scaled.Seconds(g.Schedule(found.X)), literalOptimum(t, &s, c)
		if err := schedule.Check(&s); err != nil {
			t.Fatalf("seed %d: %v of %+v", seed, err, s)
		}
		if v := schedule.Objective(&s); v != want || math.Abs(found.Objective-float64(want)) > 1e-6*float64(want) {
			t.Fatalf("seed %d: found %d, %v, the optimum is %d of %+v", seed, v, found.Objective, want, s)
		}
	})
}

// TestGap: with a gap the search ends no further from the optimum than asked for.
func TestGap(t *testing.T) {
	early := 0
	each(t, 15, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MinJobs: 4, MaxJobs: 7, MaxMachine: 10, MaxEstimate: 30})
		c, o := grid.Choice{Scale: pick(r, []int64{1, 7})}, someOptions(r)
		o.RelGap, o.Evaluations = pick(r, []float64{0.01, 0.2}), -1
		sol, want := solvedOnGrid(t, &s, c, o), literalOptimum(t, &s, c)
		if gap := float64(sol.GridObjective-sol.GridBound) / float64(sol.GridObjective); gap > o.RelGap ||
			sol.Status != optgap.StatusOptimal || sol.GridBound > want || sol.GridObjective < want {
			t.Fatalf("seed %d: gap %g, %+v, the optimum is %d of %+v", seed, gap, sol, want, s)
		}
		if sol.GridBound < sol.GridObjective {
			early++
		}
	})
	if early == 0 {
		t.Error("no search ended early")
	}
}

// TestGridLimits: at a limit there is a schedule and a bound on the grid.
func TestGridLimits(t *testing.T) {
	t.Parallel()
	s := queue(rand.New(rand.NewPCG(23, 1)), 40)
	for _, horizon := range []grid.Horizon{grid.HorizonSafe, grid.HorizonPolicies} {
		sol := solvedOnGrid(t, s, grid.Choice{Scale: 3, Horizon: horizon}, Options{Limits: Limits{NodeLimit: 1000}})
		if sol.Status != optgap.StatusFeasible || sol.EndedBy != optgap.EndedNodeLimit ||
			sol.GridBound >= sol.GridObjective || sol.GridBound == 0 || sol.Bound != 0 {
			t.Errorf("%s: %+v", horizon, sol)
		}
		if err := sol.Schedule.Check(s); err != nil || sol.Objective > sol.GridObjective {
			t.Errorf("%s: %v, %+v", horizon, err, sol)
		}
	}
}

// TestGridExtremes: extreme steps get a schedule and a bound, or an error because their
// objectives on the grid are too large.
func TestGridExtremes(t *testing.T) {
	t.Parallel()
	solved := 0
	for name, s := range steptest.Extremes() {
		for _, c := range []grid.Choice{{}, {Scale: 60, Horizon: grid.HorizonPolicies}, {Scale: math.MaxInt32}} {
			sol, err := SolveOnGrid(context.Background(), s, c, Options{Limits: Limits{TimeLimit: time.Millisecond}})
			var fe *optgap.FieldError
			if errors.As(err, &fe) {
				continue
			}
			solved++
			if err != nil || sol.Schedule.Check(s) != nil || sol.GridBound < 1 ||
				sol.GridBound > sol.GridObjective || sol.Objective > sol.GridObjective {
				t.Errorf("%s, %+v: %v, %+v", name, c, err, sol)
			}
		}
	}
	if solved == 0 {
		t.Error("no step was solved")
	}
}

func TestGridChoice(t *testing.T) {
	s := smallStep(rand.New(rand.NewPCG(1, 1)), 3)
	for _, c := range []grid.Choice{{Scale: -1}, {Horizon: "far"}, {Rule: timescale.Rule{Memory: 1}}} {
		var fe *optgap.FieldError
		if _, err := SolveOnGrid(context.Background(), s, c, Options{}); !errors.As(err, &fe) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
