package program_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

var formulations = []grid.Formulation{grid.FormulationPulse, grid.FormulationStep}

func write(p *program.Problem, f grid.Formulation) *program.Program {
	g := program.New(p, f)
	g.Name()
	return g
}

// near reports whether two numbers are equal up to the relative tolerance of HiGHS.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b)) }

// optimum solves the problem in a formulation and checks the schedule that the
// solution stands for.
func optimum(t testing.TB, on *grid.Scaled, p *program.Problem, f grid.Formulation, o mip.Options) int64 {
	t.Helper()
	g := write(p, f)
	r := must.Get(mip.Solve(context.Background(), g.Model, o))
	must.Need(t, r.Status == mip.StatusOptimal, on, f, r.Status)
	s := g.Schedule(r.X)
	v := on.Objective(s.Objective(on.Step))
	if _, ok := g.Solution(s); !ok || s.Check(on.Step) != nil || !near(r.Objective, float64(v)) {
		t.Fatalf("%+v, %s: objective %v, of its schedule %v %d", on, f, r.Objective, s, v)
	}
	return v
}

// TestOptimum compares both formulations with planning every order on the grid,
// at scale 1 with the optimum of the step: with and without fewer starts, a
// cutoff from a plan or from the optimum, and with any other starts left out.
func TestOptimum(t *testing.T) {
	for seed, r := range steptest.Sources(36, 42) {
		i := int(seed)
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 6 + i%10/9, Dips: i%2 == 0})
		scale := 1 + r.Int64N(10)*(int64(i)%5)
		best, want := gridtest.Best(&step, scale)
		on := scaled(t, &step, scale)
		plan := steptest.Serial(on.Step, r.Perm(len(step.Jobs)))
		for k, o := range []struct {
			apart  bool
			cutoff int64
		}{{}, {apart: true}, {cutoff: on.Objective(plan.Objective(on.Step))}, {i%8 < 4, want}} {
			p := list(t, on, program.Options{Apart: o.apart})
			if o.cutoff > 0 {
				within(p, o.cutoff)
			}
			if r.IntN(2) == 0 {
				keep(p, func(kd *program.Kind, start int64) bool {
					return r.IntN(2) == 0 || slices.ContainsFunc(kd.Jobs, func(j int) bool { return best[j] == start*scale })
				})
			}
			for j, f := range formulations {
				if k != i%4 && j != (i+k)%2 {
					continue
				}
				if got := optimum(t, on, p, f, mip.Options{}); got != want {
					t.Fatalf("%+v at scale %d, %+v, %s: optimum %d, want %d", step, scale, o, f, got, want)
				}
			}
		}
	}
}

// keep leaves the starts for which kept returns true.
func keep(p *program.Problem, kept func(kd *program.Kind, start int64) bool) {
	for k := range p.Kinds {
		kd := &p.Kinds[k]
		var starts, costs []int64
		for i, start := range kd.Starts {
			if kept(kd, start) {
				starts, costs = append(starts, start), append(costs, kd.Costs[i])
			}
		}
		kd.Starts, kd.Costs = starts, costs
	}
}

// TestUnits: a row whose widths are too large for HiGHS counts in the unit of its widths, and so has the
// coefficients of the step that counts so, and the price of a processor of its dual. A width that is no
// multiple of it leaves nothing provable.
func TestUnits(t *testing.T) {
	const unit = 1 << 20
	for i, r := range steptest.Sources(20, 48) {
		step := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 6})
		step.History, step.Jobs[0].Width = optgap.History{{Time: 0, Free: step.Machine}}, 1 // in each row
		wide := step
		wide.Machine, wide.Jobs = (step.Machine+1)*unit, slices.Clone(step.Jobs)
		wide.History = optgap.History{{Time: 0, Free: wide.Machine - 1}}
		for i := range wide.Jobs {
			wide.Jobs[i].Width *= unit
		}
		for _, f := range formulations {
			var written [2]*program.Program
			for k, s := range []*optgap.Step{&step, &wide} {
				written[k] = write(list(t, scaled(t, s, 2), program.Options{Apart: i%2 == 0}), f)
			}
			plain, divided := written[0].Model, written[1].Model
			if !slices.Equal(plain.Value, divided.Value) || !slices.Equal(plain.RowUpper, divided.RowUpper) ||
				!written[1].Provable() {
				t.Fatalf("%s of %+v: %v <= %v, want %v <= %v",
					f, wide, divided.Value, divided.RowUpper, plain.Value, plain.RowUpper)
			}
		}
	}
	step := &optgap.Step{
		Machine: unit, History: optgap.History{{Time: 0, Free: unit}},
		Jobs: []optgap.Job{{ID: 1, Width: unit / 2, Estimate: 1}, {ID: 2, Width: unit/2 + 1, Estimate: 1}},
	}
	p := list(t, scaled(t, step, 1), program.Options{})
	for _, f := range formulations {
		must.Hold(t, !write(p, f).Provable(), f, "provable, with a sum of", unit+1)
	}
}

