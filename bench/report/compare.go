package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
)

// MethodSteps compares methods step by step, with a row for each step. It has the best policy and what that loses
// against the optimum, between two ends unless the optimum is proven. For each method it has the percentage
// by which the objective is above the best one, the time and the proof.
// A method without a schedule of its own has only the reason, in the place of the proof.
// The wide form has objective, bound and gap too. The table has at most rows of the steps,
// evenly spread; 0: all.
func MethodSteps(c *summary.Comparison, title string, rows int) table.Table {
	steps, remark := thinned(c.Steps, rows)
	t := table.Table{Title: title + remark}
	first := table.Named(summary.Columns(summary.Names{}), "index now+ jobs")
	extra := len(c.Methods) > 2 // which leave no room
	for _, s := range steps {
		var cells []table.Cell
		for _, column := range first {
			cells = append(cells, column.Cell(s.First))
		}
		cells[2].Key = true
		best := table.Name("best\npolicy", figure.Name(s.First.BestPolicy))
		best.Extra = extra
		cells = append(cells, best)
		loses := func(head, policy string) {
			cell := table.Number(head, "")
			cell.Extra = extra
			if o, why := loss.Observe([]string{policy}, s.Results...); why == "" {
				cell.Text = Within(o.Loss[0])
			}
			cells = append(cells, cell)
		}
		loses("loses", s.First.BestPolicy)
		for _, name := range c.Policies {
			if loss.Own(name) {
				loses(figure.Name(name)+"\nloses", name)
			}
		}
		for k, m := range c.Methods {
			above := table.Number(m+"\n% above\nbest", "")
			if r := s.Results[k]; summary.Solved(r) {
				best := s.Best()
				above.Text = format.Percentage(float64(r.Objective-best) / float64(best) * 100)
			}
			cells = append(cells, above)
			cells = append(cells, resultCells(s.Results[k])...)
		}
		t.Add(cells...)
	}
	return t
}

// thinned returns at most rows items, evenly spread; 0 rows: all items. remark tells how
// many of the items are shown; "": all.
func thinned[T any](items []T, rows int) (shown []T, remark string) {
	if rows == 0 || len(items) <= rows {
		return items, ""
	}
	for k := range rows {
		shown = append(shown, items[k*len(items)/rows])
	}
	return shown, fmt.Sprintf(
		" (%s of %s shown)",
		count(rows),
		format.Count(len(items), "step"),
	)
}

// resultCells returns the cells about the result of one method; nil: they are blank.
func resultCells(r *record.Result) (cells []table.Cell) {
	if r == nil {
		r = &record.Result{}
	}
	for _, c := range table.Named(summary.Columns(summary.Names{}), summary.OfMethod) {
		cell := c.Cell(r)
		cell.Name = c.Key
		switch c.Key {
		case "objective", "gap":
			if !summary.Solved(r) {
				cell.Text = ""
			}
		case "solve_seconds":
			cell.Name = "time"
		}
		cells = append(cells, cell)
	}
	cells = append(cells, table.Name("proven", verdict(r)))
	for i := range cells {
		cells[i].With = true
	}
	return cells
}

// verdict words the strongest proof that a result has. Without a schedule it is the
// status.
func verdict(r *record.Result) string {
	for _, c := range summary.Proofs() {
		if summary.Proves(r, c) {
			return string(c)
		}
	}
	if summary.Solved(r) {
		return ""
	}
	return string(r.Status)
}

// Methods compares methods over all steps, with a row for each. The wide form has the
// longest time too, the number of runs that were timed, and how many of those proved
// something.
func Methods(totals []summary.Total) table.Table {
	t := table.Table{Title: "Methods over all steps; average times are shifted geometric, shift 1 s"}
	for _, m := range totals {
		if m.Failed > 0 {
			f := summary.Missing{
				Policy: m.Method,
				Failed: m.Failed,
				Of:     m.Steps,
				Reason: m.Reason,
			}
			t.Title += "\n" + table.Wrap(f.String(), table.Width)
		}
		average := m.Time.Seconds()
		t.Add(
			table.Name("method", m.Method),
			counted("steps", m.Steps),
			counted("solved", m.Schedules),
			counted("best", m.Best),
			table.Number("above\nbest", format.Percent(m.Above.Mean())),
			table.Number("gap", format.Percent(m.Gap.Mean())),
			counted("proven\nat 1 s", m.Proven[summary.AtSecond]),
			counted("by\nbounds", m.Proven[summary.ByBounds]),
			counted("on the\ngrid", m.Proven[summary.OnGrid]),
			table.Number("average\ntime", format.Time(average)),
			table.Number("longest", format.Time(m.Time.Largest())).Wide(),
			counted("timed", len(m.Time)).Wide(),
			counted("of them\nproven", m.TimedProven).Wide(),
		)
	}
	return t
}

