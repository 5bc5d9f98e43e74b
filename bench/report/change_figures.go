package report

import (
	"slices"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/results/diff"
)

// ChangeFigures returns the figures of a comparison, by name:
//
//	times   solve time of each pair in the new set against that in the old set
//	ratios  share of the pairs up to each ratio of the new value to the old, for each value
//
// A figure is missing where no pair has the values. Values that are all equal have no plot. old and
// new name the sets.
func ChangeFigures(c *diff.Changes, old, new string) map[string]figure.Figure {
	times, values := newPairing(), map[string]*pairing{}
	measures := c.Kind.Measures()
	for _, m := range measures {
		values[m.Name] = newPairing()
	}
	for _, p := range c.Pairs {
		if !p.Both() {
			continue
		}
		name, of := p.Key().Name(), p.Key().Method
		times.add(name, of, p.Old.Seconds, p.New.Seconds)
		for i, m := range measures {
			if a, b := p.Old.Values[i], p.New.Values[i]; a.Exists() && b.Exists() {
				values[m.Name].add(name, of, a.Float(), b.Float())
			}
		}
	}
	var plots []figure.Plot
	for _, m := range measures {
		plots = append(plots, values[m.Name].ratios(valueTitle(m.Name))...)
	}
	plots = append(plots, times.ratios("Solve time")...)
	figures, subtitle := map[string]figure.Figure{}, "old "+old+", new "+new
	if p := times.scatter(); len(p.Lines) > 0 {
		figures["times"] = onePlot("New times against old ones", subtitle+"; below the line the new set is faster", p)
	}
	if len(plots) > 0 {
		figures["ratios"] = figure.Figure{Title: "New values over old ones", Subtitle: subtitle, Plots: plots}
	}
	return figures
}

// valueTitle returns the words for a value that is compared.
func valueTitle(name string) string {
	return map[string]string{
		"objective": "Objective", "bound": "Bound", "minsum": "Minsum", "makespan": "Makespan",
		"minsum_bounds": "Bound of the minsum", "makespan_bounds": "Bound of the makespan",
		"artww": "Response time weighted by width", "art": "Response time", "sldwa": "Slowdown weighted by area",
		"sldww_60": "Slowdown weighted by width", "loc": "Loss of capacity", "util": "Utilization",
	}[name]
}

// A pairing holds old and new values above 0 by series, in the order of their first appearance.
type pairing struct {
	names    []string
	of       map[string]string // method of a series
	old, new map[string][]float64
}

func newPairing() *pairing {
	return &pairing{of: map[string]string{}, old: map[string][]float64{}, new: map[string][]float64{}}
}

// add adds a pair. Pairs with a value of 0 are passed over.
func (p *pairing) add(name, of string, old, new float64) {
	if !(old > 0 && new > 0) {
		return
	}
	if _, known := p.of[name]; !known {
		p.names, p.of[name] = append(p.names, name), of
	}
	p.old[name], p.new[name] = append(p.old[name], old), append(p.new[name], new)
}

// scatter returns a plot of the new values against the old ones, in seconds.
func (p *pairing) scatter() figure.Plot {
	plot := figure.Plot{X: "old solve time [s]", Y: "new solve time [s]", LogX: true, LogY: true, Diagonal: true}
	for _, name := range p.names {
		dots := figure.Line{Name: name, Of: p.of[name], X: p.old[name], Y: p.new[name], Dots: true}
		plot.Lines = append(plot.Lines, dots)
	}
	return plot
}

// ratios returns a plot of the share of the pairs up to each ratio; none where all pairs are equal.
func (p *pairing) ratios(title string) []figure.Plot {
	plot := figure.Plot{Title: title, X: "new over old", Y: "share of the pairs", Percent: true, LogX: true}
	changed := false
	for _, name := range p.names {
		var ratios []float64
		for i, old := range p.old[name] {
			ratios = append(ratios, p.new[name][i]/old)
		}
		changed = changed || slices.Max(ratios) != 1 || slices.Min(ratios) != 1
		curve := methodstats.Cactus(ratios)
		for i := range curve.Y {
			curve.Y[i] /= float64(len(ratios))
		}
		plot.Lines = append(plot.Lines, figure.Line{Name: name, Of: p.of[name], X: curve.X, Y: curve.Y, Stairs: true})
	}
	if !changed {
		return nil
	}
	return []figure.Plot{plot}
}
