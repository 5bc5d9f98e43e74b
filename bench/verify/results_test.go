package verify_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/timescale"
)

// Several results of one step are held against each other, in either order: 745
// is the optimum, so that a bound of 780 beside an objective of 817 is wrong, which
// that result alone does not tell without the enumeration. The same goes for results on one grid with one horizon.
func TestResultsOfOneStep(t *testing.T) {
	s := sample()
	second, grid, wrong := secondResult(s), gridResult(s, 7), gridResult(s, 7)
	wrong.Method = "another"
	wrong.Bounds, wrong.Bound = map[optgap.BoundName]int64{"lp": 780}, 780
	wrong.Gap, wrong.RatioToBound = new(37.0/817), 817.0/780
	other := gridResult(s, 5)
	high := searched(s, 7) // the order of its starts plans 927, and the program found 927
	high.GridObjective, high.GridBound = 927+7*5, 927+7
	high.Status, high.EndedBy = optgap.StatusFeasible, optgap.EndedTimeLimit
	cut := high // of another problem
	cut.Horizon = "policies"
	const above = "line 2: step 3, method exact: grid_bound: found 934, expected at most 927, the "
	const twice = " a second time, expected it once: it is on line 1 already"
	for _, c := range []struct {
		results []record.Result
		want    string // of the only fault
	}{
		{[]record.Result{second, grid, other}, ""},
		{[]record.Result{wrong}, ""},
		{[]record.Result{second, grid, second}, "line 3: step 3, method exact: method: found exact" + twice},
		{[]record.Result{grid, grid}, "line 2: step 3, method ilp: method: found ilp" + twice},
		{[]record.Result{grid, second, wrong},
			"line 3: step 3, method another: bounds.lp: found 780, expected at most 745, the objective on line 2"},
		{[]record.Result{wrong, grid, second},
			"line 3: step 3, method exact: objective: found 745, expected at least 780, the bound on line 1"},
		{[]record.Result{grid, searched(s, 7)}, ""},
		{[]record.Result{grid, searched(s, 5)}, ""},
		{[]record.Result{grid, high}, above + "objective of a plan in slots of 7 s\n" + above + "grid_objective on line 1"},
		{[]record.Result{grid, cut}, ""},
	} {
		rep := must.Get(verify.Results(one(c.results...), one(*s), verify.Options{OptimumJobs: -1}))
		var found []string
		for _, f := range rep.Faults {
			found = append(found, f.String())
		}
		must.Equal(t, strings.Join(found, "\n"), c.want)
		must.Hold(t, rep.Results == len(c.results) && rep.Steps == 1 && rep.Unanswered == 0,
			"found", rep, "expected", len(c.results), "results of one step")
	}
}

// A method of another program is told once, and all is checked that does not depend on it. It has no objectives.
func TestOfAnotherProgram(t *testing.T) {
	for _, c := range []struct {
		known             []string
		method, objective string
		foreign           string
		want              string // found and expected; "": no fault
	}{
		{nil, "oracle", "", "", ""},
		{[]string{"policies", "exact"}, "exact", "", "", ""},
		{[]string{"policies", "exact"}, "oracle", "", "oracle", ""},
		{[]string{"policies", "exact"}, "Exact", "", "Exact", ""},
		{[]string{"policies", "exact"}, "", "", "", "method: found none, expected a name"},
		{nil, "exact", "tardiness", "", "objective_name: found tardiness, expected none, as derived again"},
	} {
		s := sample()
		r := secondResult(s)
		r.Method, r.ObjectiveName = c.method, c.objective
		var found []string
		rep := must.Get(verify.Results(one(r), one(*s), verify.Options{Methods: c.known}))
		for _, f := range rep.Faults {
			found = append(found, f.Field+": found "+f.Found+", expected "+f.Expected)
		}
		if got, foreign := strings.Join(found, "; "), strings.Join(rep.Foreign, ", "); got != c.want || foreign != c.foreign {
			t.Errorf("%q of %q: found %q and %q, expected %q and %q", c.method, c.known, got, foreign, c.want, c.foreign)
		}
		r.Starts[0].Start = 0 // where too few processors are free
		rep = must.Get(verify.Results(one(r), one(*s), verify.Options{Methods: c.known}))
		must.Hold(t, slices.ContainsFunc(rep.Faults, func(f verify.Fault) bool { return f.Field == "starts" }),
			c.method, c.objective, "found", rep.Faults, "expected a fault of the starts")
	}
}