// Averages returns the averages of each method over the steps, with their 95 % intervals over so
// many steps of the trace, see loss.Table. The table may have no row.
func Averages(totals []summary.Total, of int) table.Table {
	t := table.Table{
		Title: "Averages over steps; times are shifted geometric, shift 1 s",
		Columns: slices.Concat(table.Words("method", "average of"),
			table.Numbers("steps", "average", "95 % of all "+count(of))),
	}
	for _, m := range totals {
		add := func(what string, v confidence.Values, average, interval string) {
			if len(v) >= confidence.Least {
				t.Row(m.Method, what, count(len(v)), average, interval)
			}
		}
		percent := func(what string, v confidence.Values) {
			add(
				what,
				v,
				format.Percent(v.Mean()),
				Confident(confidence.Sample(v, of), format.Percent),
			)
		}
		if len(totals) > 1 {
			percent("above the best method", m.Above)
		}
		percent("gap", m.Gap)
		add(
			"time",
			m.Time,
			format.Time(m.Time.Seconds()),
			Confident(m.Time.SecondsSample(of), format.Time),
		)
	}
	return t.Filled()
}

// Costs returns the CPU time, the wall time and the memory of the results of each method,
// as package record counts them. The table may have no row. It is wider than text should
// be.
func Costs(totals []summary.Total) table.Table {
	t := table.Table{Title: "Costs of the results"}
	for _, m := range totals {
		if m.Measured == 0 {
			continue
		}
		t.Add(
			table.Name("method", m.Method),
			counted("results", m.Measured),
			table.Number("CPU time,\ntotal", format.Time(m.CPU.Sum())),
			table.Number("average", format.Time(m.CPU.Mean())),
			table.Number("wall time,\ntotal", format.Time(m.Wall.Sum())),
			table.Number("average", format.Time(m.Wall.Mean())),
			table.Number("largest\nmemory [MB]", format.Decimal(m.Memory.Largest()/1e6, 1)),
			table.Number("average\n[MB]", format.Decimal(m.Memory.Mean()/1e6, 1)),
		)
	}
	return t
}

// MoldableAverages compares the algorithms for moldable jobs over all instances. Averages have
// 95 % intervals where there are enough instances.
func MoldableAverages(all []summary.Moldable) (t table.Table) {
	for _, m := range all {
		interval := func(v confidence.Values) string {
			return Confident(confidence.Sample(v, confidence.Endless), format.Ratio)
		}
		average := m.Time.Seconds()
		t.Add(
			table.Name("algorithm", figure.Name(m.Algorithm)),
			counted("results", m.Results),
			counted("schedules", m.Schedules),
			table.Number("minsum /\nbound", format.Ratio(m.Minsum.Mean())),
			table.Number("95 % interval", interval(m.Minsum)),
			table.Number("makespan /\nbound", format.Ratio(m.Makespan.Mean())),
			table.Number("95 % interval", interval(m.Makespan)),
			table.Number("average\ntime", format.Time(average)),
		)
	}
	return t
}

