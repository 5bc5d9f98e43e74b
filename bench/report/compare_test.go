package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

// The times' averages: sqrt(5 * 3) - 1 = 2.873 s and sqrt(1.5 * 11) - 1 = 3.062 s.
// The program is 1 % above the best on one step of two, its gap 1.98 % there and 0
// on the other. The policy whose schedule stands in for the search on step 8 has no
// cell.
func TestMethodTables(t *testing.T) {
	c := summary.Collect(recordtest.Compared())
	steps, methods := report.MethodSteps(c, "a.swf", 0), report.Methods(c.Totals())
	golden.Tables(t, "methods.txt", steps, methods)
	golden.Text(t, "methods-wide.txt", []byte(write(t, steps, table.Wide)+"\n"+write(t, methods, table.Wide)))
	one := write(t, report.MethodSteps(c, "a.swf", 1), table.Text)
	must.Hold(t, strings.Contains(one, "(1 of 2 steps shown)") && !strings.Contains(one, "limit"),
		"found", one)
}

// Gaps are of schedules of the method's own, times of all that was timed. Of two steps, both
// programs have a gap of at most 1.98 %.
func TestEffortFigures(t *testing.T) {
	figures := report.EffortFigures(summary.Collect(recordtest.Compared()), "a.swf")
	for name, most := range map[string]float64{"gaps": 1, "times": 1} {
		lines := figures[name].Plots[0].Lines
		must.Need(t, len(lines) != 0, name, "found no line")
		for _, l := range lines {
			last := l.Points[len(l.Points)-1].Y
			must.Hold(t, last > 0 && last <= most, name, l.Name, "found a share of", last, "at the end")
		}
	}
	for _, l := range figures["gaps"].Plots[0].Lines {
		first, last := l.Points[0], l.Points[len(l.Points)-1]
		if l.Name == "ilp" && (last.Y != 1 || first != (figure.Point{X: 0, Y: 0.5})) {
			t.Errorf("found %+v, expected half of the steps at 0 and all at the end", l)
		}
	}
	must.Equal(t, len(report.EffortFigures(summary.Collect(nil), "")), 0, "figures of nothing")
}

// changeOf compares two sets of results.
func changeOf(t *testing.T, old, new []record.Result) *frame.Comparison {
	t.Helper()
	var sets []*frame.Input
	for _, results := range [][]record.Result{old, new} {
		var b strings.Builder
		for _, r := range results {
			must.Do(record.NewWriter(&b).Write(r))
		}
		sets = append(sets, must.Get(frame.Open("-", strings.NewReader(b.String()))))
	}
	return must.Get(frame.Compare(sets[0], sets[1], frame.Options{Threshold: 0.05}))
}

// slower returns the results with times and objectives that are 10 % larger, and without
// one proof.
func slower(results []record.Result) []record.Result {
	worse := slices.Clone(results)
	for i := range worse {
		worse[i].SolveSeconds *= 1.1
		worse[i].Objective += worse[i].Objective / 10
	}
	worse[1].Status = "feasible"
	return worse
}

func TestChangeTables(t *testing.T) {
	old := large()
	c := changeOf(t, old, slower(old))
	tables := report.ChangeTables(c, "before", "after")
	var all string
	for _, rows := range tables {
		all += write(t, rows, table.Text)
	}
	for _, want := range []string{
		"results of studies: old before, new after\n",
		"\nilp           40         0         0      39      39       39       38       0       0\n", // one crashed in both
		"\nall          120         0         0     118     118       78       77       0       0\n",
		"\nexact     objective     40       0     40  1.2593e+12  1.3852e+12  1.1000  1.1000  1.1000\n",
		"\nexact        40       28,800       31,680  1.1000  1.1000  1.1000  <0.0001\n",
		// 120 objectives, 80 times, of policies none, and a proof
		"\n201 regressions, the largest 20; all with --format json\n",
		"\n123456  ilp     status         optimal  feasible\n", // lost proofs come first
	} {
		must.Contain(t, "\n"+all, want)
	}
	same := report.ChangeTables(changeOf(t, old, old), "a", "b")
	if len(same) != 3 || len(same[1].Rows) != 2 {
		t.Errorf("without a change there are %d tables, expected 3, the second with the values of all methods", len(same))
	}
}
