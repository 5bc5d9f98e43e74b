package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/compare"
	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/table"
)

// MethodSteps compares methods step by step: one row per step, and per method
// objective, bound, gap, time and what is proven. It shows at most rows of them,
// evenly spread; 0: all.
func MethodSteps(c *compare.Comparison, title string, rows int) table.Table {
	steps, remark := spread(c.Steps, rows)
	t := table.Table{Title: title + remark, Columns: table.Numbers("\nsubmission time", "\njobs")}
	for _, m := range c.Methods {
		t.Columns = slices.Concat(t.Columns, table.Numbers(m+"\nobjective", "\nbound", "\ngap", "\ntime"), table.Words("\nproven"))
	}
	for _, s := range steps {
		row := []string{format.Integer(s.First.Now), strconv.Itoa(s.First.Jobs)}
		for _, r := range s.Results {
			row = append(row, found(r)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// spread returns at most rows items, evenly spread, and what to say of it; 0
// rows: all items.
func spread[T any](items []T, rows int) (shown []T, remark string) {
	if rows == 0 || len(items) <= rows {
		return items, ""
	}
	for k := range rows {
		shown = append(shown, items[k*len(items)/rows])
	}
	return shown, fmt.Sprintf(" (%d of %d steps shown)", rows, len(items))
}

// found returns the cells of one method's result.
func found(r *record.Result) []string {
	cells := make([]string, 5)
	if r == nil {
		return cells
	}
	if compare.Solved(r) {
		cells[0] = format.Integer(r.Objective)
	}
	if r.Bound > 0 {
		cells[1] = format.Integer(r.Bound)
	}
	if r.Gap != nil && compare.Solved(r) {
		cells[2] = format.Percent(*r.Gap * 100)
	}
	if r.SolveSeconds > 0 {
		cells[3] = format.Elapsed(r.SolveSeconds)
	}
	cells[4] = verdict(r)
	return cells
}

// verdict words the strongest claim of a result, or why there is none.
func verdict(r *record.Result) string {
	for _, c := range compare.Claims() {
		if compare.Proves(r, c) {
			return string(c)
		}
	}
	if r.Status == optgap.StatusFeasible {
		return ""
	}
	return string(r.Status)
}

// Methods compares methods over all steps, one row each. How many runs were
// timed, and how many of those the method proved, stands beside the times.
func Methods(c *compare.Comparison) table.Table {
	t := table.Table{Title: "Methods over all steps", Columns: slices.Concat(table.Words("method"), table.Numbers(
		"steps", "schedules", "best of the methods", "above the best", "gap",
		"proven: "+string(compare.AtSecond), string(compare.ByBounds), string(compare.OnGrid),
		"time (shifted mean)", "timed", "proven in it", "longest",
	))}
	for _, m := range c.Totals() {
		row := []string{m.Method, strconv.Itoa(m.Steps), strconv.Itoa(m.Schedules), strconv.Itoa(m.Best), percent(m.Above), percent(m.Gap)}
		for _, claim := range compare.Claims() {
			row = append(row, strconv.Itoa(m.Proven[claim]))
		}
		row = append(row, "", strconv.Itoa(m.Timed), strconv.Itoa(m.TimedProven), "")
		if m.Timed > 0 {
			row[9], row[12] = format.Elapsed(m.Seconds), format.Elapsed(m.Longest)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// percent leaves a value blank that does not exist.
func percent(v *float64) string {
	if v == nil {
		return ""
	}
	return format.Percent(*v)
}

// MethodFigures returns what there is to draw of a comparison, by name:
//
//	cactus           steps proven against time per step
//	profile-time     performance profile of the times of proofs
//	profile-quality  performance profile of the objectives
//
// One method alone has no profiles, and without any proof there is no cactus.
func MethodFigures(c *compare.Comparison, title string) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	solvers, seconds := c.Times()
	var names []string
	for _, s := range solvers {
		names = append(names, solverName(s))
	}
	if len(solvers) > 0 {
		figures["cactus"] = cactus(title, names, seconds, len(c.Steps))
	}
	if len(c.Methods) < 2 {
		return figures
	}
	share := fmt.Sprintf("share of %d steps", len(c.Steps))
	profile := func(name, x string, names []string, cost [][]float64, logarithmic bool) figure.Figure {
		p := figure.Plot{X: x, Y: share, Percent: true, LogX: logarithmic}
		for k, curve := range compare.Performance(cost) {
			p.Lines = append(p.Lines, figure.Line{Name: names[k], X: curve.X, Y: curve.Y, Stairs: true})
		}
		return figure.Figure{Title: "Performance profile: " + name, Subtitle: title, Plots: []figure.Plot{p}}
	}
	if len(solvers) > 1 {
		figures["profile-time"] = profile("time to a proof of optimality", "time divided by the least time to a proof", names, seconds, true)
	}
	figures["profile-quality"] = profile("objective", "objective divided by the least of the methods", c.Methods, c.Objectives(), false)
	return figures
}

// solverName keeps the two claims apart in words: "1 s" beside an axis of times
// would be taken for one.
func solverName(s compare.Solver) string {
	if s.Claim == compare.OnGrid {
		return s.Method + ", grid optimum"
	}
	return s.Method + ", one-second optimum"
}

// cactus draws the share of steps that were proven within a time each.
func cactus(title string, names []string, seconds [][]float64, steps int) figure.Figure {
	p := figure.Plot{X: "time per step [s]", Y: "share of steps proven optimal", Percent: true, LogX: true}
	for k, name := range names {
		curve := compare.Cactus(seconds[k])
		proven := int(curve.At(math.Inf(1)))
		for i := range curve.Y {
			curve.Y[i] /= float64(steps)
		}
		p.Lines = append(p.Lines, figure.Line{Name: fmt.Sprintf("%s: %d of %d", name, proven, steps), X: curve.X, Y: curve.Y, Stairs: true})
	}
	return figure.Figure{Title: "Steps proven optimal within a time per step", Subtitle: title, Plots: []figure.Plot{p}}
}
