package compare

import (
	"fmt"

	"github.com/optgap/optgap/bench/figure"
)

// Figures returns what there is to draw of the comparison, by name:
//
//	cactus           steps proven against time per step
//	profile-time     performance profile of the times of proofs
//	profile-quality  performance profile of the objectives
//
// One method alone has no profiles, and without any proof there is no cactus.
func (c *Comparison) Figures(title string) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	solvers, seconds := c.Times()
	if len(solvers) > 0 {
		figures["cactus"] = c.cactus(title, solvers, seconds)
	}
	if len(c.Methods) < 2 {
		return figures
	}
	if len(solvers) > 1 {
		figures["profile-time"] = c.timeProfile(title, solvers, seconds)
	}
	figures["profile-quality"] = c.qualityProfile(title)
	return figures
}

// name keeps the two claims apart in words: "1 s" beside an axis of times would
// be taken for one.
func (s Solver) name() string {
	return s.Method + map[Claim]string{AtSecond: ", one-second optimum", OnGrid: ", grid optimum"}[s.Claim]
}

func (c *Comparison) cactus(title string, solvers []Solver, seconds [][]float64) figure.Figure {
	p := figure.Plot{X: "time per step [s]", Y: "share of steps proven optimal", Percent: true, LogX: true}
	for k, s := range solvers {
		curve := Cactus(seconds[k])
		solved := 0
		if n := len(curve.Y); n > 0 {
			solved = int(curve.Y[n-1])
		}
		for i := range curve.Y {
			curve.Y[i] /= float64(len(c.Steps))
		}
		p.Lines = append(p.Lines, figure.Line{Name: fmt.Sprintf("%s: %d of %d", s.name(), solved, len(c.Steps)), X: curve.X, Y: curve.Y, Stairs: true})
	}
	return figure.Figure{Title: "Steps proven optimal within a time per step", Subtitle: title, Plots: []figure.Plot{p}}
}

func (c *Comparison) timeProfile(title string, solvers []Solver, seconds [][]float64) figure.Figure {
	p := figure.Plot{X: "time divided by the least time to a proof", Y: fmt.Sprintf("share of %d steps", len(c.Steps)), Percent: true, LogX: true}
	for k, curve := range Performance(seconds) {
		p.Lines = append(p.Lines, figure.Line{Name: solvers[k].name(), X: curve.X, Y: curve.Y, Stairs: true})
	}
	return figure.Figure{Title: "Performance profile: time to a proof of optimality", Subtitle: title, Plots: []figure.Plot{p}}
}

func (c *Comparison) qualityProfile(title string) figure.Figure {
	p := figure.Plot{X: "objective divided by the least of the methods", Y: fmt.Sprintf("share of %d steps", len(c.Steps)), Percent: true}
	for k, curve := range Performance(c.Objectives()) {
		p.Lines = append(p.Lines, figure.Line{Name: c.Methods[k], X: curve.X, Y: curve.Y, Stairs: true})
	}
	return figure.Figure{Title: "Performance profile: objective", Subtitle: title, Plots: []figure.Plot{p}}
}
