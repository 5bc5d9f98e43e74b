package report

import (
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/results/summary"
)

// Averages returns the averages of each method over the steps, with their 95 % intervals.
// The table may have no row.
func Averages(totals []methodstats.Total) table.Table {
	t := table.Table{
		Title:   "Averages over steps and their 95 % intervals; times are shifted geometric, shift 1 s",
		Columns: slices.Concat(table.Words("method", "average of"), table.Numbers("steps", "average", "95 % interval")),
	}
	for _, m := range totals {
		add := func(of string, v confidence.Values, average, interval string) {
			if len(v) >= confidence.Least {
				t.Rows = append(t.Rows, []string{m.Method, of, count(len(v)), average, interval})
			}
		}
		if len(totals) > 1 {
			add("above the best method", m.Above, format.Percent(m.Above.Mean()), Confident(m.Above.Interval(), format.Percent))
		}
		add("gap", m.Gap, format.Percent(m.Gap.Mean()), Confident(m.Gap.Interval(), format.Percent))
		const shift = confidence.SecondsShift
		add("time", m.Time, format.Time(m.Time.Geometric(shift)), Confident(m.Time.GeometricInterval(shift), format.Time))
	}
	return t
}

// Costs returns the CPU time, the wall time and the memory of the results of each method,
// as package record counts them. The table may have no row. It is wider than text should
// be.
func Costs(totals []methodstats.Total) table.Table {
	t := table.Table{Title: "Costs of the results", Columns: slices.Concat(
		table.Words("method"), table.Numbers("results"),
		table.Numbers("CPU time,\ntotal", "average", "95 % interval"),
		table.Numbers("wall time,\ntotal", "average"),
		table.Numbers("largest\nmemory [MB]", "average\n[MB]"),
	)}
	for _, m := range totals {
		if m.Measured > 0 {
			t.Rows = append(t.Rows, []string{
				m.Method, count(m.Measured), format.Time(m.CPU.Sum()), format.Time(m.CPU.Mean()),
				Confident(m.CPU.Interval(), format.Time), format.Time(m.Wall.Sum()), format.Time(m.Wall.Mean()),
				format.Decimal(m.Memory.Largest()/1e6, 1), format.Decimal(m.Memory.Mean()/1e6, 1),
			})
		}
	}
	return t
}

// MoldableAverages compares the algorithms for moldable jobs over all instances. Averages have
// 95 % intervals where there are enough instances.
func MoldableAverages(all []summary.Moldable) table.Table {
	t := table.Table{Columns: slices.Concat(table.Words("algorithm"), table.Numbers("results", "schedules", "optimal",
		"minsum /\nbound", "95 % interval", "makespan /\nbound", "95 % interval", "average\ntime"))}
	for _, m := range all {
		t.Rows = append(t.Rows, []string{
			m.Algorithm, count(m.Results), count(m.Schedules), count(m.Optimal),
			format.Ratio(m.Minsum.Mean()), Confident(m.Minsum.Interval(), format.Ratio),
			format.Ratio(m.Makespan.Mean()), Confident(m.Makespan.Interval(), format.Ratio),
			format.Time(m.Time.Geometric(confidence.SecondsShift)),
		})
	}
	return t
}
