package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/frame"
)

// shownRegressions is the largest number of regressions that the table lists.
const shownRegressions = 20

// ChangeTables compares an old set of results and a new one: the results that are solved,
// the values, the times, and the largest regressions. old and new name the sets.
func ChangeTables(c *frame.Comparison, old, new string) []table.Table {
	groups := c.Methods
	if len(groups) > 1 {
		all := c.All
		all.Name = "all"
		groups = append(slices.Clone(groups), all)
	}
	tables := []table.Table{solvedChange(groups, c.Kind, old, new), valueChange(groups)}
	return append(tables, table.WithRows(timeChange(groups), regressionTable(c.Regressions()))...)
}

// solvedChange counts the results that are solved and proven.
func solvedChange(groups []frame.Group, kind *frame.Kind, old, new string) table.Table {
	t := table.Table{Title: fmt.Sprintf("%s: old %s, new %s", kind.Name, old, new)}
	if !kind.Proves() { // there is one replay of each scheduler and setting
		groups = groups[len(groups)-1:]
	}
	for _, g := range groups {
		cells := []table.Cell{
			table.Name("method", g.Name),
			counted("paired", g.Count(frame.Pair.Both)),
			counted("old only", g.Count(frame.Pair.OnlyOld)),
			counted("new only", g.Count(frame.Pair.OnlyNew)),
		}
		both := func(head string, holds func(*frame.Row) bool) {
			cells = append(cells, counted(head+"\nold", g.Count(frame.InOld(holds))))
			cells = append(cells, counted(head+"\nnew", g.Count(frame.InNew(holds))))
		}
		if kind.Proves() {
			both("solved", (*frame.Row).Solved)
			both("optimal", (*frame.Row).Proven)
		}
		if kind.Has(frame.Scope) { // the others are optimal on a grid
			both("at 1 s", (*frame.Row).AtSecond)
		}
		t.Add(cells...)
	}
	return t
}

// valueChange compares the values of the last group, which is all results, and those
// values of each single method that changed.
func valueChange(groups []frame.Group) table.Table {
	t := table.Table{
		Title: "Means, and the ratio of the new to the old with its range over tenths of the pairs; " +
			"of single methods, what changed",
		Columns: slices.Concat(
			table.Words("method", "value"),
			table.Numbers("pairs", "better", "worse"),
			table.Numbers("old", "new", "ratio", "from", "to"),
		),
	}
	for i, g := range groups {
		for _, d := range g.Changes {
			if d.Pairs > 0 && (i == len(groups)-1 || d.Better+d.Worse > 0) {
				t.Row(
					g.Name,
					d.Name(),
					count(d.Pairs),
					count(d.Better),
					count(d.Worse),
					average(d.Old),
					average(d.New),
					format.Ratio(d.Ratio.Value),
					format.Existing(d.Ratio.TenthsLow, format.Ratio),
					format.Existing(d.Ratio.TenthsHigh, format.Ratio),
				)
			}
		}
	}
	return t
}

// average writes large values in whole units, and huge ones with five digits.
func average(v float64) string {
	switch {
	case math.Abs(v) >= 1e9:
		return fmt.Sprintf("%.5g", v)
	case math.Abs(v) >= 1000:
		return format.Decimal(v, 0)
	}
	return format.Ratio(v)
}

// timeChange compares the solve times. The table may have no row.
func timeChange(groups []frame.Group) table.Table {
	t := table.Table{
		Title: "Solve times in seconds: shifted geometric means (shift 1 s), " +
			"and the ratio of the new to the old with its 95 % interval; p of the Wilcoxon signed-rank test",
		Columns: append(
			table.Words("method"),
			table.Numbers("pairs", "old", "new", "ratio", "from", "to", "p")...),
	}
	for _, g := range groups {
		if s := g.Times; s.Pairs > 0 {
			t.Row(
				g.Name,
				count(s.Pairs),
				seconds(s.Old),
				seconds(s.New),
				format.Ratio(s.Ratio.Value),
				format.Existing(s.Ratio.Low, format.Ratio),
				format.Existing(s.Ratio.High, format.Ratio),
				probability(s.P),
			)
		}
	}
	return t
}

// seconds writes times with four digits, long ones in whole seconds.
func seconds(v float64) string { return format.Significant(v, 4) }

// probability writes a p-value.
func probability(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return format.Ratio(p)
}

// regressionTable lists the largest regressions, lost schedules and proofs first.
func regressionTable(all []frame.Regression) table.Table {
	type regression = frame.Regression
	title := format.Count(len(all), "regression")
	if len(all) > shownRegressions {
		title += fmt.Sprintf(", the largest %d; all with --format json", shownRegressions)
		all = slices.Clone(all)
		slices.SortStableFunc(
			all,
			func(a, b regression) int { return cmp.Compare(b.Size(), a.Size()) },
		)
		all = all[:shownRegressions]
	}
	t := table.Table{Title: title}
	for _, r := range all {
		t.Add(
			table.Number("index", fmt.Sprint(r.Index)),
			table.Name("method", r.Method),
			table.Name("what", r.What),
			table.Number("old", shortened(r.What, r.Old)),
			table.Number("new", shortened(r.What, r.New)),
		)
	}
	return t
}

// shortened writes integers and words as they are, and other values with four digits.
func shortened(what string, v any) string {
	switch v := v.(type) {
	case int64:
		return format.Integer(v)
	case float64:
		if what == frame.Seconds {
			return seconds(v)
		}
		return format.Decimal(v, 4)
	}
	return fmt.Sprint(v)
}