// Results that steps lack and other steps have are listed apart from the faults.
func TestMissing(t *testing.T) {
	var steps []optgap.Step
	for i := range 3 {
		s := sample()
		s.Index = i
		steps = append(steps, *s)
	}
	second := func(i int) record.Result { return secondResult(&steps[i]) }
	grid := func(i int) record.Result { return gridResult(&steps[i], 7) }
	failed := func(i int) record.Result {
		r := errorResult(&steps[i])
		r.Method = "ilp"
		return r
	}
	const lacks = "result: found none, expected one, as other steps have one by this method"
	for _, c := range []struct {
		results    []record.Result
		unanswered int
		want       []string
	}{
		{[]record.Result{second(2), second(0), second(1)}, 0, nil},
		{[]record.Result{second(0), second(2)}, 1, []string{"step 1, method exact: " + lacks}},
		{[]record.Result{second(0), grid(1), second(1), grid(2), second(2)}, 0, []string{"step 0, method ilp: " + lacks}},
		{[]record.Result{grid(1), second(0)}, 1, []string{
			"step 0, method ilp: " + lacks, "step 1, method exact: " + lacks, "step 2, method ilp: " + lacks,
			"step 2, method exact: " + lacks}},
		{[]record.Result{grid(0), failed(1), failed(2)}, 0, nil},
		{[]record.Result{failed(0), failed(2)}, 1, []string{"step 1, method ilp: " + lacks}},
		{nil, 3, nil},
	} {
		rep, err := verify.Results(one(c.results...), one(steps...), verify.Options{})
		must.Need(t, err == nil && len(rep.Faults) == 0, err, rep.Faults)
		var found []string
		for _, f := range rep.Missing {
			found = append(found, f.String())
		}
		must.EqualSlices(t, found, c.want)
		must.Equal(t, rep.Unanswered, c.unanswered)
	}
}

// weightedStep returns a small step that minimises another average than the ARTwW.
func weightedStep(seed uint64) *optgap.Step {
	r := rand.New(rand.NewPCG(seed, 5))
	s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 300, Dips: seed%2 == 0})
	for i := range s.Jobs {
		s.Jobs[i].ID += 100
	}
	o := optgap.ObjectiveSLD
	switch seed % 3 {
	case 0:
		steptest.Weigh(r, &s)
		return &s
	case 1:
		o = optgap.ObjectiveART
	}
	return must.Get(o.Of(&s))
}

// TestObjectiveOfResult: a step that names no objective may be planned for any. The result says for which, if the
// arguments of its run do not say another.
func TestObjectiveOfResult(t *testing.T) {
	s := sample()
	var results []record.Result
	for _, o := range []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART, optgap.ObjectiveSLD} {
		results = append(results, method.Solve(t.Context(), method.Exact, must.Get(o.Of(s)), method.Options{}))
	}
	report := must.Get(verify.Results(one(results...), one(*s), verify.Options{}))
	must.Hold(t, len(report.Faults) == 0 && report.Results == 3 && results[1].ObjectiveName == "art",
		"found", report, "of", results)
	asked := verify.Options{Arguments: map[string]string{"objective": "sld"}}
	faults := check(s, &results[1], asked)
	must.Hold(t, len(faults) == 1 && faults[0].Field == "objective_name", "found", faults)
}

