package figure

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
)

// Sizes of plots in points. Many plots may be smaller.
const (
	leastTile  = vg.Length(150) // width with axes
	manyPlots  = 5
	smallTile  = vg.Length(112)
	leastFrame = vg.Length(70) // height
	mostFrame  = vg.Length(190)
	flatness   = 0.62 // height over width of a frame
)

// columns returns the number of plots beside each other: as asked for, or fewer where they have no
// room.
func (f Figure) columns(width vg.Length) int {
	asked := cmp.Or(f.Columns, map[int]int{1: 1, 2: 2, 4: 2}[len(f.Plots)], 3)
	tile := leastTile
	if len(f.Plots) >= manyPlots {
		tile = smallTile
	}
	return max(min(asked, int(width/tile)), 1)
}

// sheet returns the figure as plots with a legend.
func (f Figure) sheet() canvas.Sheet {
	s := canvas.Sheet{Title: f.Title, Subtitle: f.Subtitle, Width: cmp.Or(f.Width, canvas.DoubleColumn)}
	s.Columns = f.columns(s.Width)
	width := canvas.FrameWidth(s.Width, s.Columns)
	frame := vg.Point{X: width, Y: min(max(width*flatness, leastFrame), mostFrame)}
	looks, known := f.looks(), map[string]bool{}
	drawn, plots := make([]drawn, len(f.Plots)), make([]*plot.Plot, len(f.Plots))
	for i, p := range f.Plots {
		drawn[i] = p.drawn(looks)
		plots[i] = drawn[i].content(frame.X)
	}
	f.share(plots)
	s.X, s.Y = drawn[0].X, drawn[0].Y
	for _, p := range drawn {
		if p.X != s.X {
			s.X = ""
		}
		if p.Y != s.Y {
			s.Y = ""
		}
	}
	for i, p := range drawn {
		below := i + s.Columns
		p.axes(plots[i], frame, below >= len(drawn) || !slices.Equal(drawn[below].Categories, p.Categories))
		tile := canvas.Tile{Plot: plots[i], Title: p.Title, Height: frame.Y}
		if s.Y == "" && p.Y != "" { // it has no other place
			tile.Title = strings.TrimPrefix(tile.Title+": "+p.Y, ": ")
		}
		if s.X == "" && p.X != "" {
			tile.Title += " over " + p.X
		}
		s.Tiles = append(s.Tiles, tile)
		for _, l := range p.Lines {
			if !known[l.Name] && !p.bars { // the names of bars stand below them
				known[l.Name] = true
				s.Legend = append(s.Legend, canvas.Entry{Name: looks[l.Name].Name, Samples: l.samples(looks[l.Name])})
			}
		}
	}
	return s
}

// looks returns the look of each line by name.
func (f Figure) looks() map[string]canvas.Look {
	var series []canvas.Series
	for _, p := range f.Plots {
		for _, l := range p.Lines {
			series = append(series, canvas.Series{Name: l.Name, Of: l.Of})
		}
	}
	return canvas.Looks(series)
}

// share gives all plots the ranges that they share.
func (f Figure) share(plots []*plot.Plot) {
	x, y := []float64{math.Inf(1), math.Inf(-1)}, []float64{math.Inf(1), math.Inf(-1)}
	include := func(ends []float64, v float64) {
		if format.Finite(v) {
			ends[0], ends[1] = min(ends[0], v), max(ends[1], v)
		}
	}
	for _, v := range f.Covered {
		include(y, v)
	}
	for _, g := range plots {
		for _, end := range []float64{g.X.Min, g.X.Max} {
			include(x, end)
		}
		for _, end := range []float64{g.Y.Min, g.Y.Max} {
			include(y, end)
		}
	}
	for _, g := range plots {
		if f.OneX {
			g.X.Min, g.X.Max = x[0], x[1]
		}
		if f.OneScale {
			g.Y.Min, g.Y.Max = y[0], y[1]
		}
	}
}

// samples returns what stands for a line in the legend.
func (l Line) samples(look canvas.Look) (samples []plot.Thumbnailer) {
	if !l.Dots {
		samples = append(samples, &plotter.Line{LineStyle: look.Line()})
	}
	if !l.Stairs {
		samples = append(samples, &plotter.Scatter{GlyphStyle: look.Glyph()})
	}
	return samples
}
