package report

import (
	"math"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// TestLadderText: parts are shares of what lies above the best found; one below 0 is said in
// words. A log that uses more than the machine says for which machine the best and the bound hold.
func TestLadderText(t *testing.T) {
	l := record.Ladder{
		Machine: 8, ObjectiveName: "artww", Scheduler: "mine", Value: 250, Found: 150,
		Bound: 100, Planning: -10, RunTimes: 30, Arrivals: 80, Open: 50, AtLeast: 5. / 3, AtMost: 2.5,
		Optimum: 260, OptimumPerfect: 230, PlanningLow: new(-14.0), PlanningHigh: new(2.0),
	}
	check := func(want string) {
		t.Helper()
		must.Equal(t, LadderText(&l), want)
	}
	const parts = " Of its 100.0 s above the best found, 30 % would be saved by knowing run times, " +
		"80 % by knowing arrivals. Here planning each step better saves nothing: " +
		"the best plan for the jobs that wait is not the best for those that come."
	check("mine is 1.66 to 2.50 times the best possible." + parts)
	l.Overfull, l.AtMost = "more than 8 processors are busy", 0
	check("mine is at least 1.66 times the best possible " +
		"(more than 8 processors are busy: that is of 8 processors)." + parts)
	l.Value, l.AtLeast, l.Overfull = 150, 1, ""
	check("mine is at least 1.00 times the best possible.")
	l.Value, l.Planning, l.RunTimes, l.Arrivals = 250, -1, -2, 0
	check("mine is at least 1.00 times the best possible. Of its 100.0 s above the best found, " +
		"0 % would be saved by knowing arrivals. Here planning each step better and knowing run times saves nothing: " +
		"the best plan for the jobs that wait is not the best for those that come.")
	l.Value, l.Planning, l.RunTimes, l.Arrivals = 150, -10, 30, 80
	l.Bound = math.Nextafter(l.Found, 0)
	rows := LadderTable([]*record.Ladder{&l}).Rows
	must.Hold(t, len(rows) == 5 && rows[4][0] == "bound" && rows[0][4] == "-14.0 to 2.0" && rows[1][4] == "",
		"rows", rows)
	l.PlanningLow, l.PlanningHigh = nil, nil
	columns := LadderTable([]*record.Ladder{&l}).Columns
	must.Equal(t, len(columns), 4, "columns", columns, "without intervals")
}
