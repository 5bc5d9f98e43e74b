package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
)

// Sizes of plots in points. Many plots may be smaller.
const (
	leastTile  = vg.Length(150) // width with axes
	manyPlots  = 5
	smallTile  = vg.Length(112)
	leastFrame = vg.Length(76) // height
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

// sheet returns the figure as plots with a legend. What is drawn adds its hints to the last result.
func (f Figure) sheet() (s canvas.Sheet, hints *[]canvas.Hint) {
	f = f.withUnits()
	s = canvas.Sheet{Title: f.Title, Subtitle: f.Subtitle, Width: cmp.Or(f.Width, canvas.DoubleColumn)}
	s.Columns, hints = f.columns(s.Width), new([]canvas.Hint)
	width := canvas.FrameWidth(s.Width, s.Columns)
	frame := vg.Point{X: width, Y: min(max(width*flatness, leastFrame), mostFrame)}
	var lines []Line
	for _, one := range f.Plots {
		lines = append(lines, one.Lines...)
	}
	styles, common, known := styles(lines), f.common(), map[string]bool{}
	for _, one := range f.Plots {
		g := one.build(styles, frame, common)
		if f.Hints {
			g.Add(canvas.Drawing(func(dc draw.Canvas, g *plot.Plot) { *hints = append(*hints, one.hints(dc, g)...) }))
		}
		s.Tiles = append(s.Tiles, canvas.Tile{Plot: g, Title: one.Title, Height: frame.Y})
		for _, l := range one.Lines {
			if !known[l.Name] && !one.bars() { // the names of bars stand below them
				known[l.Name] = true
				s.Legend = append(s.Legend, canvas.Entry{Name: l.Name, Samples: l.samples(styles[l.Name])})
			}
		}
	}
	return s, hints
}

// samples returns what stands for a line in the legend.
func (l Line) samples(s style) (samples []plot.Thumbnailer) {
	if !l.Dots {
		samples = append(samples, &plotter.Line{LineStyle: s.line()})
	}
	if !l.Stairs {
		samples = append(samples, &plotter.Scatter{GlyphStyle: s.glyph()})
	}
	return samples
}

// ranges are the values that the axes of all plots have to cover; with nil each plot has its own.
type ranges struct{ x, y *extent }

// common returns the ranges of the values of all plots.
func (f Figure) common() (r ranges) {
	x, y := newExtent(), newExtent()
	for _, v := range f.Covered {
		y.include(v)
	}
	for _, one := range f.Plots {
		for _, l := range one.Lines {
			x.includeAll(l.X)
			y.includeAll(slices.Concat(l.Low, l.Y, l.High, l.From, l.To))
			if l.Stairs {
				y.include(0)
			}
		}
	}
	if f.OneScale {
		r.y = &y
	}
	if f.OneX {
		r.x = &x
	}
	return r
}

// An extent is a range of values. It is empty where high is below low.
type extent struct{ low, high float64 }

func newExtent() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) include(v float64) {
	if format.Finite(v) {
		e.low, e.high = min(e.low, v), max(e.high, v)
	}
}

func (e *extent) includeAll(values []float64) {
	for _, v := range values {
		e.include(v)
	}
}
