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
	type total = methodstats.Total
	measured := slices.DeleteFunc(slices.Clone(totals), func(m total) bool { return m.Measured == 0 })
	return table.Of("Costs of the results", measured,
		table.Name("method", func(m total) string { return m.Method }),
		table.Number("results", func(m total) string { return count(m.Measured) }),
		table.Number("CPU time,\ntotal", func(m total) string { return format.Time(m.CPU.Sum()) }),
		table.Number("average", func(m total) string { return format.Time(m.CPU.Mean()) }),
		table.Number("95 % interval", func(m total) string { return Confident(m.CPU.Interval(), format.Time) }),
		table.Number("wall time,\ntotal", func(m total) string { return format.Time(m.Wall.Sum()) }),
		table.Number("average", func(m total) string { return format.Time(m.Wall.Mean()) }),
		table.Number("largest\nmemory [MB]", func(m total) string { return format.Decimal(m.Memory.Largest()/1e6, 1) }),
		table.Number("average\n[MB]", func(m total) string { return format.Decimal(m.Memory.Mean()/1e6, 1) }))
}

// MoldableAverages compares the algorithms for moldable jobs over all instances. Averages have
// 95 % intervals where there are enough instances.
func MoldableAverages(all []summary.Moldable) table.Table {
	type sums = summary.Moldable
	interval := func(v confidence.Values) string { return Confident(v.Interval(), format.Ratio) }
	return table.Of("", all,
		table.Name("algorithm", func(m sums) string { return m.Algorithm }),
		table.Number("results", func(m sums) string { return count(m.Results) }),
		table.Number("schedules", func(m sums) string { return count(m.Schedules) }),
		table.Number("optimal", func(m sums) string { return count(m.Optimal) }),
		table.Number("minsum /\nbound", func(m sums) string { return format.Ratio(m.Minsum.Mean()) }),
		table.Number("95 % interval", func(m sums) string { return interval(m.Minsum) }),
		table.Number("makespan /\nbound", func(m sums) string { return format.Ratio(m.Makespan.Mean()) }),
		table.Number("95 % interval", func(m sums) string { return interval(m.Makespan) }),
		table.Number("average\ntime", func(m sums) string { return format.Time(m.Time.Geometric(confidence.SecondsShift)) }))
}
