package figure

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/format"
)

// Sizes of plots in points. Many plots may be smaller.
const (
	leastTile  = vg.Length(150) // width with axes
	manyPlots  = 5
	smallTile  = vg.Length(112)
	rowPitch   = vg.Length(3) // of a category beside a vertical axis, beside its lines of text
	lineHeight = vg.Length(9)
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
	return max(min(asked, len(f.Plots), int(width/tile)), 1)
}

// sheet returns the figure as plots with a legend.
func (f Figure) sheet() Sheet {
	s := Sheet{Title: f.Title, Subtitle: f.Subtitle, Width: cmp.Or(f.Width, DoubleColumn)}
	s.Columns = f.columns(s.Width)
	width := FrameWidth(s.Width, s.Columns)
	frame := point(width, min(max(width*flatness, leastFrame), mostFrame))
	looks := f.Looks()
	known := map[string]bool{}
	drawn := make([]drawnPlot, len(f.Plots))
	plots := make([]*plot.Plot, len(f.Plots))
	for i, p := range f.Plots {
		drawn[i] = p.drawn(looks)
		plots[i] = drawn[i].content()
	}
	f.share(drawn, plots)
	for i := range drawn {
		_, value := drawn[i].axesOf(plots[i])
		drawn[i].choose(value)
	}
	s.X, s.Y = drawn[0].names()
	for _, p := range drawn {
		across, up := p.names()
		if across != s.X {
			s.X = ""
		}
		if up != s.Y {
			s.Y = ""
		}
	}
	for i, p := range drawn {
		neighbour := i + s.Columns
		height := frame.Y // that below
		if p.sideways {
			neighbour, height = i-1, p.rows()
			if i%s.Columns == 0 {
				neighbour = -1
			}
		}
		named := neighbour < 0 || neighbour >= len(drawn) ||
			!slices.Equal(drawn[neighbour].Categories, p.Categories)
		p.axes(plots[i], point(frame.X, height), named)
		tile := Tile{Plot: plots[i], Title: p.Title, Height: height}
		value := s.Y
		place := s.X // the names that stand for all plots
		if p.sideways {
			value = s.X
			place = s.Y
		}
		if value == "" && p.Y != "" { // it has no other place
			tile.Title = strings.TrimPrefix(tile.Title+": "+p.Y, ": ")
		}
		if place == "" && p.X != "" {
			tile.Title += " over " + p.X
		}
		s.Tiles = append(s.Tiles, tile)
		for _, l := range p.Lines {
			// The names of other bars stand beside them.
			if !known[l.Name] && (p.Stacked || !p.bars) {
				known[l.Name] = true
				s.Legend = append(
					s.Legend,
					Entry{Name: looks[l.Name].Name, Samples: p.samples(l)},
				)
			}
		}
	}
	return s
}

// Looks returns the look of each line by name.
func (f Figure) Looks() map[string]Look {
	var lines []Line
	for _, p := range f.Plots {
		lines = append(lines, p.Lines...)
	}
	return Looks(lines)
}

// share gives all plots the ranges that they share.
func (f Figure) share(drawn []drawnPlot, plots []*plot.Plot) {
	all := plot.New() // without a range
	for _, v := range f.Covered {
		if format.Finite(v) {
			all.Y.Min = min(all.Y.Min, v)
			all.Y.Max = max(all.Y.Max, v)
		}
	}
	for i, g := range plots {
		place, value := drawn[i].axesOf(g)
		all.X.Min = min(all.X.Min, place.Min)
		all.X.Max = max(all.X.Max, place.Max)
		all.Y.Min = min(all.Y.Min, value.Min)
		all.Y.Max = max(all.Y.Max, value.Max)
	}
	for i, g := range plots {
		place, value := drawn[i].axesOf(g)
		if f.OneX {
			place.Min = all.X.Min
			place.Max = all.X.Max
		}
		if f.OneScale {
			value.Min = all.Y.Min
			value.Max = all.Y.Max
		}
	}
}

// rows returns the height of a frame with its categories below each other.
func (p drawnPlot) rows() vg.Length {
	lines := 1
	for _, name := range p.Categories {
		lines = max(lines, 1+strings.Count(name, "\n"))
	}
	return max(vg.Length(len(p.Categories)), 2) * (rowPitch + lineHeight*vg.Length(lines))
}

// samples returns what stands for a line in the legend.
func (p drawnPlot) samples(l Line) (samples []plot.Thumbnailer) {
	look := p.looks[l.Name]
	if p.Stacked {
		return []plot.Thumbnailer{Drawing(func(dc draw.Canvas, _ *plot.Plot) {
			dc.SetColor(look.Hue.Colour())
			dc.Fill(dc.Path())
			if l.ranged() {
				dc.Min.X = (dc.Min.X + dc.Max.X) / 2
				dc.SetColor(Lighter(look.Hue.Colour(), lighter))
				dc.Fill(dc.Path())
			}
		})}
	}
	if !l.Dots {
		samples = append(samples, &plotter.Line{LineStyle: look.Line()})
	}
	if !l.Stairs {
		samples = append(samples, &plotter.Scatter{GlyphStyle: look.Glyph()})
	}
	return samples
}
