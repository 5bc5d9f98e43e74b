package summary_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

func TestRowsGolden(t *testing.T) {
	golden.Tables(t, "study.csv", summary.Rows(recordtest.Studied()))
}

func TestSummarise(t *testing.T) {
	s := summary.Of(recordtest.Studied())
	near := func(name string, got, want float64) {
		t.Helper()
		must.Hold(t, math.Abs(got-want) <= 1e-12*math.Abs(want), name, "found", got, "expected", want)
	}
	counts := []int{
		s.Steps, s.Optimal, s.OnGrid, s.AtSecond, s.Compared, s.Gains, s.Losses, s.Timed, s.Statuses["limit"],
		s.Statuses["error"], s.PolicySummaries["FCFS"].Best, s.PolicySummaries["SJF"].Best,
	}
	must.EqualSlices(t, counts, []int{4, 2, 1, 1, 2, 1, 0, 3, 1, 1, 2, 1}, "counts")
	near("jobs", s.Jobs, 15)                                      // (22 + 2 + 30 + 6) / 4
	near("accumulated run time", s.AccumulatedRunTime, 450859.25) // (1798837 + 1500 + 3000 + 100) / 4
	near("makespan", s.Makespan, 192559.0/3)                      // (189559 + 1000 + 2000) / 3: three have one
	near("time scale", s.TimeScale, 180)                          // (420 + 60 + 60) / 3
	near("quality", s.Quality, 0.95)                              // (0.9 + 1) / 2
	near("loss", *s.LossPercent, 5)                               // (10 + 0) / 2
	near("least loss", *s.MinLoss, 0)
	near("largest loss", *s.MaxLoss, 10)
	near("seconds", s.Seconds, 22) // (4 + 2 + 60) / 3
	near("largest seconds", s.MaxSeconds, 60)
	near("shifted seconds", s.ShiftedSeconds, math.Cbrt(5*3*61)-1)         // shift 1 s
	near("power", s.Power, 1.0/22)                                         // the method's own quality is 1
	near("ratio to bound", s.RatioToBound, 1.1)                            // (1.2 + 1) / 2
	near("ratio to fluid", s.RatiosToBounds["fluid"], 1.25)                // (9000/6000 + 6000/6000) / 2
	near("FCFS quality", s.PolicySummaries["FCFS"].Quality, 0.875)         // (9000/12000 + 6000/6000) / 2: two compare
	near("FCFS loss", *s.PolicySummaries["FCFS"].LossPercent, 12.5)        // (1 - 0.875) * 100
	near("SJF plan seconds", s.PolicySummaries["SJF"].PlanSeconds, 4e-6)   // (4 + 4) / 2 microseconds
	near("SJF power", s.PolicySummaries["SJF"].Power, 0.95/4e-6)           // quality (0.9 + 1) / 2 over 4 microseconds
	near("peak memory", float64(s.PeakMemoryBytes), float64(int64(1)<<30)) //
}

// A mean over nothing does not exist and is not 0.
func TestSummaryOfFailures(t *testing.T) {
	text := must.Get(json.Marshal(summary.Of(recordtest.Studied()[3:])))
	want := `{"steps":1,"optimal":0,"optimal_on_grid":0,"optimal_at_second":0,"statuses":{"error":1},` +
		`"jobs":6,"accumulated_run_time":100,"compared":0,"gains":0,"losses":0,"timed":0,"policies":{}}`
	must.Equal(t, string(text), want)
	limit := summary.Of(recordtest.Studied()[2:3])
	if p := limit.PolicySummaries["FCFS"]; p.LossPercent != nil || p.Quality != 0 || p.Best != 1 {
		t.Errorf("policies where nothing compares: found %+v, expected the best count alone", p)
	}
}

