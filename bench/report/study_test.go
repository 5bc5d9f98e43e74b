package report_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

func study(t *testing.T, results []record.Result, o report.StudyOptions) *report.StudyReport {
	return must.Get(report.Study(results, o))
}

func titles(r *report.StudyReport) (titles []string) {
	for _, t := range r.Tables() {
		title, _, _ := strings.Cut(t.Title, "\n")
		titles = append(titles, title)
	}
	return titles
}

// A single method has the tables of the paper; those that would be empty are left
// out.
func TestStudyOfOneMethod(t *testing.T) {
	results := recordtest.Studied()
	r := study(t, results, report.StudyOptions{Title: "a,b.swf", Rows: 2})
	want := []string{
		"a,b.swf: self-tuning steps (2 of 4 steps shown)",
		"Power: the quality that a second of computation gives (quality / average time per step)",
		"Objective divided by lower bounds on the one-second problem, averages",
		"Performance loss in ARTwW against the optimum",
	}
	must.EqualSlices(t, titles(r), want, "tables")
	if got := r.Tables()[0]; len(got.Rows) != 2 || got.Rows[1][1] != "1,300,000" {
		t.Errorf("found rows %v, expected the first and the third", got.Rows)
	}
	if csv := r.CSV(); len(csv.Rows) != 4 || len(r.Lines()) != 4 {
		t.Errorf("found %d rows of CSV and %d lines, expected one for each result", len(csv.Rows), len(r.Lines()))
	}
	must.EqualSlices(t, slices.Collect(maps.Keys(r.Figures())), []string{"cactus"}, "figures")
	got := titles(study(t, results[3:], report.StudyOptions{Title: "failed"}))
	must.Equal(t, len(got), 1, "tables of a failure", got)
}

// Several methods are compared, even where only one has results.
func TestStudyOfSeveralMethods(t *testing.T) {
	want := []string{
		"a.swf: self-tuning steps",
		"Methods over all steps; average times are shifted geometric, shift 1 s",
	}
	for _, r := range []*report.StudyReport{
		study(t, recordtest.Compared(), report.StudyOptions{Title: "a.swf"}),
		study(t, recordtest.Compared()[:1], report.StudyOptions{Title: "a.swf", Methods: 3}),
	} {
		must.EqualSlices(t, titles(r), want, "tables")
	}
	must.Equal(t, len(study(t, recordtest.Compared(), report.StudyOptions{}).Figures()), 3,
		"figures: the cactus and two profiles")
}

// Steps without a bound are counted; without any other the losses are an error.
func TestStudyOfLosses(t *testing.T) {
	results := []record.Result{*lossResult(2, 1000, 1000), *lossResult(6, 1200, 800), *lossResult(6, 1000, 0)}
	for i := range results {
		results[i].Index = i
	}
	r := study(t, results, report.StudyOptions{Title: "a.swf", Losses: true})
	must.Equal(t, r.LeftOut(), "1 of 3 steps is left out: 1 with no lower bound")
	got := titles(r)
	must.Hold(t, len(got) == 5 && got[0] == "a.swf: 2 self-tuning steps", "found tables", got)
	if csv := r.CSV(); len(csv.Rows) != 12 || len(r.Lines()) != 12 {
		t.Errorf("found %d rows of CSV and %d lines, expected four schedulers in two classes and in all", len(csv.Rows),
			len(r.Lines()))
	}
	_, ok := r.Figures()["loss"]
	must.Hold(t, ok, "no figure of the losses")
	must.Is(t, must.Err(report.Study(results[2:], report.StudyOptions{Losses: true})),
		report.ErrNoLosses)
}

func TestStudyFiguresGolden(t *testing.T) {
	figures := study(t, recordtest.Compared(), report.StudyOptions{Title: "a.swf"}).Figures()
	figures["loss"] = report.LossFigure("a.swf", losses())
	for _, name := range []string{"cactus", "profile-quality", "loss"} {
		golden.Picture(t, name, figures[name].Write)
	}
}