// TestPoliciesHorizon: with the paper's horizon the grid's optimum is that of the
// schedules that have ended when all policies' plans have.
func TestPoliciesHorizon(t *testing.T) {
	cut := 0
	for seed, r := range steptest.Sources(150, 8) {
		s := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 4, MaxMachine: 6, Dips: seed%2 == 0})
		scale, end := 1+r.Int64N(6), int64(0)
		for _, plan := range policyPlans(&s, scale) {
			end = max(end, plan.Makespan(timescale.Restrict(&s, scale)))
		}
		onGrid := bestBy(&s, scale, end)
		result := searched(&s, scale)
		safe := result.GridObjective
		result.Horizon, result.Starts = "policies", nil
		for i, start := range trivial(&s, byStart(onGrid), 1) {
			result.Starts = append(result.Starts, record.Start{ID: s.Jobs[i].ID, Start: start})
		}
		result.GridObjective, _ = worth(&s, onGrid)
		result.GridBound = result.GridObjective
		if result.GridObjective > safe {
			cut++
		}
		inGrid := func() (fields []string) {
			for _, f := range check(&s, &result, verify.Options{}) {
				if strings.HasPrefix(f.Field, "grid") {
					fields = append(fields, f.Field)
				}
			}
			return fields
		}
		if f := inGrid(); f != nil {
			t.Fatalf("seed %d: faults in %v of %+v, the optimum of %+v", seed, f, result, s)
		}
		result.GridObjective += scale * s.Jobs[0].Width
		result.GridBound = result.GridObjective
		if f := inGrid(); !slices.Contains(f, "grid_bound") {
			t.Fatalf("seed %d: faults in %v of %+v, above the optimum of %+v", seed, f, result, s)
		}
	}
	must.Hold(t, cut != 0, "no horizon cut an optimum off")
}

// TestGridClaims: the bound of a grid rests on what computed it, unless enumeration
// confirms it. On the grid of one second it is the bound at one second.
func TestGridClaims(t *testing.T) {
	s := sample()
	second := searched(s, 1)
	second.Scope, second.Bounds, second.Bound = optgap.ScopeSecond, map[optgap.BoundName]int64{"exact": 745}, 745
	second.Proofs = map[optgap.BoundName]record.Proof{"exact": record.ProofSearch}
	second.Gap, second.RatioToBound = new(0.0), 1
	unbounded := func(r record.Result) record.Result {
		r.Bounds, r.Bound, r.Gap, r.RatioToBound = nil, 0, nil, 0
		return r
	}
	onGrid := func() []verify.Assertion {
		return []verify.Assertion{{TimeScale: 7, Horizon: "safe", Bound: 927, Objective: 927}}
	}
	for _, c := range []struct {
		result     record.Result
		enumerated int
		want       []verify.Assertion
		grids      verify.Tally
	}{
		{unbounded(searched(s, 7)), 0, nil, verify.Tally{record.ProofRecomputed: 1}},
		{unbounded(searched(s, 7)), -1, onGrid(), verify.Tally{record.ProofSearch: 1}},
		{unbounded(gridResult(s, 7)), -1, onGrid(), verify.Tally{record.ProofSolver: 1}},
		{
			second, -1, []verify.Assertion{{Bound: 745, Objective: 745}},
			verify.Tally{record.ProofSearch: 1},
		},
		{secondResult(s), 0, nil, verify.Tally{}},
	} {
		rep, err := verify.Results(one(c.result), one(*s), verify.Options{OptimumJobs: c.enumerated})
		must.Need(t, err == nil && len(rep.Faults) == 0, err, rep.Faults)
		for i := range c.want {
			c.want[i].Line, c.want[i].Method = 1, c.result.Method
			c.want[i].Step = rep.Assertions[i].Step
		}
		must.Hold(t, reflect.DeepEqual(rep.Assertions, c.want) && maps.Equal(rep.Grids, c.grids),
			"found", rep.Assertions, "and", rep.Grids, "expected", c.want, "and", c.grids)
	}
}