// TestObjectives: columns say the unit of what is minimised, and the average has a column where it is not the
// ARTwW. Sums of several kinds have no unit.
func TestObjectives(t *testing.T) {
	of := func(objectives ...string) map[string]summary.Column {
		results := recordtest.Studied()[:len(objectives)]
		for i, o := range objectives {
			results[i].ObjectiveName = o
		}
		columns := map[string]summary.Column{}
		for _, c := range summary.Columns(summary.NamesIn(results)) {
			columns[c.Key] = c
		}
		return columns
	}
	for _, c := range []struct {
		objectives      []string
		sum, head, unit string // head "": there is no column of the average
	}{
		{[]string{"", ""}, "processor-s", "", ""},
		{[]string{"art", "art"}, "s", "ART", "s"},
		{[]string{"sld"}, "weight * s", "SLD", ""},
		{[]string{"", "sld"}, "", "average", "s, or a number"},
	} {
		columns := of(c.objectives...)
		for _, key := range []string{"objective", "grid_bound", "bound", "FCFS_objective", "bound_lp"} {
			must.Equal(t, columns[key].Unit, c.sum, c.objectives, key, "the unit")
		}
		if a := columns["objective_value"]; a.Show.Head != c.head || a.Unit != c.unit {
			t.Errorf("%q: found an average %q in %q, expected %q in %q", c.objectives, a.Show.Head, a.Unit, c.head, c.unit)
		}
	}
}

// TestOwnBounds: a bound with another name has a column after the usual ones, by name.
func TestOwnBounds(t *testing.T) {
	results := recordtest.Studied()
	for i, name := range []optgap.BoundName{"xf", "area"} {
		results[i].Bounds = map[optgap.BoundName]int64{name: int64(i + 7), optgap.BoundLP: 3}
	}
	rows := summary.Rows(results)
	columns := summary.Columns(summary.NamesIn(results))
	var names []string
	for _, c := range columns {
		names = append(names, c.Key)
	}
	at := slices.Index(names, "bound_lagrange") + 1
	want := []string{"bound_area", "bound_xf", "ratio_to_bound"}
	must.Need(t, slices.Equal(names[at:at+3], want) && columns[at].Kind == table.Whole,
		"columns", names, "expected bound_area and bound_xf behind bound_lagrange")
	if a, b := rows.Rows[1][at], rows.Rows[0][at+1]; a != "8" || b != "7" || rows.Rows[0][at] != "" {
		t.Errorf("cells %q, %q and %q, expected 8, 7 and a blank one", a, b, rows.Rows[0][at])
	}
}

// ended returns a result of the program on slots of 60 s.
func ended(status optgap.Status, scope optgap.Scope, by optgap.EndedBy) *record.Result {
	return &record.Result{
		Method: "ilp", Status: status, Scope: scope, EndedBy: by, TimeScale: 60, Objective: 5000, ARTwW: 500,
	}
}

// The two meanings of optimal have two texts. A result without a schedule is unsolved. With its grid a result says the
// length of a slot.
func TestOutcome(t *testing.T) {
	check := func(r *record.Result, want, onGrid string) {
		t.Helper()
		solved := !strings.HasPrefix(want, "unsolved")
		if got := summary.Outcome(r); got != want || summary.Solved(r) != solved {
			t.Errorf("found %q, solved %v, expected %q", got, summary.Solved(r), want)
		}
		must.Equal(t, summary.OutcomeOnGrid(r), onGrid)
	}
	for _, c := range []struct {
		status optgap.Status
		scope  optgap.Scope
		by     optgap.EndedBy
		want   string
	}{
		{optgap.StatusOptimal, optgap.ScopeGrid, optgap.EndedFinished, "optimal on the grid"},
		{optgap.StatusOptimal, optgap.ScopeSecond, optgap.EndedFinished, "optimal at 1 s"},
		{optgap.StatusFeasible, "", optgap.EndedFinished, "feasible"},
		{optgap.StatusFeasible, "", optgap.EndedTimeLimit, "feasible: time limit"},
		{optgap.StatusLimit, "", optgap.EndedTimeLimit, "unsolved: time limit"},
		{optgap.StatusLimit, "", optgap.EndedNodeLimit, "unsolved: node limit"},
		{optgap.StatusLimit, "", optgap.EndedInterrupt, "unsolved: interrupted"},
		{optgap.StatusLimit, "", "", "unsolved: limit"},
		{optgap.StatusMemory, "", optgap.EndedMemoryLimit, "unsolved: memory limit"},
		{optgap.StatusCrashed, "", optgap.EndedSignal, "unsolved: crashed"},
		{optgap.StatusInfeasible, "", optgap.EndedFinished, "unsolved: infeasible"},
		{optgap.StatusError, "", "", "unsolved: failed"},
	} {
		onGrid := c.want + ", slots of 60 s"
		if c.scope == optgap.ScopeGrid {
			onGrid = c.want + " of 60 s"
		}
		check(ended(c.status, c.scope, c.by), c.want, onGrid)
	}
	for by, what := range map[optgap.EndedBy]string{optgap.EndedTimeLimit: "time", optgap.EndedMemoryLimit: "memory"} {
		r := &record.Result{Status: optgap.StatusFeasible, EndedBy: by, Formulation: "step"}
		want := "feasible: too little " + what + " for its program"
		check(r, want, want)
		r.Columns = 1
		check(r, "feasible: "+what+" limit", "feasible: "+what+" limit")
	}
}