// Averages and costs of 20 equal steps, which have no interval.
func TestAverages(t *testing.T) {
	var results []record.Result
	for i := range 20 {
		r := recordtest.Result("exact", optgap.StatusOptimal, optgap.ScopeSecond, 90, 0.5)
		r.Index, r.Gap = i, new(0.0)
		r.Policies = map[string]record.Policy{"SJF": {Objective: 100}}
		r.Cost = record.Cost{CPUSeconds: 1, WallSeconds: 2, PeakMemoryBytes: 1e6 * int64(1+i)}
		results = append(results, r)
	}
	c := summary.Collect(results)
	must.DeepEqual(t, report.Averages(c.Totals(), 0).Rows, [][]string{
		{"exact", "gap", "20", "0.00 %"},
		{"exact", "time", "20", "500 ms"},
	})
	costs := [][]string{{"exact", "20", "20.0 s", "1.00 s", "40.0 s", "2.00 s", "20.0", "10.5"}}
	must.DeepEqual(t, report.Costs(c.Totals()).Rows, costs)
	few := report.Averages(summary.Collect(results[:4]).Totals(), 0).Rows
	must.Hold(t, len(few) == 0, "of 4 steps found", few)
	results[3].Cost, results[4].CPUSeconds = record.Cost{}, 0
	got := report.Costs(summary.Collect(results).Totals()).Rows[0][:3]
	must.EqualSlices(t, got, []string{"exact", "19", "18.0 s"},
		"of 19 measured results 18 with their CPU time")
}

func TestTablesGolden(t *testing.T) {
	results := recordtest.Studied()
	s := summary.Of(results)
	table1 := report.StepsTable("a,b.swf, 100 processors", results, s)
	golden.Tables(t, "study.txt", table1, report.PowerTable("ilp", s), report.BoundsTable(s))
	golden.Text(t, "study-wide.txt", []byte(write(t, table1, table.Wide)))
	failed := results[3:]
	golden.Tables(t, "failed.txt", report.StepsTable("nothing but a failure", failed, summary.Of(failed)))
}

func TestStepTableGolden(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Index: 7, Now: 1234567, Machine: 16, History: optgap.History{{Time: 0, Free: 16}},
		Jobs: []optgap.Job{{ID: 1, Width: 8, Estimate: 3600, Submit: -1200}, {ID: 2, Width: 16, Estimate: 60}},
	}
	r := recordtest.Studied()[0]
	r.Starts = []record.Start{{ID: 2, Start: 0}, {ID: 1, Start: 60}}
	enclosed := recordtest.Studied()[1]
	failed := recordtest.Studied()[3]
	interrupted := recordtest.Studied()[2]
	// without a gap, as a file may say
	interrupted.Bounds, interrupted.Bound = map[optgap.BoundName]int64{"fluid": 4000}, 4000
	golden.Tables(t, "step.txt", report.StepTable(step, &r), report.StepTable(step, &failed),
		report.StepTable(step, &interrupted), report.StepTable(step, &enclosed))
}

