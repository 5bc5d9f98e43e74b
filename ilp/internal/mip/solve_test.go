package mip

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
)

var inf = math.Inf(1)

// row is a constraint for build.
type row struct {
	lower  float64
	values []float64 // dense
	upper  float64
}

// build makes a model from dense rows; all columns share the bounds.
func build(cost []float64, lower, upper float64, integer bool, rows ...row) *Model {
	m := &Model{}
	for _, c := range cost {
		m.AddColumn(c, lower, upper, integer)
	}
	for _, r := range rows {
		var index []int32
		var value []float64
		for j, v := range r.values {
			if v != 0 {
				index, value = append(index, int32(j)), append(value, v)
			}
		}
		m.AddRow(r.lower, index, value, r.upper)
	}
	return m
}

func solve(t testing.TB, m *Model, o Options) Result {
	t.Helper()
	r := must.Get(Solve(context.Background(), m, o))
	if r.X != nil {
		v := m.Violation(r.X)
		must.Need(t, v <= 1e-5, "the solution violates the model by", v)
	}
	return r
}

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b))
}

// The optimum of min -x-2y, x+y <= 4, x+3y <= 6, x-y >= -2 is (3, 1), the
// crossing of the first two rows: -5. Its duals solve u+v = -1, u+3v = -2:
// u = v = -1/2, not positive because the rows are active from above.
func TestLPDuals(t *testing.T) {
	m := build([]float64{-1, -2}, 0, inf, false,
		row{-inf, []float64{1, 1}, 4}, row{-inf, []float64{1, 3}, 6}, row{-2, []float64{1, -1}, inf})
	r := solve(t, m, Options{})
	const tol = 1e-6
	must.Hold(t, r.Status == StatusOptimal && math.Abs(r.Objective+5) <= tol && r.Bound == r.Objective,
		r)
	for i, want := range []float64{-0.5, -0.5, 0} {
		if len(r.RowDual) != 3 || math.Abs(r.RowDual[i]-want) > tol {
			t.Errorf("duals %v", r.RowDual)
			break
		}
	}
}

// Items of weight 3, 4, 5 and value 4, 5, 6 in a knapsack of 8: 3+5 is worth 10;
// the relaxation takes 3, 4 and a fifth of 5: 4+5+6/5 = 10.2.
func knapsack() *Model {
	m := build([]float64{-4, -5, -6}, 0, 1, true, row{-inf, []float64{3, 4, 5}, 8})
	m.Offset = 100
	return m
}

func TestInfeasibleUnboundedEmpty(t *testing.T) {
	check := func(name string, m *Model, want ...Status) {
		t.Helper()
		r := solve(t, m, Options{})
		for _, s := range want {
			if r.Status == s {
				return
			}
		}
		t.Errorf("%s: %+v, want %v", name, r, want)
	}
	check("infeasible LP", build([]float64{1}, 0, 1, false, row{2, []float64{1}, inf}), StatusInfeasible)
	check("infeasible MIP", build([]float64{1, 1}, 0, 1, true, row{1, []float64{2, 2}, 1}), StatusInfeasible)
	rising := build([]float64{-1, 1}, 0, inf, false, row{-1, []float64{1, -1}, 5}, row{-inf, []float64{1, -2}, 9})
	check("unbounded LP", rising, StatusUnbounded, StatusOptimal)
	check("unbounded", build([]float64{-1}, 0, inf, false), StatusUnbounded)
	check("unbounded MIP", build([]float64{-1}, 0, inf, true), StatusUnbounded)
	check("no columns", &Model{Offset: 3}, StatusOptimal)
	check("no columns, bad row", build(nil, 0, 0, false, row{1, nil, 2}), StatusInfeasible)
	check("no rows", build([]float64{1, -1}, 0, 1, true), StatusOptimal)
	check("empty rows", build([]float64{1, -1}, 0, 1, true, row{-1, nil, 2}, row{0, nil, 0}), StatusOptimal)
	check("bad empty row", build([]float64{1, -1}, 0, 1, true, row{-1, nil, 2}, row{1, nil, 1}), StatusInfeasible)
}

// TestStartBeyondCutoff: a start solution beyond the cutoff is of no interest.
func TestStartBeyondCutoff(t *testing.T) {
	cutoff := 89.9 // the optimum is 90
	r := solve(t, knapsack(), Options{Cutoff: &cutoff, Start: []float64{1, 0, 1}})
	must.Hold(t, r.Status == StatusCutoff && r.X == nil && r.Bound == cutoff, r)
}

// marketSplit: split items so that every customer gets half of the total; tiny
// programs that branch-and-bound cannot solve (Cornuéjols and Dawande, 1998).
// Columns: the items, then a surplus and a shortfall per row.
func marketSplit(rows, items int, seed uint64) *Model {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &Model{}
	for range items {
		m.AddColumn(0, 0, 1, true)
	}
	for range 2 * rows {
		m.AddColumn(1, 0, inf, false)
	}
	for i := range rows {
		var index []int32
		var value []float64
		sum := 0
		for j := range items {
			v := rng.IntN(100)
			sum += v
			index, value = append(index, int32(j)), append(value, float64(v))
		}
		index = append(index, int32(items+2*i), int32(items+2*i+1))
		value = append(value, 1, -1)
		m.AddRow(float64(sum/2), index, value, float64(sum/2))
	}
	return m
}

// leftOut is the solution of a market split of 40 items that leaves all of them out:
// the surpluses take the right sides.
func leftOut(m *Model) []float64 {
	x := make([]float64, m.Columns())
	for i := range m.Rows() {
		x[40+2*i] = m.RowUpper[i]
	}
	return x
}