// checkNames checks that names are unique, and that Nonzeros is known before the program is written.
func checkNames(t *testing.T, p *program.Problem, f grid.Formulation, m *mip.Model) {
	t.Helper()
	if len(m.ColumnNames) != m.Columns() || len(m.RowNames) != m.Rows() {
		t.Fatalf("%s: %d names of %d columns, %d of %d rows", f, len(m.ColumnNames), m.Columns(), len(m.RowNames), m.Rows())
	}
	for _, names := range [][]string{m.ColumnNames, m.RowNames} {
		sorted := slices.Sorted(slices.Values(names))
		must.Need(t, len(slices.Compact(sorted)) == len(names), f, "names repeat in", names)
	}
	got := p.Nonzeros(f)
	must.Need(t, got == int64(m.Nonzeros()), f, got, "nonzeros foreseen", m.Nonzeros(), "written")
}

// TestEdges: programs without columns or rows, and jobs with a single start,
// also together with jobs that have a choice, and where they cannot all fit.
func TestEdges(t *testing.T) {
	history := optgap.History{{Time: 0, Free: 0}, {Time: 100_000, Free: 4}}
	step := &optgap.Step{Format: optgap.StepFormat, Machine: 4, History: history}
	step.Jobs = []optgap.Job{{ID: 1, Width: 3, Estimate: 15, Submit: -1}}
	one := int64(3 * (100_000 + 15 + 1))
	check := func(what string, want int64, kept func(kd *program.Kind, start int64) bool) {
		t.Helper()
		on := scaled(t, step, 10)
		p := list(t, on, program.Options{})
		keep(p, kept)
		for _, f := range formulations {
			must.Equal(t, optimum(t, on, p, f, mip.Options{}), want, what, f)
		}
	}
	check("one job, one start", one, func(*program.Kind, int64) bool { return true })
	step.Jobs = append(step.Jobs, optgap.Job{ID: 2, Width: 1, Estimate: 40}, optgap.Job{ID: 3, Width: 4, Estimate: 10})
	// Jobs 1 and 2 together, then 3; or 3 first, delaying 4 processors by 10 s: better.
	best := one + 3*10 + 100_050 + 4*100_010
	check("three jobs", best, func(*program.Kind, int64) bool { return true })
	check("one of three fixed", best, func(kd *program.Kind, start int64) bool { return kd.ID != 1 || start == 10_001 })
	check("all fixed", best, func(kd *program.Kind, start int64) bool { return start == 10_000+(3-kd.ID+1)/2 })
	p := list(t, scaled(t, step, 10), program.Options{})
	keep(p, func(_ *program.Kind, start int64) bool { return start == 10_000 }) // all at once
	for _, f := range formulations {
		r := must.Get(mip.Solve(context.Background(), write(p, f).Model, mip.Options{}))
		must.Equal(t, r.Status, mip.StatusInfeasible, f, "of a program without a solution")
	}
}

// TestBounds: both formulations have the same linear relaxation. Its value is at most the
// optimum, also after rounding up.
func TestBounds(t *testing.T) {
	for i, r := range steptest.Sources(200, 43) {
		step := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 6, Dips: i%2 == 0})
		scale := 1 + r.Int64N(5)
		_, want := gridtest.Best(&step, scale)
		p := list(t, scaled(t, &step, scale), program.Options{Apart: i%3 == 0})
		if i%2 == 1 {
			within(p, want)
		}
		var values []float64
		var g *program.Program
		for _, f := range formulations {
			g = write(p, f)
			checkNames(t, p, f, g.Model)
			g.Model.Integer = nil
			res := must.Get(mip.Solve(context.Background(), g.Model, mip.Options{}))
			must.Need(t, res.Status == mip.StatusOptimal, f, res.Status)
			values = append(values, res.Objective)
		}
		least, lp := float64(p.Least()), values[0]
		if lp > float64(want)*(1+1e-9) || lp < least*(1-1e-9) || g.RoundUp(lp) > want || !near(lp, values[1]) {
			t.Fatalf("%+v at scale %d: linear relaxations %v outside [%v, %d]", step, scale, values, least, want)
		}
	}
}
