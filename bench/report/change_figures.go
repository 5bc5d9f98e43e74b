package report

import (
	"slices"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/record/frame"
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
	var plots []figure.Plot
	for _, m := range c.Kind.Measures {
		plots = append(plots, ratioPlot(c, m.Path, m.Title)...)
	}
	plots = append(plots, ratioPlot(c, frame.Seconds, "Solve time")...)
	figures, subtitle := map[string]figure.Figure{}, "old "+old+", new "+new
	if lines := oldAndNew(c, frame.Seconds); len(lines) > 0 {
		axes := figure.Plot{X: "old solve time [s]", Y: "new solve time [s]", LogX: true, LogY: true, Diagonal: true}
		axes.Lines = lines
		figures["times"] = onePlot("New times against old ones", subtitle+"; below the line the new set is faster", axes)
	}
	if len(plots) > 0 {
		figures["ratios"] = figure.Figure{Title: "New values over old ones", Subtitle: subtitle, Plots: plots}
	}
	return figures
}

// oldAndNew returns a line of dots for each method: the new values at a path over the old ones, where both
// are above 0.
func oldAndNew(c *diff.Changes, path string) (lines []figure.Line) {
	for _, own := range table.GroupBy(c.Pairs, frame.Pair.Method) {
		line := figure.Line{Name: own[0].Method(), Of: own[0].Any().Text(c.Kind.Method), Dots: true}
		for _, p := range own {
			if old, new := p.Old.Float(path), p.New.Float(path); old > 0 && new > 0 {
				line.X, line.Y = append(line.X, old), append(line.Y, new)
			}
		}
		if len(line.X) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// ratioPlot returns a plot of the share of the pairs up to each ratio of the new value to the old; none where all pairs
// are equal.
func ratioPlot(c *diff.Changes, path, title string) []figure.Plot {
	plot := figure.Plot{Title: title, X: "new over old", Y: "share of the pairs", Percent: true, LogX: true}
	changed := false
	for _, own := range oldAndNew(c, path) {
		ratios := own.Y
		for i, old := range own.X {
			ratios[i] /= old
		}
		changed = changed || slices.Max(ratios) != 1 || slices.Min(ratios) != 1
		line, _ := stepsUpTo(ratios, len(ratios))
		line.Name, line.Of = own.Name, own.Of
		plot.Lines = append(plot.Lines, line)
	}
	if !changed {
		return nil
	}
	return []figure.Plot{plot}
}