// TestValidResultsPass shows that no result whose values another planner and
// another enumeration found has a fault.
func TestValidResultsPass(t *testing.T) {
	for seed, r := range steptest.Sources(100, 14) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, MaxMachine: 9, MaxEstimate: 12, Dips: seed%2 == 0})
		own := result(&s, optgap.StatusFeasible, trivial(&s, r.Perm(len(s.Jobs)), 1), nil)
		for _, res := range []record.Result{
			own, secondResult(&s), gridResult(&s, 1+r.Int64N(9)), limitResult(&s), errorResult(&s),
		} {
			rep := must.Get(verify.Results(one(res), one(s), verify.Options{}))
			if len(rep.Faults) > 0 || rep.Results != 1 || rep.Steps != 1 || rep.Unanswered != 0 || rep.Checks < 20 {
				t.Fatalf("seed %d: %+v\nstep %+v\nresult %+v", seed, rep, s, res)
			}
		}
	}
}

func jsonLines[T any](values ...T) string {
	var b strings.Builder
	must.Do(record.WriteLines(&b, values))
	return b.String()
}

// input is a file of the JSON of a value.
func input(v any) verify.Input {
	return verify.Input{Name: "file", Reader: bytes.NewReader(must.Get(json.Marshal(v)))}
}

func files(results, steps io.Reader) (verify.Report, error) {
	return verify.Files(verify.Input{Name: "results.jsonl", Reader: results},
		verify.Input{Name: "steps.jsonl", Reader: steps}, verify.Options{})
}

// TestFiles shows that several methods may answer a step, that a fault carries
// its line, blank lines counted, and that steps without a result are counted.
func TestFiles(t *testing.T) {
	s, other := sample(), sample()
	other.Index = 4
	second, grid := secondResult(s), gridResult(s, 7)
	grid.Objective++
	results, steps := jsonLines(second)+"\n\n"+jsonLines(grid), jsonLines(*s, *other)
	report := must.Get(files(strings.NewReader(results), strings.NewReader(steps)))
	must.Need(t, report.Results == 2 && report.Steps == 2 && report.Unanswered == 1 && len(report.Faults) == 1,
		"report", report)
	want := "line 4: step 3, method ilp: objective: found 818, expected 817, as derived again"
	must.Equal(t, report.Faults[0].String(), want, "fault")
}

func TestBadInput(t *testing.T) {
	s := sample()
	step, res := jsonLines(*s), jsonLines(secondResult(s))
	stray := secondResult(s)
	stray.Index = 9
	elsewhere := secondResult(s)
	elsewhere.Trace = "u.swf"
	failing := io.MultiReader(strings.NewReader(res), iotest.ErrReader(errors.New("disk on fire")))
	check := func(results, steps io.Reader, file string, line int, text string) {
		t.Helper()
		_, err := files(results, steps)
		var le *record.LineError
		if !errors.As(err, &le) || le.File != file || le.Line != line || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %s:%d with %q", err, file, line, text)
		}
	}
	r := func(s string) io.Reader { return strings.NewReader(s) }
	check(r(res), r(step+"\n"+step), "steps.jsonl", 3, "a second time")
	check(r(res), r(step+"{}\n"), "steps.jsonl", 2, "format")
	check(r(res+"\n"+res[:40]), r(step), "results.jsonl", 3, "cut off")
	check(r(res+jsonLines(stray)), r(step), "results.jsonl", 2, "step 9 of trace t.swf")
	check(r(jsonLines(elsewhere)), r(step), "results.jsonl", 1, "trace u.swf")
	check(failing, r(step), "results.jsonl", 2, "disk on fire")
}

// TestStepNotSane hands over a step that no reader has validated.
func TestStepNotSane(t *testing.T) {
	s := sample()
	s.Index, s.History[2].Time = 5, 10
	_, err := verify.Results(one[record.Result](), one(*sample(), *s), verify.Options{})
	var le *record.LineError
	must.Hold(t, errors.As(err, &le) && le.Line == 2 && strings.HasPrefix(le.Err.Error(), "history[2].time: "),
		"error", err, "want one on line 2")
}

// TestHugeTimeScale shows that a grid whose objectives leave int64 is skipped.
func TestHugeTimeScale(t *testing.T) {
	r := gridResult(sample(), 7)
	r.TimeScale = math.MaxInt64
	faults := check(sample(), &r, verify.Options{})
	must.Hold(t, len(faults) == 1 && faults[0].Field == "grid_objective", faults)
}

