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
	if len(tables) != 5 {
		t.Fatalf("found %d tables, expected that of the averages and one for each policy", len(tables))
	}
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
	if !strings.Contains(csv, "\n5,8,1,0,dynP,0,0,4.0") || !strings.Contains(csv, "\n2,,3,2,FCFS,") {
		t.Errorf("found\n%s", csv)
	}
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
		if !strings.HasPrefix(tables[k].Title, want) {
			t.Errorf("found the title %q, expected %q", tables[k].Title, want)
		}
	}
	f := report.LossFigure("a.swf", slowdown)
	if f.Title != "Average performance loss against the optimum at one second" ||
		f.Plots[0].Y != "loss in average slowdown" {
		t.Errorf("found a figure %q of %q", f.Title, f.Plots[0].Y)
	}
	must.Contain(t, write(t, table.FieldRows(slowdown.Lines()), table.CSV), ",sld,")
}
