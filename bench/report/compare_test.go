package report_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/report"
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
	if !strings.Contains(one, "(1 of 2 steps shown)") || strings.Contains(one, "limit") {
		t.Errorf("found\n%s", one)
	}
}

// Gaps are of schedules of the method's own, times of all that was timed. Of two steps, both
// programs have a gap of at most 1.98 %.
func TestEffortFigures(t *testing.T) {
	figures := report.EffortFigures(summary.Collect(recordtest.Compared()), "a.swf")
	for name, most := range map[string]float64{"gaps": 1, "times": 1} {
		lines := figures[name].Plots[0].Lines
		if len(lines) == 0 {
			t.Fatalf("%s: found no line", name)
		}
		for _, l := range lines {
			if last := l.Points[len(l.Points)-1].Y; last <= 0 || last > most {
				t.Errorf("%s, %s: found a share of %v at the end", name, l.Name, last)
			}
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
