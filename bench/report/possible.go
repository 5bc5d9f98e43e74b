package report

import (
	"slices"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Names of what stands beside the runs.
const (
	theBound = "bound"
	bestName = record.RungFound
)

// AboutPossible says what the figure and the tables of bounds show.
const AboutPossible = "The terms add up to the averages of the whole trace. That of the bound is the one of the best " +
	"schedule found, less what its jobs cost above their cheapest starts, and less the prices of idle processors. " +
	"All terms together are a bound, one alone is none."

// beside returns the runs with the same bound and best schedule as the first one that has any, and their metric.
func beside(runs []sweep.Run) (own []sweep.Run, m performance.Metric) {
	for _, r := range runs {
		p := r.Possible
		if p == nil || len(p.Periods) == 0 || len(own) > 0 && !p.Same(own[0].Possible) {
			continue
		}
		own = append(own, r)
		m, _ = performance.ByKey(p.Objective)
	}
	return own, m
}

// others returns the runs but that of the best schedule, which stands beside them anyway.
func others(runs []sweep.Run) []sweep.Run {
	return slices.DeleteFunc(slices.Clone(runs), func(r sweep.Run) bool { return r.Label() == bestName })
}

// PossibleTables returns where the averages of runs, of the best schedule and of the bound come from: a row for each
// width class, and for each period of submission. Without bounds there are none.
func PossibleTables(runs []sweep.Run) []table.Table {
	own, m := beside(runs)
	if len(own) == 0 {
		return nil
	}
	p := own[0].Possible
	widths := func(i int) string { return widthOf(own[0], i) }
	periods := func(i int) string { return format.Integer(int64(i + 1)) }
	return []table.Table{
		partTable(m.Name+" by width", "width", own, m, widths, func(p *sweep.Possible) []sweep.Part { return p.Widths }),
		partTable(m.Name+" by "+periodOf(p)+" of submission", periodOf(p), own, m, periods,
			func(p *sweep.Possible) []sweep.Part { return p.Periods }),
	}
}

// widthOf names a class of widths, such as "2-6".
func widthOf(r sweep.Run, i int) string {
	all, last := r.Possible.Widths, r.Machine
	if i+1 < len(all) {
		last = all[i+1].From - 1
	}
	switch from := all[i].From; {
	case from == 0:
		return "idle"
	case from == last:
		return format.Integer(from)
	default:
		return format.Integer(from) + "-" + format.Integer(last)
	}
}

// partTable has a row for each part, with its terms of the averages, which the last row has.
func partTable(
	title, what string, runs []sweep.Run, m performance.Metric, name func(i int) string,
	parts func(p *sweep.Possible) []sweep.Part,
) table.Table {
	first := parts(runs[0].Possible)
	views := []table.View[int]{table.Name(what, name)}
	views[0].Foot = "all"
	add := func(head string, write func(float64) string, value func(i int) float64) {
		sum := 0.0
		for i := range first {
			sum += value(i)
		}
		v := table.Number(head, func(i int) string { return write(value(i)) })
		v.Foot = write(sum)
		views = append(views, v)
	}
	add("share of\nweight", format.Percent, func(i int) float64 { return 100 * first[i].Weight })
	bound := func(v float64) string { return format.LowerBound(v, m.Format) }
	add(theBound, bound, func(i int) float64 { return first[i].Bound })
	add(bestName, m.Format, func(i int) float64 { return first[i].Best })
	for _, r := range others(runs) {
		add(canvas.Name(r.Label()), m.Format, func(i int) float64 { return parts(r.Possible)[i].Average })
	}
	return table.Of(title+", as terms of the average", lists.Places[int](len(first)), views...)
}

// periodOf names the periods: "month", "week" or "day".
func periodOf(p *sweep.Possible) string {
	const day = 24 * 60 * 60
	switch p.Period {
	case day:
		return "day"
	case 7 * day:
		return "week"
	}
	return "month"
}

// PossibleFigures returns the figures of where runs are above a bound: "widths", and of several periods "bounds".
func PossibleFigures(runs []sweep.Run) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	if f, ok := periodFigure(runs); ok {
		figures["bounds"] = f
	}
	if f, ok := widthFigure(runs); ok {
		figures["widths"] = f
	}
	return figures
}

