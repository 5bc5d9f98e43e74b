package figure

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// Sizes of plots in points. Many plots may be smaller.
const (
	leastTile  = vg.Length(150) // width with axes
	manyPlots  = 5
	smallTile  = vg.Length(112)
	barTile    = vg.Length(45) // of bars, without them
	barPitch   = vg.Length(9)
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
	for _, p := range f.Plots {
		if p.isBars() {
			tile = max(tile, barTile+vg.Length(len(p.Lines))*barPitch)
		}
	}
	return max(min(asked, len(f.Plots), int(width/tile)), 1)
}

// sheet returns the figure as plots with a legend.
func (f Figure) sheet() canvas.Sheet {
	s := canvas.Sheet{Title: f.Title, Subtitle: f.Subtitle, Width: cmp.Or(f.Width, canvas.DoubleColumn)}
	s.Columns = f.columns(s.Width)
	width := canvas.FrameWidth(s.Width, s.Columns)
	frame := vg.Point{X: width, Y: min(max(width*flatness, leastFrame), mostFrame)}
	looks, known := f.Looks(), map[string]bool{}
	drawn, plots := make([]drawnPlot, len(f.Plots)), make([]*plot.Plot, len(f.Plots))
	for i, p := range f.Plots {
		drawn[i] = p.drawn(looks)
		plots[i] = drawn[i].content(frame.X)
	}
	f.share(plots)
	for i := range drawn {
		drawn[i].choose(plots[i].Y)
	}
	if s.X = drawn[0].X; slices.ContainsFunc(drawn, func(p drawnPlot) bool { return p.X != s.X }) {
		s.X = ""
	}
	if s.Y = drawn[0].Y; slices.ContainsFunc(drawn, func(p drawnPlot) bool { return p.Y != s.Y }) {
		s.Y = ""
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

// Looks returns the look of each line by name.
func (f Figure) Looks() map[string]canvas.Look {
	var lines []Line
	for _, p := range f.Plots {
		lines = append(lines, p.Lines...)
	}
	return canvas.Looks(lists.Each(lines, func(l Line) canvas.Series { return canvas.Series{Name: l.Name, Of: l.Of} }))
}

// share gives all plots the ranges that they share.
func (f Figure) share(plots []*plot.Plot) {
	all := plot.New() // without a range
	for _, v := range f.Covered {
		if format.Finite(v) {
			all.Y.Min, all.Y.Max = min(all.Y.Min, v), max(all.Y.Max, v)
		}
	}
	for _, g := range plots {
		all.X.Min, all.X.Max = min(all.X.Min, g.X.Min), max(all.X.Max, g.X.Max)
		all.Y.Min, all.Y.Max = min(all.Y.Min, g.Y.Min), max(all.Y.Max, g.Y.Max)
	}
	for _, g := range plots {
		if f.OneX {
			g.X.Min, g.X.Max = all.X.Min, all.X.Max
		}
		if f.OneScale {
			g.Y.Min, g.Y.Max = all.Y.Min, all.Y.Max
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
