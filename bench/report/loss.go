package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
)

// The least numbers of steps of a class for a quantile of 90 % and one of 95 %. With fewer
// steps the quantile would be the largest loss, or close to it.
const (
	stepsFor90 = 10
	stepsFor95 = 20
)

// LossAverages returns the losses of each scheduler over all steps. It is empty without losses.
func LossAverages(losses loss.Table) table.Table {
	all := losses.All
	t := table.Table{Columns: slices.Concat(table.Words("policy"),
		table.Numbers("average\nloss", "95 % interval", "median", "largest", "optimal\non"), minusColumn(losses))}
	if all.Steps == 0 {
		return t
	}
	t.Title = fmt.Sprintf("Performance loss in %s against the optimum\n%s",
		losses.Objective.Average().Name, ProvenOn(losses)+stepplan.AboutPlans(losses.Schedulers))
	for k, name := range losses.Schedulers {
		d := all.Losses[k]
		t.Rows = append(t.Rows, []string{
			name, Within(d.Average), Confident(d.Confidence, format.Percent), Within(d.Median), Within(d.Largest),
			interval(d.Optimal, tenths), minus(losses, all, k),
		}[:len(t.Columns)])
	}
	return t
}

// minusColumn is the column of what schedulers lose more than another on the same steps, nil if there is no other.
func minusColumn(losses loss.Table) []table.Heading {
	if losses.Against == "" {
		return nil
	}
	return table.Numbers("minus " + losses.Against + ",\npoints (95 %)")
}

// minus writes what a scheduler loses more than another, such as "2.10 (1.80 to 2.40)"; "": there is no other.
func minus(losses loss.Table, r loss.Row, k int) string {
	if losses.Against == "" || losses.Schedulers[k] == losses.Against {
		return ""
	}
	d := r.Differences[k]
	text := interval(d.Average, format.Percentage)
	if d.Confidence != nil {
		text += " (" + Confident(d.Confidence, format.Percentage) + ")"
	}
	return text
}

// ProvenOn says of how many steps of one or more studies the optimum is proven, and which steps are left out.
func ProvenOn(studies ...loss.Table) string {
	left, proven, steps := loss.Left{}, 0, 0
	for _, t := range studies {
		proven, steps = proven+t.All.Proven, steps+t.All.Steps
		for why, n := range t.Left {
			left[why] += n
		}
	}
	var sentences []string
	if steps > 0 {
		sentences = append(sentences, fmt.Sprintf("The optimum at one second is proven on %s of %s.", count(proven),
			format.Count(int64(steps), "step")))
	}
	if text := left.String(steps + left.Steps()); text != "" {
		sentences = append(sentences, text+".")
	}
	return strings.Join(sentences, " ")
}

// Within writes a loss that may be known as an interval alone.
func Within(i paired.Interval) string { return interval(i, format.Percent) }

// Confident writes a 95 % interval, whose ends are written by a function; "": there is none.
func Confident(i *paired.Interval, write func(float64) string) string {
	if i == nil {
		return ""
	}
	return between(strings.TrimSuffix(write(i.Low), " %"), write(i.High))
}

// LossTables returns the average losses of all schedulers, with a row for each class of
// steps. For each scheduler it returns the distribution of its losses, with the 95 %
// interval of the average. The row of all steps stands below. Where both ends of an
// interval print the same, one is printed. Quantiles of too few steps are blank.
func LossTables(title string, losses loss.Table) []table.Table {
	average := losses.Objective.Average().Name
	title += "\nAverage performance loss in " + average + " against the optimum, (1 - optimum / policy) * 100 %\n" +
		ProvenOn(losses) + stepplan.AboutPlans(losses.Schedulers)
	columns := table.Numbers(append([]string{"proven"}, losses.Schedulers...)...)
	averages := lossTable(title, columns, losses, func(r loss.Row) []string {
		return table.Each(r.Losses, func(d loss.Distribution) string { return interval(d.Average, format.Percent) })
	})
	tables := []table.Table{averages}
	columns = slices.Concat(
		table.Extra(table.Numbers("proven")...),
		table.Numbers("optimal\n[%]", "average\n[%]", "95 % interval\nof it [%]", "median\n[%]"),
		table.Extra(table.Numbers("90 %\n[%]", "95 %\n[%]")...), table.Numbers("largest\n[%]"),
	)
	for k, name := range losses.Schedulers {
		title := "Performance loss of " + name
		if of := bestOf(name); of != "" {
			title += of + " at each step,"
		}
		title += " in " + average + " against the optimum"
		columns := columns
		if name != losses.Against {
			columns = slices.Concat(columns, minusColumn(losses))
		}
		tables = append(tables, lossTable(title, columns, losses, func(r loss.Row) []string {
			d := r.Losses[k]
			cells := []string{
				interval(d.Optimal, bareTenths),
				interval(d.Average, format.Percentage), "", interval(d.Median, format.Percentage), "", "",
				interval(d.Largest, format.Percentage),
			}
			if d.Confidence != nil {
				cells[2] = interval(*d.Confidence, format.Percentage)
			}
			if r.Steps >= stepsFor90 {
				cells[4] = interval(d.Q90, format.Percentage)
			}
			if r.Steps >= stepsFor95 {
				cells[5] = interval(d.Q95, format.Percentage)
			}
			if len(columns) > len(cells)+1 {
				cells = append(cells, minus(losses, r, k))
			}
			return cells
		}))
	}
	return tables
}