// A panel names what is proven. The policy's schedule that stands in for the search
// is not drawn as the search's.
func TestStepPanels(t *testing.T) {
	step := &optgap.Step{Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 4, Estimate: 60}}}
	grid := recordtest.Result("ilp", optgap.StatusOptimal, optgap.ScopeGrid, 240, 1)
	grid.TimeScale, grid.BestPolicy, grid.Starts = 420, "SJF", []record.Start{{ID: 1, Start: 0}}
	late := recordtest.Result("exact", optgap.StatusLimit, "", 240, 1)
	late.EndedBy, late.Starts = optgap.EndedTimeLimit, grid.Starts
	panels := must.Get(report.StepPanels(step, []record.Result{grid, late}))
	for i, want := range []struct {
		title string
		drawn bool
	}{
		{"SJF, the best policy", true},
		{"ILP, optimal on the grid of 420 s", true},
		{"EXACT, unsolved: time limit", false},
	} {
		if p := panels[i]; p.Title != want.title || (p.Schedule != nil) != want.drawn {
			t.Errorf("found %+v, expected %+v", p, want)
		}
	}
	// That of another program, and that of the log, is drawn where it is stored.
	for _, name := range []string{"mine", "recorded"} {
		for _, starts := range [][]record.Start{nil, {{ID: 1, Start: 9}}} {
			other := record.Result{BestPolicy: name, Policies: map[string]record.Policy{name: {Starts: starts}}}
			panels, err := report.StepPanels(step, []record.Result{other})
			must.Hold(t, err == nil && (panels[0].Schedule != nil) == (starts != nil) &&
				strings.HasSuffix(panels[0].Title, "is not stored: --policy-starts keeps it") == (starts == nil),
				name, "found", panels, "error", err, "with the starts", starts)
		}
	}
}

// lossResult has policies with the objectives 2000, 1250 and 1600.
func lossResult(jobs int, objective, bound int64) *record.Result {
	return &record.Result{
		Format: record.ResultFormat, Jobs: jobs, Method: "exact", Objective: objective, Bound: bound,
		Policies: map[string]record.Policy{"FCFS": {Objective: 2000}, "SJF": {Objective: 1250}, "LJF": {Objective: 1600}},
	}
}

func losses() loss.Table {
	var results []record.Result
	for i, r := range []*record.Result{
		lossResult(2, 1000, 1000), lossResult(3, 1250, 1250), lossResult(6, 1200, 800), lossResult(6, 1000, 0),
	} {
		r.Index = i
		results = append(results, *r)
	}
	return loss.Of(summary.Collect(results), "", nil, 0)
}

func write(t *testing.T, rows table.Table, format string) string {
	var b bytes.Buffer
	must.Do(rows.Write(&b, format))
	return b.String()
}

func TestLossTables(t *testing.T) {
	tables := report.LossTables("a.swf", losses())
	must.Need(t, len(tables) == 5,
		"found", len(tables), "tables, expected that of the averages and one for each policy")
	for k, want := range map[int][]string{
		0: {
			// (50 + 37.5) / 2, ...
			"2-4          2  100.0 %           43.75 %          10.00 %           29.69 %          10.00 %\n",
			"5-8          1    0.0 %  40.00 to 60.00 %  4.00 to 36.00 %  25.00 to 50.00 %  4.00 to 36.00 %\n",
			// (50 + 37.5 + 40) / 3, with 60: 49.17
			"all          3   66.7 %  42.50 to 49.17 %  8.00 to 18.67 %  28.12 to 36.46 %  8.00 to 18.67 %\n",
		},
		// 2 steps have no interval
		4: {"2-4          2     50.0          10.00           0.00           20.00             0.00\n"},
		// dynP is SJF here. FCFS loses (50 - 20 + 37.5 - 0) / 2 more; 40 - 4 more or, at the bound, 60 - 36
		1: {"          33.75\n", " 24.00 to 36.00\n"},
	} {
		for _, line := range want {
			must.Contain(t, write(t, tables[k], table.Text), line, "table", k)
		}
	}
	csv := write(t, table.FieldRows(losses().Lines()), table.CSV)
	must.Equal(t, strings.Count(csv, "\n"), 1+3*4,
		"lines: the names, and four policies in two classes and in all")
	must.Contain(t, csv, "\n5,8,1,0,dynP,0,0,4.0")
	must.Contain(t, csv, "\n2,,3,2,FCFS,")
}