func TestUnsolved(t *testing.T) {
	limit := ended(optgap.StatusLimit, "", optgap.EndedTimeLimit)
	crash := ended(optgap.StatusCrashed, "", optgap.EndedSignal)
	unknown := ended(optgap.StatusLimit, "", "")
	done := ended(optgap.StatusOptimal, optgap.ScopeGrid, optgap.EndedFinished)
	other := &record.Result{Method: "policies", Status: optgap.StatusFeasible}
	for want, results := range map[string][]*record.Result{
		"": {done, done},
		"3 of 4 steps are unsolved: 2 at the time limit, 1 crashed":      {crash, limit, done, limit},
		"1 of 1 step is unsolved: 1 at the time limit":                   {limit},
		"2 of 3 results are unsolved: 1 crashed, 1 at the time limit":    {crash, limit, other},
		"2 of 2 steps are unsolved: 1 at the limit, 1 at the time limit": {unknown, limit},
	} {
		var u summary.Unsolved
		for _, r := range results {
			u.Count(r)
		}
		must.Equal(t, u.String(), want)
	}
	must.Equal(t, new(summary.Unsolved).String(), "", "of no results")
}

// The ratios to bounds are those of the method, never those of a policy whose schedule
// stands in.
func TestUnsolvedHasNoRatio(t *testing.T) {
	results := recordtest.Studied()
	before := summary.Of(results)
	results[2].Bound, results[2].RatioToBound, results[2].Bounds = 2500, 2, map[optgap.BoundName]int64{"fluid": 2500}
	after := summary.Of(results)
	must.Equal(t, after.RatioToBound, before.RatioToBound)
	must.Equal(t, after.RatiosToBounds["fluid"], before.RatiosToBounds["fluid"])
}

// Two of three steps have no schedule of easy, and its average is of the third. ivs has none at all. mine fails on two
// steps, on one by a late decision. The results of two methods for one step count once.
func TestMisses(t *testing.T) {
	var results []record.Result
	for i, index := range []int{0, 1, 1, 2} {
		r := record.Result{
			Index: index, PolicyList: []string{"SJF", "easy", "ivs", "mine"},
			PoliciesLeftOut: map[string]string{"easy": "a dip", "ivs": "a dip"},
		}
		switch i {
		case 0:
			delete(r.PoliciesLeftOut, "easy")
		case 3:
			r.PoliciesLeftOut["mine"] = "it is late"
			r.PoliciesFailed = map[string]optgap.Status{"mine": optgap.StatusLimit}
		default:
			r.PoliciesLeftOut["mine"] = "it ends"
			r.PoliciesFailed = map[string]optgap.Status{"mine": optgap.StatusError}
		}
		results = append(results, r)
	}
	want := []struct {
		text string
		lost bool
	}{
		{"easy: 2 of 3 steps are left out: 2 as a dip", false},
		{"ivs: 3 of 3 steps are left out: 3 as a dip", true},
		{"mine failed on 2 of 3 steps, on 1 by a late decision, as on a busy machine (first: it ends)", true},
	}
	misses := summary.Misses(results)
	must.Need(t, len(misses) == len(want), "found", misses, "expected three policies")
	for i, m := range misses {
		must.Equal(t, m.String(), want[i].text)
		must.Equal(t, m.Lost(), want[i].lost)
	}
}

