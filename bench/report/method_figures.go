package report

import (
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/methodstats"
	"github.com/optgap/optgap/bench/results/summary"
)

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
	var names, counted, methods []string
	for k, s := range solvers {
		names, methods = append(names, solverName(s)), append(methods, s.Method)
		counted = append(counted, fmt.Sprintf("%s: %d of %d", names[k], finite(seconds[k]), len(c.Steps)))
	}
	add := func(name, heading string, p figure.Plot, names, methods []string, curves []methodstats.Curve) {
		for k, curve := range curves {
			p.Lines = append(p.Lines, stairs(names[k], methods[k], curve))
		}
		p.Percent = true
		figures[name] = onePlot(heading, title, p)
	}
	if len(solvers) > 0 {
		add("cactus", "Steps proven optimal within a time per step",
			figure.Plot{X: "time per step [s]", Y: "share of steps proven optimal", LogX: true},
			counted, methods, lists.Each(seconds, methodstats.Cactus))
	}
	if len(c.Methods) < 2 {
		return figures
	}
	share := "share of " + format.Count(int64(len(c.Steps)), "step")
	if len(solvers) > 1 {
		add("profile-time", "Performance profile: time to a proof of optimality",
			figure.Plot{X: "time divided by the least time to a proof", Y: share, LogX: true},
			names, methods, methodstats.Performance(seconds))
	}
	average := c.Average
	add("profile-quality", "Performance profile: "+average.Name,
		figure.Plot{X: average.About + " divided by the least of the methods", Y: share},
		c.Methods, c.Methods, methodstats.Performance(c.Objectives()))
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

// EffortFigures returns the figures of gaps and times of the methods, by name:
//
//	gaps   share of steps whose gap is at most so large
//	times  share of steps that ended within a time, for any reason
//	primal-gap  mean primal gap over time (Berthold 2013), of results that hold what was known as it changed
//
// A figure is missing where no result has a value.
func EffortFigures(c *methodstats.Comparison, title string) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	add := func(name, heading string, p figure.Plot, of func(*record.Result) (float64, bool)) {
		p.Y, p.Percent = "share of steps", true
		for k, values := range c.Values(of) {
			if finite(values) > 0 {
				p.Lines = append(p.Lines, stairs(c.Methods[k], "", methodstats.Cactus(values)))
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
	add("times", "Computation times, however the step ended", figure.Plot{X: "time per step [s]", LogX: true},
		func(r *record.Result) (float64, bool) { return r.SolveSeconds, r.SolveSeconds > 0 })
	primal := figure.Plot{X: "time [s]", Y: "mean primal gap", LogX: true, Percent: true}
	for _, g := range c.PrimalGaps() {
		line := stairs(g.Method+": primal integral "+format.Time(g.Integral), g.Method, g.Curve)
		if line.Before = 1; len(line.X) > 0 && line.X[0] == methodstats.FirstSeconds {
			line.Before = line.Y[0]
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
func stairs(name, of string, c methodstats.Curve) figure.Line {
	return figure.Line{Name: name, Of: of, X: c.X, Y: c.Y, Stairs: true}
}

// count writes a number of things.
func count(n int) string { return format.Integer(int64(n)) }

// between writes an interval. Both ends are written already.
func between(low, high string) string { return low + " to " + high }

// hundredths writes a number with two digits behind the point.
func hundredths(v float64) string { return format.Decimal(v, 2) }

// onePlot returns a figure of a single plot.
func onePlot(title, subtitle string, p figure.Plot) figure.Figure {
	return figure.Figure{Title: title, Subtitle: subtitle, Plots: []figure.Plot{p}}
}
