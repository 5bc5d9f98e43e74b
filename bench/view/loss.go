package view

import (
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/loss"
	"github.com/optgap/optgap/bench/table"
)

// LossTables returns the mean losses of all schedulers, one row per class of
// steps, and for each scheduler the distribution of its losses. The row of all
// steps stands below. Where both ends of an interval print the same, one is
// printed.
func LossTables(title string, rows []loss.Row, all loss.Row) []table.Table {
	means := lossTable(title+"\nMean performance loss, (1 - optimum / policy) * 100 %", loss.Schedulers(), rows, all, func(r loss.Row) (cells []string) {
		for _, d := range r.Losses {
			cells = append(cells, interval(d.Mean, format.Percent))
		}
		return cells
	})
	tables := []table.Table{means}
	for k, name := range loss.Schedulers() {
		title := "Performance loss of " + name
		if name == loss.DynP {
			title += ", the best of the three at each step"
		}
		tables = append(tables, lossTable(title, []string{"optimal", "mean", "median", "90 %", "95 %", "largest"}, rows, all, func(r loss.Row) []string {
			d := r.Losses[k]
			cells := []string{interval(d.Optimal, tenths)}
			for _, i := range []loss.Interval{d.Mean, d.Median, d.Q90, d.Q95, d.Largest} {
				cells = append(cells, interval(i, format.Percent))
			}
			return cells
		}))
	}
	return tables
}

// lossTable returns a table with a row per class and one of all steps below.
func lossTable(title string, columns []string, rows []loss.Row, all loss.Row, cells func(loss.Row) []string) table.Table {
	t := table.Table{Title: title, Columns: append(table.Words("waiting jobs"), table.Numbers(append([]string{"steps", "proven"}, columns...)...)...)}
	line := func(name string, r loss.Row) []string {
		return append([]string{name, format.Integer(int64(r.Steps)), tenths(r.ProvenShare())}, cells(r)...)
	}
	for _, r := range rows {
		t.Rows = append(t.Rows, line(r.Class.String(), r))
	}
	t.Footer = line("all", all)
	return t
}

func tenths(share float64) string { return format.Share(share, 1) }

// interval writes one number where both ends are written the same.
func interval(i loss.Interval, format func(float64) string) string {
	low, high := format(i.Low), format(i.High)
	if low == high {
		return low
	}
	return strings.TrimSuffix(low, " %") + " .. " + high
}

// LossFigures returns the mean loss of all schedulers against the number of
// waiting jobs ("loss-mean"), and the distribution of each scheduler's losses
// ("loss"). A line is the lower end of what is certified. A band reaches up to
// the upper end.
func LossFigures(title string, rows []loss.Row) map[string]figure.Figure {
	subtitle := title + "; lines: certain loss, shaded: possible loss"
	means := lossPlot("", rows)
	for k, name := range loss.Schedulers() {
		means.Lines = append(means.Lines, lossLine(name, rows, func(r loss.Row) loss.Interval { return r.Losses[k].Mean }))
	}
	all := figure.Figure{Title: "Performance loss against the optimum at one second", Subtitle: subtitle, Columns: 2}
	for k, name := range loss.Schedulers() {
		if name == loss.DynP {
			name += ", the best of the three"
		}
		one := lossPlot(name, rows)
		one.Lines = []figure.Line{
			lossLine("95 % quantile", rows, func(r loss.Row) loss.Interval { return r.Losses[k].Q95 }),
			lossLine("90 % quantile", rows, func(r loss.Row) loss.Interval { return r.Losses[k].Q90 }),
			lossLine("mean", rows, func(r loss.Row) loss.Interval { return r.Losses[k].Mean }),
			lossLine("median", rows, func(r loss.Row) loss.Interval { return r.Losses[k].Median }),
		}
		all.Plots = append(all.Plots, one)
	}
	return map[string]figure.Figure{
		"loss-mean": {Title: "Mean performance loss against the optimum at one second", Subtitle: subtitle, Plots: []figure.Plot{means}},
		"loss":      all,
	}
}

// lossPlot returns axes with a place for each class, and what it rests on.
func lossPlot(title string, rows []loss.Row) figure.Plot {
	p := figure.Plot{Title: title, X: "waiting jobs; n steps; share of them proven optimal", Y: "performance loss", Percent: true}
	for _, r := range rows {
		p.Categories = append(p.Categories, r.Class.String()+"\nn "+format.Integer(int64(r.Steps))+"\n"+format.Share(r.ProvenShare(), 0))
	}
	return p
}

func lossLine(name string, rows []loss.Row, of func(loss.Row) loss.Interval) figure.Line {
	l := figure.Line{Name: name}
	for i, r := range rows {
		v := of(r)
		l.X = append(l.X, float64(i))
		l.Y, l.High = append(l.Y, v.Low/100), append(l.High, v.High/100)
	}
	return l
}

// LossCSV returns the lines as a table for programs, its columns named as the fields
// of the JSON form.
func LossCSV(lines []loss.Line) table.Table {
	t := table.Table{Columns: table.Numbers(
		"waiting_from", "waiting_to", "steps", "proven", "policy", "optimal_low", "optimal_high", "mean_low", "mean_high",
		"median_low", "median_high", "q90_low", "q90_high", "q95_low", "q95_high", "largest_low", "largest_high",
	)}
	for _, l := range lines {
		to := ""
		if l.WaitingTo > 0 {
			to = strconv.Itoa(l.WaitingTo)
		}
		row := []string{strconv.Itoa(l.WaitingFrom), to, strconv.Itoa(l.Steps), strconv.Itoa(l.Proven), l.Scheduler}
		for _, v := range []float64{
			l.OptimalLow, l.OptimalHigh, l.MeanLow, l.MeanHigh, l.MedianLow, l.MedianHigh, l.Q90Low, l.Q90High, l.Q95Low, l.Q95High, l.LargestLow, l.LargestHigh,
		} {
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
