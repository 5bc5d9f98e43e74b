package mip

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestReport: reported solutions are feasible, and reported bounds are not above the
// optimum. The first report is empty, and none comes after Solve.
func TestReport(t *testing.T) {
	m := timeIndexed(7, 60, 5, 1)
	optimum := solve(t, m, Options{}).Objective
	var over atomic.Bool
	reports := 0
	last := Progress{Objective: math.Inf(1), Bound: math.Inf(-1)}
	r := solve(t, m, Options{Report: func(p Progress) {
		must.Hold(t, !over.Load(), "a report after the end")
		if reports++; reports == 1 && (p.X != nil || !math.IsInf(p.Bound, -1)) {
			t.Errorf("first found %+v", p)
		}
		if p.Bound > optimum+1e-6 || p.Bound < last.Bound || p.Objective > last.Objective {
			t.Errorf("found %g to %g after %g to %g, the optimum is %g",
				p.Bound, p.Objective, last.Bound, last.Objective, optimum)
		}
		if p.X != nil && (m.Violation(p.X) > FeasibilityTolerance || !near(m.Objective(p.X), p.Objective)) {
			t.Errorf("found a solution of %g that violates by %g", p.Objective, m.Violation(p.X))
		}
		last = p
	}})
	over.Store(true)
	must.Hold(t, reports != 0 && r.Objective == optimum,
		reports, "reports, objective", r.Objective, "expected", optimum)
}

// TestReportKeepsToCutoff: no reported objective or bound lies beyond the cutoff.
func TestReportKeepsToCutoff(t *testing.T) {
	m, cutoff := knapsack(), 50.0 // the optimum is 90
	o := Options{Cutoff: &cutoff}
	o.Report = func(p Progress) {
		must.Hold(t, p.X == nil && p.Bound == cutoff, "found", p)
	}
	o.report(Progress{X: []float64{1, 0, 1}, Objective: 90, Bound: 60})
	r := solve(t, m, Options{Cutoff: &cutoff, Report: func(Progress) {}})
	must.Equal(t, r.Status, StatusCutoff, r)
}

// TestEndedBy goes through all ways in which HiGHS and its monitor can end, with and
// without a solution. A result names a reason of package optgap, or the iteration limit
// where the monitor or HiGHS has stopped the solve for it. Anything else is an error.
func TestEndedBy(t *testing.T) {
	reasons := []optgap.EndedBy{
		optgap.EndedFinished, optgap.EndedTimeLimit, optgap.EndedMemoryLimit, optgap.EndedNodeLimit, optgap.EndedInterrupt,
	}
	m := knapsack()
	for status := range 25 {
		for reason := range monitorIteration + 1 {
			for _, x := range [][]float64{nil, {1, 0, 1}} {
				out := &outcome{status: status, reason: reason, x: x, bound: 90}
				r := interpret(context.Background(), task{Model: m, integer: true}, &Options{}, out)
				limited := reason == monitorIteration || status == highsIterationLimit
				known := slices.Contains(reasons, r.EndedBy) || r.EndedBy == EndedIterationLimit && limited
				if known == (r.Status == StatusError) || !known && r.EndedBy != "" {
					t.Errorf("model status %d, monitor %d: status %s, ended by %q", status, reason, r.Status, r.EndedBy)
				}
			}
		}
	}
	for status, want := range map[int]optgap.EndedBy{
		highsOptimal: optgap.EndedFinished, highsInfeasible: optgap.EndedFinished, highsTimeLimit: optgap.EndedTimeLimit,
		highsSolutionLimit: optgap.EndedNodeLimit, highsInterrupt: optgap.EndedInterrupt, highsSolveError: "",
		highsIterationLimit: EndedIterationLimit, 15: "",
	} {
		must.Equal(t, endedBy(context.Background(), &outcome{status: status}), want, "model status",
			status, "ended by")
	}
}

// optimumOfFile returns the optimum that HiGHS finds for a model file, to which m was
// written.
func optimumOfFile(t *testing.T, m *Model, path string) (float64, bool) {
	t.Helper()
	h := must.Get(newHandle())
	defer h.free()
	set := map[string]any{"output_flag": false, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "presolve": "off"}
	must.Do(setAll(h.raw, set))
	if err := unlessWarning(h.raw.ReadModelFromFile(path)); err != nil {
		text, _ := os.ReadFile(path)
		t.Fatalf("%v\n%s", err, text)
	}
	written := m.asWritten() // with a column for the offset
	out := must.Get(h.run(context.Background(), written.Columns(), written.Rows(), limits{seconds: -1}))
	return h.doubleInfo("objective_function_value", math.NaN()), out.status == highsOptimal
}

// HiGHS reads a written file as the same program.
func TestWriteRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for seed, rng := range steptest.Sources(100, 4) {
		m := randomModel(rng)
		for i := range m.Rows() { // rows have an upper side, or two equal ones
			if m.RowUpper[i] = min(m.RowUpper[i], 30); !math.IsInf(m.RowLower[i], -1) {
				m.RowUpper[i] = m.RowLower[i]
			}
			if rng.IntN(2) == 0 {
				m.RowLower[i] = math.Inf(-1)
			}
		}
		want, _ := enumerate(m)
		for _, format := range []FileFormat{MPS, LP} {
			path := writeModel(m, dir, format)
			got, optimal := optimumOfFile(t, m, path)
			if optimal == math.IsInf(want, 1) || optimal && !near(got, want) {
				text, _ := os.ReadFile(path)
				t.Fatalf("seed %d: %v (%v), want %v:\n%s", seed, got, optimal, want, text)
			}
		}
	}
}

// writeModel writes the model into the folder and returns the path.
func writeModel(m *Model, dir string, format FileFormat) string {
	path := filepath.Join(dir, "model."+string(format))
	f := must.Get(os.Create(path))
	must.Do(errors.Join(m.Write(f, format), f.Close()))
	return path
}
