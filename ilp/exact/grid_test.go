package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
)

func solvedOnGrid(t testing.TB, s *optgap.Step, c grid.Choice, o Options) *GridSolution {
	t.Helper()
	sol, err := SolveOnGrid(context.Background(), must.Get(grid.Scale(s, c)), o)
	must.Need(t, err == nil, err, s)
	return sol
}

// TestGridOptimum: on the grid the search finds the optimum of brute force, with either
// horizon. Its schedule at one second is feasible and no worse than that on the grid. All
// reports hold too.
func TestGridOptimum(t *testing.T) {
	cut := 0
	each(t, 100, func(t *testing.T, seed uint64, r *rand.Rand) {
		jobs := 2 + r.IntN(5)
		o := steptest.Options{MinJobs: jobs, MaxJobs: jobs, MaxMachine: 6, MaxEstimate: 20, Dips: seed%2 == 0}
		s := steptest.Random(r, o)
		scale := 1 + r.Int64N(9)
		safe, policies := gridtest.Optima(&s, scale)
		for horizon, want := range map[grid.Horizon]int64{"": safe, grid.HorizonPolicies: policies} {
			o := someOptions(r)
			reports := 0
			o.Report = func(now GridSolution) {
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
	must.Hold(t, cut != 0, "no horizon cut an optimum off")
	t.Logf("%d horizons cut the optimum off", cut)
}

// TestGap: with a gap the search ends no further from the optimum than asked for.
func TestGap(t *testing.T) {
	early := 0
	each(t, 15, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MinJobs: 4, MaxJobs: 7, MaxMachine: 10, MaxEstimate: 30})
		c, o := grid.Choice{Scale: pick(r, []int64{1, 7})}, someOptions(r)
		o.RelGap, o.Evaluations = pick(r, []float64{0.01, 0.2}), -1
		sol := solvedOnGrid(t, &s, c, o)
		want, _ := gridtest.Optima(&s, c.Scale)
		if gap := float64(sol.GridObjective-sol.GridBound) / float64(sol.GridObjective); gap > o.RelGap ||
			sol.Status != optgap.StatusOptimal || sol.GridBound > want || sol.GridObjective < want {
			t.Fatalf("seed %d: gap %g, %+v, the optimum is %d of %+v", seed, gap, sol, want, s)
		}
		if sol.GridBound < sol.GridObjective {
			early++
		}
	})
	must.Hold(t, early != 0, "no search ended early")
}

// TestGridExtremes: extreme steps get a schedule and a bound, or an error because their
// objectives on the grid are too large.
func TestGridExtremes(t *testing.T) {
	t.Parallel()
	solved := 0
	for name, s := range steptest.Extremes() {
		for _, c := range []grid.Choice{{}, {Scale: 60, Horizon: grid.HorizonPolicies}, {Scale: math.MaxInt32}} {
			scaled, err := grid.Scale(s, c)
			if must.Field(err) != "" {
				continue
			}
			sol, err := SolveOnGrid(context.Background(), scaled, Options{Limits: Limits{TimeLimit: time.Millisecond}})
			solved++
			if err != nil || sol.Schedule.Check(s) != nil || sol.GridBound < 1 ||
				sol.GridBound > sol.GridObjective || sol.Objective > sol.GridObjective {
				t.Errorf("%s, %+v: %v, %+v", name, c, err, sol)
			}
		}
	}
	must.Hold(t, solved != 0, "no step was solved")
}
