package grothklags2004

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/timescale"
)

// ScaleTable returns the time scale of each printed row by Eq. 6, with 1 kB and with 0.1 kB
// an entry.
func ScaleTable() table.Table {
	text, rule := timescale.PaperRule(), TableRule()
	t := table.Table{
		Title: "Time scales of Table 1 by Eq. 6 from its own makespans and run times, 2 GB for the program",
		Columns: table.Numbers("submission\ntime [s]", "makespan\n[s]", "acc. run\ntime [s]",
			"1 kB an entry,\nbefore rounding [s]", "1 kB\n[min]", "0.1 kB\n[min]", "printed\n[min]"),
	}
	row := func(name string, r Row) []string {
		return []string{
			name, format.Integer(r.Makespan), format.Integer(r.AccumulatedRunTime), format.Decimal(r.scale(), 1),
			minutes(rule.Scale(r.Makespan, r.AccumulatedRunTime)),
			minutes(text.Scale(r.Makespan, r.AccumulatedRunTime)),
			format.Integer(r.Minutes),
		}
	}
	for _, r := range Rows() {
		t.Rows = append(t.Rows, row(format.Integer(r.Submission), r))
	}
	t.Footer = row("averages", Averages())
	return t
}

func minutes(seconds int64) string { return format.Integer(seconds / 60) }

