package mip

import (
	"math"
	"sync/atomic"
	"testing"
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
		if over.Load() {
			t.Error("a report after the end")
		}
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
	if reports == 0 || r.Objective != optimum {
		t.Errorf("%d reports, objective %g, expected %g", reports, r.Objective, optimum)
	}
}

// TestReportKeepsToCutoff: no reported objective or bound lies beyond the cutoff.
func TestReportKeepsToCutoff(t *testing.T) {
	m, cutoff := knapsack(), 50.0 // the optimum is 90
	o := Options{Cutoff: &cutoff}
	o.Report = func(p Progress) {
		if p.X != nil || p.Bound != cutoff {
			t.Errorf("found %+v", p)
		}
	}
	o.report(Progress{X: []float64{1, 0, 1}, Objective: 90, Bound: 60})
	if r := solve(t, m, Options{Cutoff: &cutoff, Report: func(Progress) {}}); r.Status != StatusCutoff {
		t.Errorf("%+v", r)
	}
}
