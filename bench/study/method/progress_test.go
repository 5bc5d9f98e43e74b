package method

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Each report of a method makes a result that passes the independent check, for any reason to end
// the method. The result with the bounds beside it passes too. Reports survive the way through
// JSON.
func TestReportsHold(t *testing.T) {
	for seed := range 5 {
		step := small(9, seed, 2)
		for _, m := range All() {
			for _, o := range []Options{
				{Grid: grid.Choice{Scale: 1}},
				{
					Grid:        grid.Choice{Scale: 7, Horizon: grid.HorizonPolicies},
					Formulation: grid.FormulationPulse, NoCertificates: true,
				},
				{Grid: grid.Choice{Scale: 1}, Scaled: true},
				{Grid: grid.Choice{Scale: 7}, Scaled: true},
				{Grid: grid.Choice{Scale: 12, Horizon: grid.HorizonPolicies}, Scaled: true},
			} {
				if o.Scaled && m.Name != Exact.Name {
					continue
				}
				var reports []Progress
				o.Report = func(now Progress) { reports = append(reports, roundTrip(t, now)) }
				Solve(t.Context(), m, &step, o)
				o.Report = nil
				first, last := reports[0], reports[len(reports)-1]
				must.Hold(t, first.Answer.Schedule == nil && last.Ended && len(last.Answer.Bounds) >= 3,
					m.Name, "found", len(reports), "reports from", first, "to", last)
				var results []record.Result
				for _, known := range reports {
					results = append(results, ended(known, m, &step, o, t)...)
				}
				verified(t, &step, results...)
			}
		}
	}
}

// A search that does not end at once reports on the way.
func TestSearchReports(t *testing.T) {
	o := Options{Limits: exact.Limits{NodeLimit: 2000, TimeLimit: 300 * time.Millisecond}}
	searchReports(t, o, func(r record.Result) bool { return r.Bounds[optgap.BoundExact] > 0 })
	o.Scaled, o.Grid.Scale = true, 60
	searchReports(t, o, func(r record.Result) bool {
		_, own := r.Bounds[optgap.BoundExact]
		return r.TimeScale == 60 && r.GridBound > 0 && !own
	})
}

// searchReports checks the results where a search is ended after each of its reports.
func searchReports(t *testing.T, o Options, bounded func(record.Result) bool) {
	t.Helper()
	step := hard()
	var results []record.Result
	reporting := o
	reporting.Report = func(now Progress) {
		if !now.Ended && now.Answer.Schedule != nil {
			results = append(results, ended(roundTrip(t, now), Exact, step, o, t)...)
		}
	}
	Solve(t.Context(), Exact, step, reporting)
	must.Hold(t, len(results) != 0, "found no report on the way")
	for _, r := range results {
		must.Hold(t, bounded(r), "found", r, "expected a bound")
	}
	verified(t, step, results...)
}

func roundTrip(t *testing.T, now Progress) (back Progress) {
	text, err := json.Marshal(now)
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	must.Do(err)
	return back
}

// ended returns the results where a method is ended after a report.
func ended(known Progress, m Method, step *optgap.Step, o Options, t *testing.T) (results []record.Result) {
	for _, f := range []Failure{
		{Failure: child.Failure{Status: optgap.StatusLimit, EndedBy: optgap.EndedTimeLimit}},
		{Failure: child.Failure{Status: optgap.StatusMemory, EndedBy: optgap.EndedMemoryLimit}},
		{Failure: child.Failure{Status: optgap.StatusCrashed, EndedBy: optgap.EndedSignal, Err: errors.New("lost")}},
	} {
		f.Seconds, f.Known = 3, known
		alone := o
		alone.NoBounds = true
		r := Complete(t.Context(), m, step, f.Answer(), alone)
		own := known.Ended || known.Answer.Schedule != nil && f.Err == nil
		if (r.Quality != nil) != own || len(r.Bounds) != len(known.Answer.Bounds) || (r.Warnings != nil) != known.Ended {
			t.Errorf("%+v: found %+v", f, r)
		}
		stands := r.Status == optgap.StatusOptimal || r.Status == optgap.StatusFeasible && r.EndedBy == f.EndedBy
		if own && !known.Ended && (!stands || r.SolveSeconds != 3) {
			t.Errorf("%+v: found %s, %s", f, r.Status, r.EndedBy)
		}
		results = append(results, r)
		if !known.Ended && f.Err == nil {
			completed := Complete(t.Context(), m, step, f.Answer(), o)
			_, ok := completed.Bounds[optgap.BoundFluid]
			if !ok || completed.Status != r.Status && completed.Status != optgap.StatusOptimal {
				t.Errorf("completed: found %+v", completed)
			}
			results = append(results, completed)
		}
	}
	return results
}

// All bounds share one time limit. Bounds that were known before its end stand. A registered one without time left is
// absent, and a warning says so.
func TestBoundsShareTheirLimit(t *testing.T) {
	restored(t)
	late := func(context.Context, *optgap.Step) (Bound, error) { return Bound{Value: 1}, nil }
	must.Do(RegisterBound(LowerBound{Name: "late", About: "a test", Find: late}))
	step := hard()
	var o Options
	o.TimeLimit = time.Nanosecond
	r := Solve(t.Context(), Policies, step, o)
	_, found := r.Bounds["late"]
	must.Hold(t, r.Bounds[optgap.BoundFluid] != 0 && !found &&
		strings.Contains(strings.Join(r.Warnings, "\n"), "late: no time is left"),
		"found", r.Bounds, r.Warnings)
	verified(t, step, r)
}

// What is kept of a method's progress changes from entry to entry, in the order of time, and ends with the result.
func TestProgressIsKept(t *testing.T) {
	for _, m := range All() {
		step, o := hard(), Options{NoBounds: true, Progress: true}
		o.NodeLimit, o.TimeLimit, o.Grid.Scale = 2000, 300*time.Millisecond, 1
		r := Solve(t.Context(), m, step, o)
		before := record.Progress{Seconds: -1}
		for _, now := range r.Progress {
			if now.Seconds < before.Seconds || now.Objective == before.Objective && now.Bound == before.Bound {
				t.Errorf("%s: found %+v after %+v", m.Name, now, before)
			}
			before = now
		}
		must.Hold(t, before.Objective == r.Objective && before.Bound == r.Bound &&
			r.PrimalIntegral > 0 && r.PrimalIntegral <= r.SolveSeconds,
			m.Name, "found", before, "at last, a primal integral of", r.PrimalIntegral, "s in",
			r.SolveSeconds, "s, of", r.Objective, "and", r.Bound)
		o.Progress = false
		if r = Solve(t.Context(), m, step, o); r.Progress != nil || r.PrimalIntegral == 0 {
			t.Errorf("%s: found %+v and %v", m.Name, r.Progress, r.PrimalIntegral)
		}
		verified(t, step, r)
	}
}