// rowsTable returns a table with a line for each printed row of Table 1. Below it stands a
// line for each of the ways in which the step like it was solved.
func (e *Experiment) rowsTable(ways []Way) table.Table {
	t := table.Table{
		Title: fmt.Sprintf("Table 1, each row of the paper above the step of %s that is most like it. "+
			"The paper solved with CPLEX on the trace CTC of 430 processors; here are %d", e.Trace, e.Machine),
		Columns: slices.Concat(
			table.Words("solved by"),
			table.Numbers("step", "submission\ntime [s]", "jobs"),
			table.Extra(table.Numbers("makespan\n[s]", "acc. run\ntime [s]")...), table.Numbers("scale\n[min]"),
			table.Extra(table.Numbers("quality")...),
			table.Numbers("perf.\nloss", "comp.\ntime"),
			table.Words("best\npolicy", "proven"),
		),
	}
	for i, r := range Rows()[:len(e.Chosen)] {
		t.Rows = append(t.Rows, []string{
			"paper", "", format.Integer(r.Submission), format.Decimal(r.Jobs, 0),
			format.Integer(r.Makespan), format.Integer(r.AccumulatedRunTime),
			format.Integer(r.Minutes), format.Ratio(r.Quality),
			format.Percent(r.LossPercent), format.Time(r.Time.Seconds()), r.bestPolicy(), "",
		})
		for _, way := range ways {
			if found := e.at(e.Chosen[i].Index, way); found != nil {
				t.Rows = append(t.Rows, wayRow(way, found, e.at(e.Chosen[i].Index, AtSecond)))
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

// wayRow returns the line of a measured step. second is its result at one second, for the upper end of a
// loss that is not proven, or nil if there is none.
func wayRow(way Way, r, second *record.Result) []string {
	row := []string{
		string(way), strconv.Itoa(r.Index), format.Integer(r.Now), format.Integer(int64(r.Jobs)),
		format.Optional(r.Makespan, format.Integer), format.Integer(r.AccumulatedRunTime),
		scaleMinutes(float64(r.TimeScale)), "", "", format.Time(r.SolveSeconds), r.BestPolicy,
		shortly(summary.Outcome(r)),
	}
	if proven(r) {
		row[11] = "yes"
	}
	if bare(r) {
		row[11] = "no better than its start"
	} else if summary.Solved(r) {
		if row[8] = lossText(solvedStep(r, second)); r.Quality != nil {
			row[7] = format.Ratio(r.Quality.SLDwA)
		}
	}
	return row
}

// lossText writes the loss, or the ends between which it lies; "": there is none.
func lossText(s Solved) string {
	switch {
	case math.IsNaN(s.Low):
		return ""
	case s.Proven || s.Low == s.High:
		return format.Percent(s.Low)
	case s.High == 100:
		return ">= " + format.Percent(s.Low)
	}
	return format.Decimal(s.Low, 2) + ".." + format.Percent(s.High)
}

// scaleMinutes writes a time scale in minutes. It returns "" for 0, where there is no grid.
func scaleMinutes(seconds float64) string {
	if seconds == 0 {
		return ""
	}
	return format.Decimal(seconds/60, 0)
}

// averagesTable returns the averages of Table 1, of all steps and of the rows.
func (e *Experiment) averagesTable() table.Table {
	paper := Averages()
	t := table.Table{
		Title: "Averages",
		Columns: slices.Concat(
			table.Words("solved by"), table.Numbers("steps", "solved", "proven", "jobs"),
			table.Extra(table.Numbers("makespan\n[s]", "acc. run\ntime [s]")...),
			table.Numbers("scale\n[min]", "perf.\nloss", "largest\nloss", "comp.\ntime", "longest"),
		),
	}
	t.Rows = append(t.Rows, []string{
		"paper, all", "", "", "", format.Decimal(paper.Jobs, 1),
		format.Integer(paper.Makespan), format.Integer(paper.AccumulatedRunTime),
		format.Integer(paper.Minutes), format.Percent(paper.LossPercent),
		format.Percent(10.87), format.Time(paper.Time.Seconds()), format.Time(Rows()[8].Time.Seconds()),
	})
	add := func(name string, results []record.Result) {
		if len(results) > 0 {
			t.Rows = append(t.Rows, e.averagesRow(name, results))
		}
	}
	all := "search, all"
	if n := len(e.All); n > 0 && n < e.Steps {
		all = "search, of " + format.Integer(int64(e.Steps))
	}
	add(all, e.All)
	add(string(Literal)+", tenth", e.Tenth)
	for _, way := range ways {
		add(string(way)+", rows", of(way, e.Rows))
	}
	return t
}

func (e *Experiment) averagesRow(name string, results []record.Result) []string {
	var low, high []float64 // of the results with a loss of their own
	for i := range results {
		if s := solvedStep(&results[i], e.second(results[i].Index)); !math.IsNaN(s.Low) {
			low, high = append(low, s.Low), append(high, s.High)
		}
	}
	s := summary.Of(results)
	row := []string{
		name, format.Integer(int64(s.Steps)), format.Integer(int64(len(low))), format.Integer(int64(s.Optimal)),
		format.Decimal(s.Jobs, 1), format.Optional(s.Makespan, format.Whole), format.Decimal(s.AccumulatedRunTime, 0),
		scaleMinutes(s.TimeScale), "", "", format.Time(s.Seconds), format.Time(s.MaxSeconds),
	}
	if len(low) > 0 {
		mean, largest := Solved{Low: stat.Mean(low, nil), High: stat.Mean(high, nil)}, floats.Max(high)
		if largest == 100 { // some loss has no upper end
			mean.High = 100
		}
		row[8], row[9] = lossText(mean), lossText(Solved{Low: floats.Max(low), High: largest})
	}
	return row
}

// figures returns the paper's figure, an example of a machine history, and loss and time against size.
func (e *Experiment) figures() map[string]figure.Figure {
	all := map[string]figure.Figure{}
	if len(e.Example) > 0 {
		all["figure-1"] = e.historyFigure()
	}
	loss := figure.Plot{Title: "Performance loss of the best policy", X: "waiting jobs", Y: "performance loss [%]"}
	time := figure.Plot{Title: "Computation time", X: "waiting jobs", Y: "computation time with limits [s]"}
	for _, way := range ways {
		results := of(way, e.Results())
		time.Lines = append(time.Lines, bySize(way, results, func(r record.Result) float64 { return r.SolveSeconds })...)
		results = slices.DeleteFunc(results, func(r record.Result) bool { return r.LossPercent == nil || bare(&r) })
		loss.Lines = append(loss.Lines, bySize(way, results, func(r record.Result) float64 { return *r.LossPercent })...)
	}
	shown := figure.Figure{Title: "Loss and time against the number of waiting jobs, means", Subtitle: e.Trace}
	for _, p := range []figure.Plot{loss, time} {
		if len(p.Lines) > 0 {
			shown.Plots = append(shown.Plots, p)
		}
	}
	if len(shown.Plots) > 0 {
		all["size"] = shown
	}
	return all
}

// historyFigure shows the free processors at the step that is like the first row of Table 1.
func (e *Experiment) historyFigure() figure.Figure {
	l := figure.Line{Name: "free processors", Stairs: true}
	for _, c := range e.Example {
		l.X, l.Y = append(l.X, float64(c.Time)/3600), append(l.Y, float64(c.Free))
	}
	return figure.Figure{
		Title: "Figure 1. Example of a machine history", Subtitle: e.Trace + ", the step that is most like the first row",
		Plots: []figure.Plot{{X: "hours from now", Y: "processors", Lines: []figure.Line{l}}},
	}
}

// bySize returns a line of the means over results with equally many jobs; none without results.
func bySize(way Way, results []record.Result, of func(record.Result) float64) []figure.Line {
	l := figure.Line{Name: string(way)}
	jobs := func(r record.Result) int { return r.Jobs }
	results = slices.SortedStableFunc(slices.Values(results), func(a, b record.Result) int { return a.Jobs - b.Jobs })
	for _, same := range table.GroupBy(results, jobs) {
		l.X, l.Y = append(l.X, float64(same[0].Jobs)), append(l.Y, stat.Mean(table.Each(same, of), nil))
	}
	if len(l.X) == 0 {
		return nil
	}
	return []figure.Line{l}
}
