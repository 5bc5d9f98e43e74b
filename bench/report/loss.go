package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// Named returns losses under the names of schedulers as people read them.
func Named(losses loss.Table) loss.Table {
	losses.Schedulers, losses.Against = figure.Names(losses.Schedulers), figure.Name(losses.Against)
	losses.Lost = slices.Clone(losses.Lost)
	for k, m := range losses.Lost {
		losses.Lost[k].Policy = figure.Name(m.Policy)
	}
	return losses
}

// lostLines says in lines of a title which policies have no loss; "": none.
func lostLines(losses loss.Table) (text string) {
	for _, m := range losses.Lost {
		text += table.Wrap(m.String(), table.Width) + "\n"
	}
	return text
}

// LossAverages returns the losses of each scheduler over all steps. It is empty without losses.
func LossAverages(losses loss.Table) table.Table {
	losses = Named(losses)
	var t table.Table
	for k, d := range losses.All.Losses {
		cells := []table.Cell{
			table.Name("policy", losses.Schedulers[k]),
			table.Number("average\nloss", Within(d.Average)),
			table.Number("95 % of\nall "+count(losses.Of), OverAll(d, format.Percent)),
			table.Number("median", Within(d.Median)),
			table.Number("largest", Within(d.Largest)),
			table.Number("optimal\non", Range(d.Optimal, tenths)),
			table.Number("by tenths", Confident(d.Tenths, format.Percent)).Wide(),
		}
		if losses.Against != "" {
			cells = append(cells, minus(losses, losses.All, k))
		}
		t.Add(append(cells, otherMeasures(losses, d)...)...)
	}
	for _, m := range losses.Lost {
		what := "failed"
		if m.Failed == 0 {
			what = "left out"
		}
		t.Add(table.Name("policy", m.Policy), table.Number("average\nloss", what))
	}
	t = t.Filled()
	if len(t.Rows) > 0 {
		t.Title = fmt.Sprintf(
			"Performance loss in %s against the optimum\n%s",
			losses.Objective.Average().Name,
			lostLines(losses)+ProvenOn(losses)+schedulers.AboutPlans(losses.Schedulers),
		)
	}
	return t
}

// otherMeasures returns the cells of the loss in other measures, see package loss; none where steps
// are not known.
func otherMeasures(losses loss.Table, d loss.Distribution) []table.Cell {
	if losses.All.Losses[0].Excess == nil {
		return nil
	}
	average := losses.Objective.Average()
	unit := "[" + average.Unit + "]"
	places := 1
	if average.Unit == "" {
		unit = average.Name
		places = 4
	}
	excess := Range(*d.Excess, func(v float64) string { return format.Decimal(v, places) })
	return []table.Cell{
		table.Number("above the\noptimum "+unit, excess).Wide(),
		table.Number("loss from\nnow [%]", percentages(*d.FromNow)).Wide(),
	}
}

// minus returns the cell of what a scheduler loses more than another on the same steps, such as
// "2.10 (1.80 to 2.40)". It is blank for the other one itself.
func minus(losses loss.Table, r loss.Row, k int) table.Cell {
	cell := table.Number("minus "+losses.Against+",\npoints (tenths)", "")
	if losses.Schedulers[k] == losses.Against {
		return cell
	}
	d := r.Differences[k]
	cell.Text = percentages(d.Average)
	if d.Tenths != nil {
		cell.Text += " (" + Confident(d.Tenths, format.Percentage) + ")"
	}
	return cell
}

// ProvenOn says of how many steps of one or more studies the optimum is proven, and which steps are
// left out.
func ProvenOn(studies ...loss.Table) string {
	left := summary.Left{}
	proven := 0
	steps := 0
	for _, t := range studies {
		proven += t.All.Proven
		steps += t.All.Steps
		for why, n := range t.Left {
			left[why] += n
		}
	}
	var sentences []string
	if steps > 0 {
		sentences = append(
			sentences,
			fmt.Sprintf("The optimum at one second is proven on %s of %s.", count(proven),
				format.Count(steps, "step")),
		)
	}
	if text := left.String(steps + left.Steps()); text != "" {
		sentences = append(sentences, text+".")
	}
	return strings.Join(sentences, " ")
}

// Within writes a loss that may be known as an interval alone.
func Within(i confidence.Interval) string { return Range(i, format.Percent) }

// OverAll writes the 95 % interval of the average loss over all steps of the trace; "": there is
// none.
func OverAll(d loss.Distribution, write func(float64) string) string {
	if d.Confidence != nil && d.Confidence.Low <= d.Least.Low {
		return "at most " + write(d.Confidence.High)
	}
	return Confident(d.Confidence, write)
}

// Confident writes an interval, whose ends are written by a function; "": there is none.
func Confident(i *confidence.Interval, write func(float64) string) string {
	if i == nil {
		return ""
	}
	return between(strings.TrimSuffix(write(i.Low), " %"), write(i.High))
}

