package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

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
	t.Helper()
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
			[]record.Result{program, proven(0, "exact", 1000)}, report.Asked{Steps: 9, Shard: "2/3"},
		},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. " + whole +
			" 1 of 2 steps is left out: 1 with no lower bound.": {results: []record.Result{five, unbound}},
		"On 1 step, mine loses 0.00 % of ARTwW against the optimum on average, EASY 60.00 %; EASY loses 60.00 points more " +
			"than mine, the best of the others. " + whole: {results: []record.Result{own}},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. The steps came about under dynP-advanced; --drive easy takes those of EASY itself. " +
			whole + " 1 of 2 steps is left out: 1 with no lower bound.": {
			[]record.Result{five, unbound}, report.Asked{Drive: "dynp-advanced", OwnBy: "--drive easy"},
		},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. The steps came about under EASY itself. " +
			whole + " 1 of 2 steps is left out: 1 with no lower bound.": {
			[]record.Result{five, unbound}, report.Asked{Drive: "easy"},
		},
		"How much the policies lose against the optimum is not known. 1 of 1 step is left out: 1 with no lower bound. " +
			"A study with the method exact has lower bounds.": {results: []record.Result{unbound}},
	} {
		must.Equal(t, study(t, c.results, report.StudyOptions{Asked: c.asked}).Answer(), want)
	}
}
