package report

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// MethodSteps compares methods step by step, with a row for each step. It has the best policy and what that loses
// against the optimum, between two ends unless the optimum is proven. For each method it has the percentage
// by which the objective is above the best one, the time and the proof.
// A method without a schedule of its own has only the reason, in the place of the proof.
// The wide form has objective, bound and gap too. The table has at most rows of the steps,
// evenly spread; 0: all.
func MethodSteps(c *methodstats.Comparison, title string, rows int) table.Table {
	type step = methodstats.Step
	steps, remark := thinned(c.Steps, rows)
	var views []table.View[step]
	for _, v := range summary.Named(summary.Names{}, "index now jobs") {
		views = append(views, viewOf(v.View(), func(s step) *record.Result { return s.First }))
	}
	views[1].Extra, views[2].Key = true, true
	best := table.Name("best\npolicy", func(s step) string { return s.First.BestPolicy })
	loses := table.Number("loses", func(s step) string {
		if o, why := loss.Observe([]string{s.First.BestPolicy}, s.Results...); why == "" {
			return Within(o.Loss[0])
		}
		return ""
	})
	best.Extra, loses.Extra = len(c.Methods) > 2, len(c.Methods) > 2 // which leave no room
	views = append(views, best, loses)
	for k, m := range c.Methods {
		views = append(views, table.Number(m+"\n% above\nbest", func(s step) string {
			r, best := s.Results[k], s.Best()
			if !summary.Solved(r) {
				return ""
			}
			return format.Percentage(float64(r.Objective-best) / float64(best) * 100)
		}))
		for _, v := range resultViews() {
			own := viewOf(v, func(s step) *record.Result { return s.Results[k] })
			own.With = true
			views = append(views, own)
		}
	}
	return table.Of(title+remark, steps, views...)
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
	return shown, fmt.Sprintf(" (%s of %s shown)", count(rows), format.Count(int64(len(items)), "step"))
}

// viewOf returns a column of results as one of steps, each of which has a result or nil.
func viewOf(
	v table.View[*record.Result], of func(methodstats.Step) *record.Result,
) table.View[methodstats.Step] {
	return table.View[methodstats.Step]{Heading: v.Heading, Cell: func(s methodstats.Step) string {
		if r := of(s); r != nil {
			return v.Cell(r)
		}
		return ""
	}}
}

// resultViews returns the columns of the result of one method.
func resultViews() (views []table.View[*record.Result]) {
	for _, c := range summary.Named(summary.Names{}, "objective bound gap solve_seconds") {
		v := c.View()
		if v.Name, v.Extra = c.Key, true; c.Key != "bound" {
			v.Cell = solvedOnly(v.Cell)
		}
		views = append(views, v)
	}
	views[3] = table.Number("time", func(r *record.Result) string { return format.Time(r.SolveSeconds) })
	return append(views, table.Name("proven", verdict))
}

// verdict words the strongest claim that a result proves. Without a schedule it is the
// status.
func verdict(r *record.Result) string {
	for _, c := range methodstats.Claims() {
		if methodstats.Proves(r, c) {
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
func Methods(totals []methodstats.Total) table.Table {
	type total = methodstats.Total
	proven := func(head string, claim methodstats.Claim) table.View[total] {
		return table.Number(head, func(m total) string { return count(m.Proven[claim]) })
	}
	return table.Of("Methods over all steps; average times are shifted geometric, shift 1 s", totals,
		table.Name("method", func(m total) string { return m.Method }),
		table.Number("steps", func(m total) string { return count(m.Steps) }),
		table.Number("solved", func(m total) string { return count(m.Schedules) }),
		table.Number("best", func(m total) string { return count(m.Best) }),
		table.Number("above\nbest", func(m total) string { return format.Percent(m.Above.Mean()) }),
		table.Number("gap", func(m total) string { return format.Percent(m.Gap.Mean()) }),
		proven("proven\nat 1 s", methodstats.AtSecond), proven("by\nbounds", methodstats.ByBounds),
		proven("on the\ngrid", methodstats.OnGrid),
		table.Number("average\ntime", func(m total) string { return format.Time(m.Time.Geometric(confidence.SecondsShift)) }),
		table.Number("longest", func(m total) string { return format.Time(m.Time.Largest()) }).Wide(),
		table.Number("timed", func(m total) string { return count(len(m.Time)) }).Wide(),
		table.Number("of them\nproven", func(m total) string { return count(m.TimedProven) }).Wide())
}

// MethodFigures returns the figures of a comparison, by name:
//
//	cactus           steps proven against time per step
//	profile-time     performance profile of the times of proofs
//	profile-quality  performance profile of the objectives
//
// One method alone has no profiles, and without any proof there is no cactus.
func MethodFigures(c *methodstats.Comparison, title string) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	solvers, seconds := c.Times()
	var names, methods []string
	for _, s := range solvers {
		names, methods = append(names, solverName(s)), append(methods, s.Method)
	}
	if len(solvers) > 0 {
		figures["cactus"] = cactus(title, names, methods, seconds, len(c.Steps))
	}
	if len(c.Methods) < 2 {
		return figures
	}
	share := "share of " + format.Count(int64(len(c.Steps)), "step")
	profile := func(name, x string, names, methods []string, cost [][]float64, logarithmic bool) figure.Figure {
		p := figure.Plot{X: x, Y: share, Percent: true, LogX: logarithmic}
		for k, curve := range methodstats.Performance(cost) {
			p.Lines = append(p.Lines, figure.Line{Name: names[k], Of: methods[k], X: curve.X, Y: curve.Y, Stairs: true})
		}
		return onePlot("Performance profile: "+name, title, p)
	}
	if len(solvers) > 1 {
		figures["profile-time"] = profile("time to a proof of optimality", "time divided by the least time to a proof",
			names, methods, seconds, true)
	}
	average := c.Minimised()
	figures["profile-quality"] = profile(average.Name, average.About+" divided by the least of the methods",
		c.Methods, c.Methods, c.Objectives(), false)
	return figures
}

// solverName names a method and its claim, in words: "1 s" beside an axis of times would
// be taken for a time.
func solverName(s methodstats.Solver) string {
	if s.Claim == methodstats.OnGrid {
		return s.Method + ", grid optimum"
	}
	return s.Method + ", one-second optimum"
}

// cactus draws the share of steps that were proven within a time, with a line for each
// method.
func cactus(title string, names, methods []string, seconds [][]float64, steps int) figure.Figure {
	p := figure.Plot{X: "time per step [s]", Y: "share of steps proven optimal", Percent: true, LogX: true}
	for k, name := range names {
		line, proven := stepsUpTo(seconds[k], steps)
		line.Name, line.Of = fmt.Sprintf("%s: %d of %d", name, proven, steps), methods[k]
		p.Lines = append(p.Lines, line)
	}
	return onePlot("Steps proven optimal within a time per step", title, p)
}
