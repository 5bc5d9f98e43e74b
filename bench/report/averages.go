package report

import (
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/bymethod"
	"github.com/optgap/optgap/bench/results/summary"
)

// Averages returns the averages of each method over the steps, with their 95 % intervals.
// The table may have no row.
func Averages(c *bymethod.Comparison) table.Table {
	t := table.Table{
		Title:   "Averages over steps and their 95 % intervals; times are shifted geometric, shift 1 s",
		Columns: slices.Concat(table.Words("method", "average of"), table.Numbers("steps", "average", "95 % interval")),
	}
	for _, a := range c.Averages() {
		interval := between(format.Percentage(a.Interval.Low), format.Percent(a.Interval.High))
		row := []string{a.Method, a.Of, count(a.Steps), format.Percent(a.Value), interval}
		if a.Seconds {
			row[3], row[4] = format.Time(a.Value), between(format.Time(a.Interval.Low), format.Time(a.Interval.High))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Costs returns the CPU time, the wall time and the memory of the results of each method,
// as package record counts them. The table may have no row. It is wider than text should
// be.
func Costs(c *bymethod.Comparison) table.Table {
	t := table.Table{Title: "Costs of the results", Columns: slices.Concat(
		table.Words("method"), table.Numbers("results"),
		table.Numbers("CPU time,\ntotal", "average", "95 % interval"),
		table.Numbers("wall time,\ntotal", "average"),
		table.Numbers("largest\nmemory [MB]", "average\n[MB]"),
	)}
	for _, m := range c.Costs() {
		row := []string{
			m.Method, count(m.Results), format.Time(m.CPU.Sum), format.Time(m.CPU.Mean), "",
			format.Time(m.Wall.Sum), format.Time(m.Wall.Mean), "", "",
		}
		if i := m.CPU.Interval; i != nil {
			row[4] = between(format.Time(i.Low), format.Time(i.High))
		}
		if m.Memory.Results > 0 {
			row[7], row[8] = format.Decimal(m.Memory.Largest/1e6, 1), format.Decimal(m.Memory.Mean/1e6, 1)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// MoldableAverages compares the algorithms for moldable jobs over all instances. Averages have
// 95 % intervals where there are enough instances.
func MoldableAverages(all []summary.Moldable) table.Table {
	t := table.Table{Columns: slices.Concat(table.Words("algorithm"), table.Numbers("results", "schedules", "optimal",
		"minsum /\nbound", "95 % interval", "makespan /\nbound", "95 % interval", "average\ntime"))}
	for _, m := range all {
		row := []string{m.Algorithm, count(m.Results), count(m.Schedules), count(m.Optimal)}
		row = slices.Concat(row, ratioCellsOf(m.Minsum), ratioCellsOf(m.Makespan))
		t.Rows = append(t.Rows, append(row, format.Time(m.Seconds)))
	}
	return t
}

// ratioCellsOf writes an average ratio and its interval.
func ratioCellsOf(r summary.MoldableRatio) []string {
	cells := []string{"", ""}
	if r.Mean > 0 {
		cells[0] = format.Ratio(r.Mean)
	}
	if r.Interval != nil {
		cells[1] = between(format.Ratio(r.Interval.Low), format.Ratio(r.Interval.High))
	}
	return cells
}