// TestNoJobs shows that a step at which nothing waits has averages of nothing.
func TestNoJobs(t *testing.T) {
	s := sample()
	s.Jobs = nil
	r := record.Result{Format: record.ResultFormat, Trace: s.Trace, Index: s.Index, Now: s.Now, Method: "exact",
		Status: optgap.StatusOptimal, Scope: optgap.ScopeSecond, EndedBy: optgap.EndedFinished, BestPolicy: "FCFS",
		Policies: map[string]record.Policy{"FCFS": {}, "SJF": {}, "LJF": {}}}
	if faults := check(s, &r, verify.Options{}); len(faults) > 0 {
		t.Error(faults)
	}
	r.ARTwW = 1
	if faults := check(s, &r, verify.Options{}); len(faults) != 1 || faults[0].Field != "artww" {
		t.Error(faults)
	}
}

// BenchmarkCheck re-plans and sweeps one step of random jobs.
//
//	go test -run '^$' -bench Check -count 10 ./bench/verify
func BenchmarkCheck(b *testing.B) {
	sizes := []int{1000, 25, 10000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			s := optgap.Step{Format: optgap.StepFormat, Machine: 100}
			s.History = optgap.History{{Time: 0, Free: 20}, {Time: 600, Free: 100}}
			r := record.Result{Status: optgap.StatusFeasible}
			for i := range int64(n) {
				width, estimate, submit := 1+random.Int64N(50), 1+random.Int64N(90000), -random.Int64N(90000)
				s.Jobs = append(s.Jobs, optgap.Job{ID: i, Width: width, Estimate: estimate, Submit: submit})
				r.Starts = append(r.Starts, record.Start{ID: i, Start: i * 90000})
			}
			for b.Loop() {
				must.Get(verify.Results(one(r), one(s), verify.Options{}))
			}
		})
	}
}

// BenchmarkCertificate evaluates prices of a processor, and of each group of jobs,
// in pieces of 600 s.
//
//	go test -run '^$' -bench Certificate -count 10 ./bench/verify
func BenchmarkCertificate(b *testing.B) {
	sizes := []int{50, 10, 200}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		s := optgap.Step{Format: optgap.StepFormat, Machine: 128}
		s.History = optgap.History{{Time: 0, Free: 20}, {Time: 600, Free: 128}}
		random := rand.New(rand.NewPCG(1, uint64(n)))
		c := optgap.Certificate{Bits: 8, Bucket: 600}
		by := optgap.Certificate{Bits: 8, Bucket: 600}
		for k := range int64(500) {
			c.Price = append(c.Price, (500-k)<<c.Bits/100)
		}
		for i := range int64(n) {
			j := optgap.Job{ID: i, Width: 1 + random.Int64N(60), Estimate: 60 * (1 + random.Int64N(1440)),
				Submit: -random.Int64N(90000)}
			s.Jobs = append(s.Jobs, j)
			g := optgap.GroupPrices{Width: j.Width, Estimate: j.Estimate}
			for _, p := range c.Price {
				g.Price = append(g.Price, p*j.Width+random.Int64N(9))
			}
			by.Groups = append(by.Groups, g)
		}
		for _, kind := range []struct {
			name string
			c    optgap.Certificate
		}{{"processor", c}, {"group", by}} {
			b.Run(fmt.Sprintf("jobs=%d/prices=%s", n, kind.name), func(b *testing.B) {
				r := record.Result{Status: optgap.StatusError, Error: "none", Bounds: map[optgap.BoundName]int64{"lp": 0},
					Certificates: map[optgap.BoundName]optgap.Certificate{"lp": kind.c}}
				prices := len(kind.c.Price)
				for _, g := range kind.c.Groups {
					prices += len(g.Price)
				}
				for b.Loop() {
					must.Get(verify.Results(one(r), one(s), verify.Options{}))
				}
				b.ReportMetric(float64(b.N*prices)/b.Elapsed().Seconds(), "prices/s")
			})
		}
	}
}