// MethodFigures returns the figures of a comparison, by name:
//
//	cactus           steps proven against time per step
//	profile-time     performance profile of the times of proofs
//	profile-quality  performance profile of the objectives
//
// One method alone has no profiles, and without any proof there is no cactus.
func MethodFigures(c *summary.Comparison, title string) figure.Set {
	figures := figure.Set{}
	share := "share of " + format.Count(len(c.Steps), "step")
	cactus := figure.Plot{
		X: "time per step [s]", Y: "share of steps proven optimal", LogX: true, Percent: true,
	}
	times := figure.Plot{
		X: "time divided by the least time to a proof", Y: share, LogX: true, Percent: true,
	}
	solvers, seconds := c.Times()
	profiles := summary.Performance(seconds)
	for k, s := range solvers {
		name := solverName(s)
		counted := fmt.Sprintf("%s: %d of %d", name, finite(seconds[k]), len(c.Steps))
		solved := summary.Cactus(seconds[k])
		cactus.Lines = append(cactus.Lines, stairs(counted, s.Method, solved))
		times.Lines = append(times.Lines, stairs(name, s.Method, profiles[k]))
	}
	if len(solvers) > 0 {
		figures["cactus"] = onePlot("Steps proven optimal within a time per step", title, cactus)
	}
	if len(c.Methods) < 2 {
		return figures
	}
	if len(solvers) > 1 {
		heading := "Performance profile: time to a proof of optimality"
		figures["profile-time"] = onePlot(heading, title, times)
	}
	values := figure.Plot{
		X: c.Average.About + " divided by the least of the methods", Y: share, Percent: true,
	}
	for k, curve := range summary.Performance(c.Objectives()) {
		values.Lines = append(values.Lines, stairs(c.Methods[k], c.Methods[k], curve))
	}
	heading := "Performance profile: " + c.Average.Name
	figures["profile-quality"] = onePlot(heading, title, values)
	return figures
}

// solverName names a method and its proof, in words: "1 s" beside an axis of times would
// be taken for a time.
func solverName(s summary.Solver) string {
	if s.Proof == summary.OnGrid {
		return s.Method + ", grid optimum"
	}
	return s.Method + ", one-second optimum"
}

// EffortFigures returns the figures of gaps and times of the methods, by name:
//
//	gaps   share of steps whose gap is at most so large
//	times  share of steps that ended within a time, for any reason
//	primal-gap  mean primal gap over time (Berthold 2013), of results that hold what was known as it changed
//
// A figure is missing where no result has a value.
func EffortFigures(c *summary.Comparison, title string) figure.Set {
	figures := figure.Set{}
	add := func(name, heading string, p figure.Plot, of func(*record.Result) (float64, bool)) {
		p.Y = "share of steps"
		p.Percent = true
		for k, values := range c.Values(of) {
			if finite(values) > 0 {
				p.Lines = append(p.Lines, stairs(c.Methods[k], "", summary.Cactus(values)))
			}
		}
		if len(p.Lines) > 0 {
			figures[name] = onePlot(heading, title, p)
		}
	}
	add("gaps", "Gaps between schedule and bound", figure.Plot{X: "gap of at most [%]"},
		func(r *record.Result) (float64, bool) {
			if r.Gap == nil || !summary.Solved(r) {
				return 0, false
			}
			return *r.Gap * 100, true
		})
	add(
		"times",
		"Computation times, however the step ended",
		figure.Plot{X: "time per step [s]", LogX: true},
		func(r *record.Result) (float64, bool) { return r.SolveSeconds, r.SolveSeconds > 0 },
	)
	primal := figure.Plot{X: "time [s]", Y: "mean primal gap", LogX: true, Percent: true}
	for _, g := range c.PrimalGaps() {
		line := stairs(g.Method+": primal integral "+format.Time(g.Integral), g.Method, g.Curve)
		line.Before = 1
		if len(line.Points) > 0 && line.Points[0].X == summary.FirstSeconds {
			line.Before = line.Points[0].Y
		}
		primal.Lines = append(primal.Lines, line)
	}
	if len(primal.Lines) > 0 {
		figures["primal-gap"] = onePlot("Primal gap over time", title, primal)
	}
	return figures
}

// finite counts the values that are not infinite, as those of steps without a value are.
func finite(values []float64) (n int) {
	for _, v := range values {
		if !math.IsInf(v, 1) {
			n++
		}
	}
	return n
}

// stairs returns a curve as a line.
func stairs(name, of string, c summary.Curve) figure.Line {
	return figure.Line{Name: name, Of: of, Points: figure.Points(c.X, c.Y), Stairs: true}
}

// count writes a number of things.
func count(n int) string { return format.Integer(n) }

// counted returns a cell with a number of things.
func counted(head string, n int) table.Cell { return table.Number(head, count(n)) }

// between writes an interval. Both ends are written already. A blank low end is 0.
func between(low, high string) string {
	if low == "" {
		return "at most " + high
	}
	return low + " to " + high
}

// onePlot returns a figure of a single plot.
func onePlot(title, subtitle string, p figure.Plot) figure.Figure {
	return figure.Figure{Title: title, Subtitle: subtitle, Plots: []figure.Plot{p}}
}