// LossNotes returns what has to be known of the schedulers beside their losses, a sentence each.
func LossNotes(losses loss.Table) (notes []string) {
	for _, name := range losses.Schedulers {
		if text := stepplan.Caveat(name); text != "" {
			notes = append(notes, text)
		}
	}
	return notes
}

// lossTable returns a table with a row for each class, and one of all steps below. The
// first of the columns is that of the proven share. cells returns the others.
func lossTable(title string, columns []table.Heading, losses loss.Table, cells func(loss.Row) []string) table.Table {
	t := table.Table{Title: title, Columns: slices.Concat(table.Words("waiting\njobs"), table.Numbers("steps"), columns)}
	line := func(name string, r loss.Row) []string {
		return append([]string{name, count(r.Steps), tenths(r.ProvenShare())}, cells(r)...)
	}
	for _, r := range losses.Rows {
		t.Rows = append(t.Rows, line(r.Class.String(), r))
	}
	t.Footer = line("all", losses.All)
	return t
}

// bestOf says of which policies a scheduler takes the best; "": it takes none.
func bestOf(scheduler string) string {
	switch scheduler {
	case loss.DynP:
		return ", the best of the three"
	case loss.Best:
		return ", the best of all"
	}
	return ""
}

// tenths writes a share in percent.
func tenths(share float64) string { return format.Share(share, 1) }

// bareTenths writes a share in percent without the unit.
func bareTenths(share float64) string { return strings.TrimSuffix(tenths(share), " %") }

// interval writes both ends of an interval, or one number where they are written the same.
func interval(i paired.Interval, format func(float64) string) string {
	low, high := format(i.Low), format(i.High)
	if low == high {
		return low
	}
	return between(strings.TrimSuffix(low, " %"), high)
}

// LossFigures returns figures by name:
//
//	loss-average  average loss of all schedulers against the number of waiting jobs
//	loss          distribution of each scheduler's losses, on one scale
//
// A line is the lower end of the interval in which the loss lies. A band reaches up to the
// upper end. Averages have 95 % intervals. Quantiles of too few steps are left out.
func LossFigures(title string, losses loss.Table) map[string]figure.Figure {
	subtitle := title + "; lines: certain loss, shaded: possible loss"
	rows := losses.Rows
	average := losses.Objective.Average()
	lost, against := "loss in "+average.About, "erformance loss against the optimum at one second"
	axes := lossAxes(lost, rows)
	var averages []figure.Mark
	all := figure.Figure{Title: "P" + against, Subtitle: subtitle, Columns: 2, OneScale: true}
	for k, name := range losses.Schedulers {
		var marks []figure.Mark
		add := func(line string, enough int, of func(loss.Distribution) paired.Interval) {
			for i, r := range rows {
				if r.Steps >= enough {
					marks = append(marks, figure.Mark{Line: line, X: float64(i), Y: Shares(of(r.Losses[k]))})
				}
			}
		}
		add("95 % quantile", stepsFor95, func(d loss.Distribution) paired.Interval { return d.Q95 })
		add("90 % quantile", stepsFor90, func(d loss.Distribution) paired.Interval { return d.Q90 })
		add("average", 1, func(d loss.Distribution) paired.Interval { return d.Average })
		add("median", 1, func(d loss.Distribution) paired.Interval { return d.Median })
		one := axes
		one.Title, one.Lines = name+bestOf(name), figure.Lines(marks)
		all.Plots = append(all.Plots, one)
		for i, r := range rows {
			m := figure.Mark{Line: name, X: float64(i), Y: Shares(r.Losses[k].Average)}
			if c := r.Losses[k].Confidence; c != nil {
				m.Interval = new(Shares(*c))
			}
			averages = append(averages, m)
		}
	}
	figures := map[string]figure.Figure{"loss": all}
	for _, p := range axes.With(true, averages) {
		figures["loss-average"] = onePlot("Average p"+against, subtitle+", whiskers: 95 % intervals", p)
	}
	return figures
}

// Shares returns an interval in percent as one of shares.
func Shares(percent paired.Interval) paired.Interval {
	return paired.Interval{Low: percent.Low / 100, High: percent.High / 100}
}

// lossAxes returns axes with a place for each class. A place is labelled with the waiting
// jobs, the number of steps and the share of them that is proven. lost is what the other axis shows.
func lossAxes(lost string, rows []loss.Row) figure.Plot {
	p := figure.Plot{X: "waiting jobs; n steps; share of them proven optimal", Y: lost, Percent: true}
	for _, r := range rows {
		label := fmt.Sprintf("%s\nn %s\n%s", r.Class, count(r.Steps), format.Share(r.ProvenShare(), 0))
		p.Categories = append(p.Categories, label)
	}
	return p
}

// LossCSV returns the lines as a table for programs. The columns are named as the fields
// of the JSON form.
func LossCSV(lines []loss.Line) table.Table { return table.FieldRows(lines) }
