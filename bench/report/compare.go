package report

import (
	"fmt"
	"slices"
	"strconv"

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
	steps, remark := thinned(c.Steps, rows)
	policy := slices.Concat(table.Words("best\npolicy"), table.Numbers("loses"))
	if len(c.Methods) > 2 { // which leave no room
		policy = table.Extra(policy...)
	}
	t := table.Table{
		Title: title + remark, Rows: make([][]string, len(steps)),
		Columns: slices.Concat(table.Numbers("step"),
			table.Extra(table.Numbers("submission\ntime [s]")...), table.Keys(table.Numbers("jobs")...), policy),
	}
	for i, s := range steps {
		best := s.First.BestPolicy
		t.Rows[i] = []string{strconv.Itoa(s.First.Index), format.Integer(s.First.Now), count(s.First.Jobs), best, ""}
		if o, why := loss.Observe([]string{best}, s.Results...); why == "" {
			t.Rows[i][4] = Within(o.Loss[0])
		}
	}
	for k, m := range c.Methods {
		t.Columns = slices.Concat(t.Columns, table.Together(slices.Concat(table.Numbers(m+"\n% above\nbest"),
			table.Extra(table.Numbers("objective", "bound", "gap")...),
			table.Numbers("time"), table.Words("proven"))...))
		for i, s := range steps {
			t.Rows[i] = append(t.Rows[i], found(s, k)...)
		}
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
	return shown, fmt.Sprintf(" (%s of %s shown)", count(rows), format.Count(int64(len(items)), "step"))
}

// found returns the cells of the result of one method; all blank: there is no result.
func found(s methodstats.Step, method int) []string {
	cells := make([]string, 6)
	r := s.Results[method]
	if r == nil {
		return cells
	}
	if summary.Solved(r) {
		best := s.Best()
		cells[0] = format.Percentage(float64(r.Objective-best) / float64(best) * 100)
		cells[1] = format.Integer(r.Objective)
		if r.Gap != nil {
			cells[3] = format.Percent(*r.Gap * 100)
		}
	}
	if r.Bound > 0 {
		cells[2] = format.Integer(r.Bound)
	}
	cells[4], cells[5] = format.Time(r.SolveSeconds), verdict(r)
	return cells
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
	t := table.Table{
		Title: "Methods over all steps; average times are shifted geometric, shift 1 s",
		Columns: slices.Concat(
			table.Words("method"), table.Numbers("steps", "solved", "best", "above\nbest", "gap"),
			table.Numbers("proven\nat 1 s", "by\nbounds", "on the\ngrid", "average\ntime"),
			table.Extra(table.Numbers("longest", "timed", "of them\nproven")...),
		),
	}
	for _, m := range totals {
		row := []string{
			m.Method, count(m.Steps), count(m.Schedules), count(m.Best),
			format.Percent(m.Above.Mean()), format.Percent(m.Gap.Mean()),
		}
		for _, claim := range methodstats.Claims() {
			row = append(row, count(m.Proven[claim]))
		}
		t.Rows = append(t.Rows, append(row, format.Time(m.Time.Geometric(confidence.SecondsShift)),
			format.Time(m.Time.Largest()), count(len(m.Time)), count(m.TimedProven)))
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