// Under another objective tables, figures and lines name it.
func TestLossObjective(t *testing.T) {
	r := lossResult(2, 1000, 1000)
	r.ObjectiveName = string(optgap.ObjectiveSLD)
	slowdown := loss.Of(summary.Collect([]record.Result{*r}), "", nil, 0)
	tables := report.LossTables("a.swf", slowdown)
	for k, want := range []string{
		"a.swf\nAverage performance loss in SLD against the optimum, (1 - ", "Performance loss of FCFS in SLD against the ",
	} {
		must.Hold(t, strings.HasPrefix(tables[k].Title, want),
			"found the title", tables[k].Title, "expected", want)
	}
	f := report.LossFigure("a.swf", slowdown)
	must.Equal(t, f.Title, "Average performance loss against the optimum at one second")
	must.Equal(t, f.Plots[0].Y, "loss in average slowdown")
	must.Contain(t, write(t, table.FieldRows(slowdown.Lines()), table.CSV), ",sld,")
}

// The answer is one sentence, and one on what is proven. Each number follows from the objectives: 1 - 1000/1250 = 20 %.
func TestAnswer(t *testing.T) {
	proven := func(index int, method string, objective int64) record.Result {
		r := *lossResult(5, objective, 1000)
		r.Index, r.Method, r.Status, r.Scope = index, method, optgap.StatusOptimal, optgap.ScopeSecond
		r.Bounds = map[optgap.BoundName]int64{"exact": 1000}
		return r
	}
	program := proven(0, "ilp", 1030)
	program.Scope, program.TimeScale, program.Bound = optgap.ScopeGrid, 60, 0
	unbound := *lossResult(5, 1100, 0)
	unbound.Index, unbound.Method = 1, "policies"
	five := proven(0, "exact", 1000)
	five.PolicyList = []string{"fcfs", "sjf", "ljf", "easy"}
	five.Policies["easy"] = record.Policy{Objective: 2500}
	own := proven(0, "exact", 1000)
	own.PolicyList = []string{"mine", "easy"}
	own.Policies = map[string]record.Policy{"mine": {Objective: 1000}, "easy": {Objective: 2500}}
	const whole = "The optimum at one second is proven on 1 of 1 step."
	for want, c := range map[string]struct {
		results []record.Result
		asked   report.Asked
	}{
		"On 1 step, the best of FCFS, SJF and LJF (dynP) loses 20.00 % of ARTwW against the optimum on average; " +
			"SJF 20.00 %, LJF 37.50 %, FCFS 50.00 %. " + whole: {results: []record.Result{proven(0, "exact", 1000)}},
		"On 1 of 9 steps of shard 2/3, the best of FCFS, SJF and LJF (dynP) loses 20.00 % of ARTwW against the optimum " +
			"on average; SJF 20.00 %, LJF 37.50 %, FCFS 50.00 %; the integer program at its time scale is 3.00 % above " +
			"the best schedule. " + whole: {
			[]record.Result{program, proven(0, "exact", 1000)},
			report.Asked{Steps: 9, Conditions: report.Conditions{Shard: "2/3"}},
		},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. " + whole +
			" 1 of 2 steps is left out: 1 with no lower bound.": {results: []record.Result{five, unbound}},
		"On 1 step, mine loses 0.00 % of ARTwW against the optimum on average, EASY 60.00 %; EASY loses 60.00 points more " +
			"than mine, the best of the others. " + whole: {results: []record.Result{own}},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. The steps came about under dynP-advanced; --drive easy takes those of EASY itself. " +
			whole + " 1 of 2 steps is left out: 1 with no lower bound.": {
			[]record.Result{five, unbound},
			report.Asked{Conditions: report.Conditions{Drive: "dynp-advanced"}, OwnBy: "--drive easy"},
		},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. The steps came about under EASY itself. " +
			whole + " 1 of 2 steps is left out: 1 with no lower bound.": {
			[]record.Result{five, unbound}, report.Asked{Conditions: report.Conditions{Drive: "easy"}},
		},
		"How much the policies lose against the optimum is not known. 1 of 1 step is left out: 1 with no lower bound. " +
			"A study with the method exact has lower bounds.": {results: []record.Result{unbound}},
	} {
		must.Equal(t, study(t, c.results, report.StudyOptions{Asked: c.asked}).Answer(), want)
	}
}