// LossTables returns the average losses of all schedulers, with a row for each class of steps. For
// each scheduler it returns the distribution of its losses, with 95 % intervals of the average and
// of the median. The row of all steps stands below. Where both ends of an interval print the same,
// one is printed. Quantiles of too few steps are blank.
func LossTables(title string, losses loss.Table) []table.Table {
	losses = Named(losses)
	average := losses.Objective.Average().Name
	rows := append(slices.Clone(losses.Rows), losses.All)
	averages := table.Table{Title: title + "\nAverage performance loss in " + average +
		" against the optimum, (1 - optimum / policy) * 100 %\n" +
		lostLines(losses) + ProvenOn(losses) + schedulers.AboutPlans(losses.Schedulers)}
	for _, r := range rows {
		cells := append(classCells(r), table.Number("proven", tenths(r.ProvenShare())))
		for k, name := range losses.Schedulers {
			cells = append(cells, table.Number(name, Within(r.Losses[k].Average)))
		}
		averages.Add(cells...)
	}
	tables := []table.Table{lastAsFooter(averages)}
	for k, name := range losses.Schedulers {
		title := "Performance loss of " + name
		if of := bestOf(name); of != "" {
			title += of + " at each step,"
		}
		t := table.Table{Title: title + " in " + average + " against the optimum"}
		for _, r := range rows {
			d := r.Losses[k]
			cells := append(
				classCells(r),
				table.Number("proven", tenths(r.ProvenShare())).Wide(),
				table.Number("optimal\n[%]", Range(d.Optimal, bareTenths)),
				table.Number("average\n[%]", percentages(d.Average)),
				table.Number("95 % of it\nover all [%]", OverAll(d, format.Percentage)),
				table.Number("by tenths\n[%]", format.Existing(d.Tenths, percentages)).Wide(),
				table.Number("median\n[%]", percentages(d.Median)),
				table.Number("95 % of the\nmedian [%]", format.Existing(d.Middle, percentages)).Wide(),
				table.Number("90 %\n[%]", format.Existing(d.Q90, percentages)).Wide(),
				table.Number("95 %\n[%]", format.Existing(d.Q95, percentages)).Wide(),
				table.Number("largest\n[%]", percentages(d.Largest)),
			)
			if losses.Against != "" && name != losses.Against {
				cells = append(cells, minus(losses, r, k))
			}
			t.Add(append(cells, otherMeasures(losses, d)...)...)
		}
		tables = append(tables, lastAsFooter(t))
	}
	return tables
}

// classCells returns the cells about the class of a row.
func classCells(r loss.Row) []table.Cell {
	return []table.Cell{
		table.Name("waiting\njobs", r.Class.String()),
		counted("steps", r.Steps),
	}
}

// lastAsFooter returns a table whose last row, that of all steps, stands below, without blank
// columns.
func lastAsFooter(t table.Table) table.Table {
	t = t.Filled()
	last := len(t.Rows) - 1
	t.Footer = t.Rows[last]
	t.Footer[0] = "all"
	t.Rows = t.Rows[:last]
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

// percentages writes an interval in percent without the unit.
func percentages(i confidence.Interval) string { return Range(i, format.Percentage) }

// tenths writes a share in percent.
func tenths(share float64) string { return format.Share(share, 1) }

// bareTenths writes a share in percent without the unit.
func bareTenths(share float64) string { return strings.TrimSuffix(tenths(share), " %") }

// Range writes both ends of an interval, or one number where they are written the same.
func Range(i confidence.Interval, format func(float64) string) string {
	low := format(i.Low)
	high := format(i.High)
	if low == high {
		return low
	}
	return between(strings.TrimSuffix(low, " %"), high)
}

// fewSteps is the least number of steps of a class whose average is joined with others in figures.
const fewSteps = 10

// LossFigure returns the average loss of each scheduler against the number of waiting jobs, without
// that of the best of all. A line is the lower end of the interval in which the loss lies. A band
// reaches up to the upper end.
func LossFigure(title string, losses loss.Table) figure.Figure {
	average := losses.Objective.Average()
	var marks []figure.Mark
	for k, name := range losses.Schedulers {
		if name == loss.Best {
			continue
		}
		for i, r := range losses.Rows {
			m := LossMark(name, r.Losses[k])
			m.X = float64(i)
			m.Few = r.Steps < fewSteps
			marks = append(marks, m)
		}
	}
	plots := lossAxes("loss in "+average.About, losses.Rows).With(true, marks)
	return onePlot("Average performance loss against the optimum at one second", title+
		"; lines: certain loss, shaded: possible loss, whiskers: 95 % intervals, hollow: fewer than "+
		count(fewSteps)+" steps", plots[0])
}

// LossMark returns the mark of the average loss of a scheduler, as a share.
func LossMark(scheduler string, d loss.Distribution) figure.Mark {
	m := figure.Mark{Line: scheduler, Point: figure.Between(shares(d.Average))}
	if d.Confidence != nil {
		m.Interval = new(shares(*d.Confidence))
	}
	return m
}

// shares returns an interval in percent as one of shares.
func shares(percent confidence.Interval) confidence.Interval {
	return confidence.Interval{Low: percent.Low / 100, High: percent.High / 100}
}

// lossAxes returns axes with a place for each class. A place is labelled with the waiting jobs, the
// number of steps and the share of them that is proven. lost is what the other axis shows.
func lossAxes(lost string, rows []loss.Row) figure.Plot {
	p := figure.Plot{
		X:       "waiting jobs; steps; share of them proven optimal",
		Y:       lost,
		Percent: true,
	}
	for _, r := range rows {
		label := fmt.Sprintf(
			"%s\n%s\n%s",
			r.Class,
			count(r.Steps),
			format.Share(r.ProvenShare(), 0),
		)
		p.Categories = append(p.Categories, label)
	}
	return p
}
