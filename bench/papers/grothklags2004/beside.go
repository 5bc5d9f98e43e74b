package grothklags2004

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// rowsTable returns a table with a line for each printed row of Table 1. Below it stands a
// line for each of the ways in which the step like it was solved.
func (e *Experiment) rowsTable(ways []Way) table.Table {
	t := table.Table{
		Title: fmt.Sprintf(
			"Table 1, each row of the paper above the step of %s that is most like it. "+
				"The paper solved with CPLEX on the trace CTC of 430 processors; here are %d. "+
				"Eq. 1-5 is the program as printed",
			e.Trace,
			e.Machine,
		),
		Columns: slices.Concat(
			table.Words("solved by"),
			table.Numbers("step", "submission\ntime [s]", "jobs"),
			table.Extra(
				table.Numbers("makespan\n[s]", "acc. run\ntime [s]")...),
			table.Numbers("scale\n[min]"),
			table.Extra(table.Numbers("quality")...),
			table.Numbers("perf.\nloss", "comp.\ntime"),
			table.Words("best\npolicy", "proven"),
		),
	}
	if slices.Contains(ways, Program) {
		t.Title += ", program a smaller one of the same optimum"
	}
	for i, r := range Rows()[:len(e.Chosen)] {
		t.Row(
			"paper", "", format.Integer(r.Submission), format.Integer(r.Jobs),
			format.Integer(r.Makespan), format.Integer(r.AccumulatedRunTime),
			format.Integer(r.TimeScale/60), format.Ratio(r.Quality),
			format.Percent(r.LossPercent), format.Time(float64(r.Seconds)), r.bestPolicy(), "",
		)
		for _, way := range ways {
			if found := e.at(e.Chosen[i].Index, way); found != nil {
				t.Row(wayRow(way, found, e.at(e.Chosen[i].Index, AtSecond))...)
			}
		}
	}
	return t
}

// bestPolicy returns the policy that the text names for a row; "": none.
func (r Row) bestPolicy() string {
	if r.Block == 1 || r.LossPercent < 0 {
		return "SJF"
	}
	return ""
}

// shortly shortens the words for a result without a proof: "time limit", "too little time".
func shortly(outcome string) string {
	for _, start := range []string{"feasible: ", "unsolved: "} {
		outcome = strings.TrimPrefix(outcome, start)
	}
	return strings.TrimSuffix(outcome, " for its program")
}

// wayRow returns the line of a measured step. second is its result at one second, for the upper end
// of a loss that is not proven, or nil if there is none.
func wayRow(way Way, r, second *record.Result) []string {
	row := []string{
		string(way),
		strconv.Itoa(r.Index),
		format.Integer(r.Now),
		format.Integer(r.Jobs),
		format.Optional(r.Makespan, format.Integer),
		format.Integer(r.AccumulatedRunTime),
		format.Optional(float64(r.TimeScale)/60, format.Whole),
		"",
		"",
		format.Time(r.SolveSeconds),
		r.BestPolicy,
		shortly(summary.Outcome(r)),
	}
	if proven(r) {
		row[11] = "yes"
	}
	if bare(r) {
		row[11] = "no better than " + r.BestPolicy
	} else if summary.Solved(r) {
		row[8] = lossText(numbersOf(r, second))
		if r.Quality != nil {
			row[7] = format.Ratio(r.Quality.SLDwA)
		}
	}
	return row
}

// lossText writes the loss, or the ends between which it lies; "": there is none.
func lossText(v statement.Numbers) string {
	loss, found := v["loss"]
	switch {
	case !found:
		return ""
	case loss == v["to"]:
		return format.Percent(loss)
	case v["to"] == 100:
		return ">= " + format.Percent(loss)
	}
	return format.Decimal(loss, 2) + " to " + format.Percent(v["to"])
}

// figures returns the paper's figure: the free processors at a step like the first row of Table 1.
func (e *Experiment) figures() figure.Set {
	if len(e.Example) == 0 {
		return nil
	}
	l := figure.Line{Name: "free processors", Stairs: true}
	for _, c := range e.Example {
		at := figure.Point{X: float64(c.Time) / 3600, Y: float64(c.Free)}
		l.Points = append(l.Points, at)
	}
	return figure.Set{"figure-1": {
		Title:    "Figure 1. Example of a machine history",
		Subtitle: e.Trace + ", a step with running jobs like the first row",
		Plots:    []figure.Plot{{X: "hours from now", Y: "processors", Lines: []figure.Line{l}}},
	}}
}
