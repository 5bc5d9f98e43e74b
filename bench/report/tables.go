package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/stepplan"
)

// StepsTable returns Table 1 of Grothklags and Streit (2004). It has a row for each result,
// and the averages of the summary below. Beside the columns of the paper stand the status
// and the ratio to the best bound. The row of an unsolved result has no metrics. Where
// the results minimise another average than the ARTwW, this average stands in its column. The
// narrow form leaves out the sizes, the slowdown and the quality.
func StepsTable(title string, results []record.Result, s *summary.Summary) table.Table {
	names, foot := summary.NamesIn(results), stepAverages(s)
	// of a solved result alone
	own := []string{"objective_value", "artww", "sldwa", "quality", "loss_percent", "ratio_to_bound"}
	var views []table.View[*record.Result]
	for _, c := range Spelt(table.Named(summary.Columns(names), names.WithLosses(summary.InText, true))) {
		v := c.View()
		v.Foot = foot[c.Key]
		switch {
		case c.Key == "artww" && !names.OfARTwW():
			continue
		case c.Key == "status":
			v.Cell = summary.Outcome
		case slices.Contains(own, c.Key):
			v.Cell = solvedOnly(v.Cell)
		}
		views = append(views, v)
	}
	return table.Of(title, lists.Pointers(results), views...)
}

// Spelt returns columns in which schedulers are called as people read them: the best policy, and the heads of losses.
func Spelt(columns []summary.Column) []summary.Column {
	for i := range columns {
		c := &columns[i]
		if c.Key == "best_policy" {
			c.Value = func(r *record.Result) string { return canvas.Name(r.BestPolicy) }
		}
		if name, ok := strings.CutSuffix(c.Show.Head, summary.LossHead); ok {
			c.Show.Head = canvas.Name(name) + summary.LossHead
		}
	}
	return columns
}

// solvedOnly returns the text of results with a schedule of the method's own; "" of others.
func solvedOnly(text func(*record.Result) string) func(*record.Result) string {
	return func(r *record.Result) string {
		if !summary.Solved(r) {
			return ""
		}
		return text(r)
	}
}

// stepAverages returns the last row of StepsTable by the keys of columns. It counts proofs on the grid and proofs
// at one second apart.
func stepAverages(s *summary.Summary) map[string]string {
	return map[string]string{
		"now": "averages", "jobs": format.Decimal(s.Jobs, 1), "makespan": format.Optional(s.Makespan, format.Whole),
		"accumulated_run_time": format.Whole(s.AccumulatedRunTime),
		"time_scale":           format.Optional(s.TimeScale, format.Whole),
		"quality":              format.Optional(s.Quality, format.Ratio),
		"loss_percent":         format.Existing(s.LossPercent, format.Percent), "solve_seconds": format.Time(s.Seconds),
		"status": fmt.Sprintf("optimal of %s:\n%s on the grid,\n%s at 1 s",
			format.Count(int64(s.Steps), "step"), count(s.OnGrid), count(s.AtSecond)),
		"ratio_to_bound": format.Optional(s.RatioToBound, format.Ratio),
	}
}

// PowerTable compares the power of the policies and of the method (Grothklags and Streit,
// end of section 3.2). The quality is the objective of the method divided by that of the
// policy. The power is the quality per second of computation.
func PowerTable(method string, s *summary.Summary) table.Table {
	names := s.PolicyNames
	powers := []string{format.Significant(s.Power, 4)}
	for _, name := range names {
		powers = append(powers, format.Significant(s.PolicySummaries[name].Power, 4))
	}
	powers = format.AlignPoints(powers)
	_, what := against(method)
	t := table.Table{
		Title: "Power: the quality that a second of computation gives (quality / average time per step)\n" +
			"quality, perf. loss: against " + what + stepplan.AboutPlans(names),
		Columns: slices.Concat(
			table.Words("scheduler"), table.Numbers("best of the\npolicies", "quality", "perf.\nloss"),
			table.Numbers("time per\nstep", "quality\nper second"),
		),
	}
	for i, name := range names {
		p := s.PolicySummaries[name]
		t.Rows = append(t.Rows, []string{
			canvas.Name(name), count(p.Best), format.Optional(p.Quality, format.Ratio),
			format.Existing(p.LossPercent, format.Percent), format.Time(p.PlanSeconds), powers[i+1],
		})
	}
	quality, loss := 1.0, 0.0
	if method == record.Given {
		quality, loss = s.Quality, *s.LossPercent
	}
	t.Rows = append(t.Rows, []string{
		method, "", format.Ratio(quality), format.Percent(loss), format.Time(s.Seconds), powers[0],
	})
	return t
}

// BoundsTable returns the ratio of the method's objective to each lower bound on the
// one-second problem.
func BoundsTable(s *summary.Summary) table.Table {
	t := table.Table{
		Title:   "Objective divided by lower bounds on the one-second problem, averages",
		Columns: append(table.Words("bound"), table.Numbers("ratio")...),
	}
	for _, name := range slices.Sorted(maps.Keys(s.RatiosToBounds)) {
		t.Rows = append(t.Rows, []string{string(name), format.Ratio(s.RatiosToBounds[name])})
	}
	t.Rows = append(t.Rows, []string{"best of them", format.Optional(s.RatioToBound, format.Ratio)})
	return t
}