func TestProves(t *testing.T) {
	all := recordtest.Compared()
	one := all[2]
	one.Bounds = map[optgap.BoundName]int64{"ilp": 1000} // a program at one second
	one.Method, one.TimeScale = "ilp", 1
	for _, c := range []struct {
		name string
		r    record.Result
		want []summary.Proof
	}{
		{"policies", all[0], nil},
		{"grid", all[1], []summary.Proof{summary.OnGrid}},
		{"exact", all[2], []summary.Proof{summary.AtSecond}},
		{"beside", all[3], []summary.Proof{summary.ByBounds, summary.OnGrid}},
		{"late", all[4], nil}, {"one second", one, []summary.Proof{summary.AtSecond}},
	} {
		var got []summary.Proof
		for _, proof := range []summary.Proof{summary.AtSecond, summary.ByBounds, summary.OnGrid} {
			if summary.Proves(&c.r, proof) {
				got = append(got, proof)
			}
		}
		must.EqualSlices(t, got, c.want, c.name)
	}
}

func TestCollect(t *testing.T) {
	all := recordtest.Compared()
	c := summary.Collect(all)
	must.Need(t, slices.Equal(c.Methods, []string{"policies", "ilp", "exact"}) && len(c.Steps) == 2,
		"found", c.Methods, "and", len(c.Steps), "steps")
	must.Hold(t, c.Steps[1].Results[0] == nil && c.Steps[1].Results[2].Status == optgap.StatusLimit &&
		c.Steps[0].Best() == 1000 && c.Steps[1].Best() == 500,
		"found", c.Steps)
	solvers, seconds := c.Times()
	inf := math.Inf(1)
	want := []summary.Solver{{"ilp", summary.OnGrid}, {"exact", summary.AtSecond}}
	must.EqualSlices(t, solvers, want)
	must.EqualSlices(t, seconds[0], []float64{4, 2})
	must.EqualSlices(t, seconds[1], []float64{0.5, inf})
	objectives := c.Objectives()
	for k, want := range [][]float64{{1100, inf}, {1010, 500}, {1000, inf}} {
		must.EqualSlices(t, objectives[k], want, c.Methods[k], "objectives")
	}
}

// Results of one method for one step on several grids stand side by side. Their names differ
// and are as short as possible.
func TestCollectGrids(t *testing.T) {
	at := func(index int, method string, scale int64) record.Result {
		return record.Result{Index: index, Method: method, TimeScale: scale}
	}
	for _, c := range []struct {
		results []record.Result
		want    []string
		first   []int // the results of the first step, by method; -1: none
	}{
		{
			[]record.Result{at(1, "ilp", 60), at(2, "ilp", 120), at(1, "exact", 0), at(2, "exact", 60)},
			[]string{"ilp", "exact"}, []int{0, 2},
		},
		{
			[]record.Result{at(1, "exact", 0), at(1, "exact", 60), at(2, "exact", 120)},
			[]string{"exact", "exact on the grid"}, []int{0, 1},
		},
		{[]record.Result{at(1, "exact", 0), at(1, "exact", 60), at(1, "exact", 120), at(1, "ilp", 60)},
			[]string{"exact", "exact, slots of 60 s", "exact, slots of 120 s", "ilp"}, []int{0, 1, 2, 3}},
		{[]record.Result{at(1, "exact", 60), at(1, "exact", 60)}, []string{"exact"}, []int{1}}, // the last counts
		{
			[]record.Result{at(1, "ilp", 60), at(2, "exact", 0), at(2, "exact", 60)},
			[]string{"ilp", "exact", "exact on the grid"}, []int{0, -1, -1},
		},
	} {
		got := summary.Collect(c.results)
		if !slices.Equal(got.Methods, c.want) {
			t.Errorf("%v: found %q, expected %q", c.results, got.Methods, c.want)
			continue
		}
		for k, i := range c.first {
			if r := got.Steps[0].Results[k]; i < 0 != (r == nil) || i >= 0 && r != &c.results[i] {
				t.Errorf("%v: found %+v as %s, expected result %d", c.results, r, c.want[k], i)
			}
		}
	}
}

