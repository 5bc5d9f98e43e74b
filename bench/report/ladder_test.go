package report

import (
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// TestLadderText: differences are told without a sign, also those that cost, and a log that uses more than the machine
// says for which machine the best and the bound hold.
func TestLadderText(t *testing.T) {
	l := record.Ladder{
		Machine: 8, ObjectiveName: "artww", Scheduler: "mine", Value: 200, Found: 150,
		Bound: 100, Planning: -10, RunTimes: 30, Arrivals: 30, Open: 50, AtLeast: 4. / 3, AtMost: 2,
		Optimum: 210, OptimumPerfect: 180, PlanningLow: new(-14.0), PlanningHigh: new(2.0),
	}
	want := "mine: artww 200.0 s, 1.33 to 2.00 times the best possible. Of 100.0 s above the bound, " +
		"planning better at each step would cost 10.0 s (10 %; 95 %: -2.0 to 14.0 s), " +
		"knowing run times would save 30.0 s (30 %), " +
		"knowing arrivals 30.0 s (30 %); 50.0 s (50 %) are open; " +
		"a rung that costs plans for the jobs that wait, and not for those that come."
	if got := LadderText(&l); got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
	l.Overfull, l.AtMost, l.Bound = "more than 8 processors are busy", 0, 0
	got := LadderText(&l)
	if !strings.Contains(got, "(more than 8 processors are busy: best and bound are those of 8 processors)") ||
		strings.Contains(got, "times the best") {
		t.Error(got)
	}
	l.Bound = 250
	if got := LadderText(&l); !strings.Contains(got, ". It is 50.0 s below the bound, planning") {
		t.Error(got)
	}
	l.Bound = math.Nextafter(l.Found, 0)
	rows := LadderTable([]*record.Ladder{&l}).Rows
	if len(rows) != 5 || rows[4][0] != "bound" || rows[0][4] != "-14.0 to 2.0" || rows[1][4] != "" {
		t.Errorf("rows %v", rows)
	}
	l.PlanningLow, l.PlanningHigh = nil, nil
	if columns := LadderTable([]*record.Ladder{&l}).Columns; len(columns) != 4 {
		t.Errorf("columns %v without intervals", columns)
	}
}