// periodFigure returns the averages of the jobs submitted in each period, of runs, of the best schedule and of the
// bound, and by how much the terms of the averages are above those of the bound, summed from the first period on.
// ok is false without bounds of several periods.
func periodFigure(runs []sweep.Run) (f figure.Figure, ok bool) {
	own, m := beside(runs)
	if len(own) == 0 || len(own[0].Possible.Periods) < 2 {
		return f, false
	}
	p := own[0].Possible
	average, above := m.Heading(), "Above the bound, summed up"
	if m.Unit != "" {
		above += " [" + m.Unit + "]"
	}
	var averages, sums []figure.Mark
	add := func(line, of string, value func(part sweep.Part) float64, parts []sweep.Part) {
		sum := 0.0
		summed := []figure.Mark{{Plot: above, Line: line, Of: of}}
		for i, part := range parts {
			x := float64(i + 1)
			if part.Weight > 0 {
				y := figure.Exactly(value(part) / part.Weight)
				averages = append(averages, figure.Mark{Plot: average, Line: line, Of: of, X: x, Y: y})
			}
			sum += value(part) - part.Bound
			summed = append(summed, figure.Mark{Plot: above, Line: line, Of: of, X: x, Y: figure.Exactly(sum)})
		}
		if line != theBound {
			sums = append(sums, summed...)
		}
	}
	for _, r := range others(own) {
		add(r.Label(), r.Scheduler, func(part sweep.Part) float64 { return part.Average }, r.Possible.Periods)
	}
	add(bestName, bestName, func(part sweep.Part) float64 { return part.Best }, p.Periods)
	add(theBound, theBound, func(part sweep.Part) float64 { return part.Bound }, p.Periods)
	axes := figure.Plot{X: periodOf(p) + " of submission"}
	const title = "How far from the best possible, by time of submission"
	plots := axes.With(true, append(averages, sums...))
	return figure.Figure{Title: title, Subtitle: own[0].Trace, Plots: plots, Columns: 1, OneX: true}, true
}

// widthFigure returns by how much the terms of the averages are above those of the bound in each class of widths, of
// runs with bounds, and of the best schedule. ok is false without bounds.
func widthFigure(runs []sweep.Run) (f figure.Figure, ok bool) {
	own, m := beside(runs)
	if len(own) == 0 {
		return f, false
	}
	widths := own[0].Possible.Widths
	p := figure.Plot{X: "width", Y: m.Name + " above the bound"}
	p.Categories = lists.Each(lists.Places[int](len(widths)), func(i int) string { return widthOf(own[0], i) })
	var marks []figure.Mark
	add := func(line, of string, parts []sweep.Part, value func(sweep.Part) float64) {
		for i, part := range parts {
			y := figure.Exactly(value(part) - widths[i].Bound)
			marks = append(marks, figure.Mark{Line: line, Of: of, X: float64(i), Y: y})
		}
	}
	for _, r := range others(own) {
		add(r.Label(), r.Scheduler, r.Possible.Widths, func(part sweep.Part) float64 { return part.Average })
	}
	add(bestName, bestName, widths, func(part sweep.Part) float64 { return part.Best })
	const title = "How far from the best possible, by width"
	return figure.Figure{Title: title, Subtitle: own[0].Trace, Plots: p.With(false, marks)}, true
}

// BoundMarks returns lines at the bound and at the best schedule found, across as many categories as there are runs;
// nil: they are not known, or not of the metric.
func BoundMarks(metric string, runs []sweep.Run) (marks []figure.Mark) {
	own, m := beside(runs)
	if len(own) == 0 || m.Key != metric {
		return nil
	}
	best, bound := 0.0, 0.0
	for _, part := range own[0].Possible.Widths {
		best, bound = best+part.Best, bound+part.Bound
	}
	for _, x := range []float64{0, float64(len(runs) - 1)} {
		marks = append(marks, figure.Mark{Line: bestName, X: x, Y: figure.Exactly(best)},
			figure.Mark{Line: theBound, X: x, Y: figure.Exactly(bound)})
	}
	return marks
}