// Two steps. Method a knows 200 of the first at once, and 100 after 2 s; of the second only the least, 50, after 1 s.
// Its mean gap is (1/2 + 1) / 2 until 1 s, then 1/4, then 0; until 4 s these are 0.75 + 0.25. Of b nothing is kept.
func TestPrimalGaps(t *testing.T) {
	found := func(method string, index int, objective int64, known ...record.Progress) record.Result {
		return record.Result{Method: method, Index: index, Objective: objective, Status: optgap.StatusFeasible,
			SolveSeconds: 4, Progress: known}
	}
	got := summary.Collect([]record.Result{
		found("a", 1, 100, record.Progress{Seconds: 1e-6, Objective: 200}, record.Progress{Seconds: 2, Objective: 100}),
		found("a", 2, 50, record.Progress{Seconds: 1, Objective: 50}), found("b", 1, 110), found("b", 2, 50),
	}).PrimalGaps()
	must.Hold(t, len(got) == 1 && got[0].Method == "a" && math.Abs(got[0].Integral-1) <= 1e-5 &&
		slices.Equal(got[0].Curve.X, []float64{summary.FirstSeconds, 1, 2}) &&
		slices.Equal(got[0].Curve.Y, []float64{0.75, 0.25, 0}),
		"found", got)
}

// Both kinds of curve rise. A profile begins at 1 with the share of problems on which the
// solver was the best, and ends with the share that it solved. On each solved problem some
// solver was the best. So does a cactus.
func TestCurvesRise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		solvers, problems := rapid.IntRange(1, 4).Draw(t, "solvers"), rapid.IntRange(1, 30).Draw(t, "problems")
		cost := make([][]float64, solvers)
		anybody := make([]bool, problems)
		for s := range cost {
			for p := range problems {
				v := rapid.OneOf(rapid.Just(inf), rapid.Float64Range(1e-7, 1e3), rapid.Just(2.0)).Draw(t, "cost")
				cost[s], anybody[p] = append(cost[s], v), anybody[p] || v < inf
			}
		}
		first := 0.0
		for s, c := range summary.Performance(cost) {
			solved := 0
			for _, v := range cost[s] {
				if v < inf {
					solved++
				}
			}
			cactus := summary.Cactus(cost[s])
			for _, curve := range []summary.Curve{c, cactus} {
				if !slices.IsSorted(curve.X) || !slices.IsSorted(curve.Y) || len(curve.X) != len(curve.Y) {
					t.Fatalf("%v does not rise", curve)
				}
			}
			want := float64(solved) / float64(problems)
			must.Need(t, math.Abs(at(c, inf)-want) <= 1e-12 && at(cactus, inf) == want,
				"found", at(c, inf), "and", at(cactus, inf), "at last, expected", want)
			if len(c.X) > 0 && c.X[0] < 1 {
				t.Fatalf("found a ratio of %v, below the best", c.X[0])
			}
			first += at(c, 1)
		}
		n := 0
		for _, ok := range anybody {
			if ok {
				n++
			}
		}
		must.Need(t, first >= float64(n)/float64(problems)-1e-12,
			"the solvers are best on a share of", first, "expected at least", n, "of", problems)
	})
}

var inf = math.Inf(1)

// at returns the value of a curve at x.
func at(c summary.Curve, x float64) (y float64) {
	for i := range c.X {
		if c.X[i] <= x {
			y = c.Y[i]
		}
	}
	return y
}