// timeIndexed is a time-indexed program of jobs on identical processors: start
// every job once, within the processors, at the smallest weighted waiting time.
func timeIndexed(jobs, horizon, processors int, seed uint64) *Model {
	rng := rand.New(rand.NewPCG(seed, 2))
	m := &Model{}
	use := make([][]int32, horizon)
	amount := make([][]float64, horizon)
	for range jobs {
		run, width, weight := 1+rng.IntN(horizon/8), 1+rng.IntN(processors/2), float64(1+rng.IntN(100))
		var index []int32
		var value []float64
		for s := 0; s+run <= horizon; s++ {
			j := int32(m.AddColumn(weight*float64(s), 0, 1, true))
			index, value = append(index, j), append(value, 1)
			for u := s; u < s+run; u++ {
				use[u], amount[u] = append(use[u], j), append(amount[u], float64(width))
			}
		}
		m.AddRow(1, index, value, 1)
	}
	for t := range horizon {
		m.AddRow(-inf, use[t], amount[t], float64(processors))
	}
	return m
}

// TestTimeLimit: the program takes hours, so a solve that ends at all has seen its limit.
// The start solution is returned even if HiGHS finds none until then.
func TestTimeLimit(t *testing.T) {
	m := marketSplit(5, 40, 1)
	start := leftOut(m)
	for _, limit := range []time.Duration{time.Nanosecond, time.Second} {
		r := solve(t, m, Options{TimeLimit: limit, Start: start})
		if r.Status != StatusFeasible || r.EndedBy != optgap.EndedTimeLimit || r.X == nil || r.Bound > r.Objective ||
			limit == time.Nanosecond && !near(r.Objective, m.Objective(start)) {
			t.Errorf("%s: %+v", limit, r)
		}
	}
}

func TestNodeLimit(t *testing.T) {
	r := solve(t, marketSplit(4, 30, 1), Options{NodeLimit: 50})
	must.Hold(t, r.EndedBy == optgap.EndedNodeLimit && r.Nodes <= 1000 && r.Status != StatusOptimal, r)
}

// TestIterationLimit: a solve ends after about so many iterations, with the same result
// every time.
func TestIterationLimit(t *testing.T) {
	whole := solve(t, marketSplit(2, 20, 1), Options{})
	o := Options{IterationLimit: whole.LPIterations / 4}
	r := solve(t, marketSplit(2, 20, 1), o)
	if r.EndedBy != EndedIterationLimit || r.Status == StatusOptimal || r.LPIterations > whole.LPIterations/2 {
		t.Errorf("%+v of %+v", r, whole)
	}
	again := solve(t, marketSplit(2, 20, 1), o)
	must.Hold(t, again.LPIterations == r.LPIterations && again.Bound == r.Bound, r, "then", again)
}

// TestCancel: the program takes hours, so that a solve that ends at all has seen that
// its context is cancelled or past its deadline, be that before or while it runs.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	r, err := Solve(ctx, marketSplit(5, 40, 1), Options{})
	must.Hold(t, err == nil && r.EndedBy == optgap.EndedInterrupt, r, err)
	r, err = Solve(ctx, knapsack(), Options{})
	must.Hold(t, err == nil && r.Status == StatusLimit && r.EndedBy == optgap.EndedInterrupt,
		"cancelled before", r, err)
	ctx, cancel = context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if r, err = Solve(ctx, marketSplit(5, 40, 1), Options{}); err != nil || r.EndedBy != optgap.EndedTimeLimit {
		t.Errorf("deadline: %+v, %v", r, err)
	}
}

func TestMemoryLimit(t *testing.T) {
	const nodes = 100_000
	r := solve(t, marketSplit(5, 40, 1), Options{MemoryLimit: 1 << 20, NodeLimit: nodes})
	must.Hold(t, r.EndedBy == optgap.EndedMemoryLimit && r.Nodes < nodes, r)
}

func TestGap(t *testing.T) {
	r := solve(t, marketSplit(4, 25, 1), Options{AbsGap: 1e6})
	must.Hold(t, r.Status == StatusOptimal && r.Bound <= r.Objective, r)
}

// A start solution that breaks a row, and an option that HiGHS does not have, are refused.
func TestRefused(t *testing.T) {
	for want, o := range map[string]Options{
		"start solution": {Start: []float64{1, 1, 1}}, "no_such": {HiGHS: map[string]any{"no_such": 1}},
	} {
		_, err := Solve(context.Background(), knapsack(), o)
		must.Refuse(t, err, want)
	}
}

// The optimum takes x = (2, 3, 3, 0, 2): -2 + 9 - 30 + 2 = -21, and 7. With all
// its presolve rules, HiGHS 1.10.0 finds 6 "optimal".
func TestWrongMerge(t *testing.T) {
	m := build([]float64{-1, 3, -10, 0, 1}, 0, 3, true, row{-inf, []float64{1, -3, 5, 1, -3}, 2})
	m.Offset, m.Upper = 7, []float64{2, 3, 3, 2, 2}
	for seed := range 20 {
		r := solve(t, m, Options{Seed: seed})
		must.Hold(t, near(r.Objective, -14), "seed", seed, r)
	}
}

// HiGHS 1.10.0's presolve "solves" this and then notices the violated equation.
func TestFalsePresolve(t *testing.T) {
	m := build([]float64{2, 3, -9, 4, 4}, 0, 2, true,
		row{-inf, []float64{-1, -3, 5, 5, -4}, 12}, row{-3, []float64{6, 3, -5, 6, 0}, -3})
	m.Upper = []float64{2, 2, 2, 3, 3}
	want, _ := enumerate(m)
	r := solve(t, m, Options{Seed: 773})
	must.Hold(t, r.Status == StatusInfeasible && math.IsInf(want, 1), r, "want", want)
}
