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

// Distances in points.
const (
	gap          = vg.Length(26) // between columns of plots
	rowGap       = vg.Length(6)  // between rows
	plotTitleRow = vg.Length(16)
	legendRow    = vg.Length(15)
	legendGap    = vg.Length(16) // between entries
)

// A page is a figure with its layout: a header with the legend above tiles of plots.
type page struct {
	Figure
	plots  [][]*plot.Plot // rows; nil: none
	legend [][]entry      // rows
	size   vg.Point
	hints  []canvas.Hint // of the points that were drawn
}

// An entry is a name of the legend and its width in points.
type entry struct {
	plot.Legend
	width vg.Length
}

func newPage(f Figure) *page {
	columns, frame := cmp.Or(f.Columns, map[int]int{1: 1, 2: 2, 4: 2}[len(f.Plots)], 3), vg.Point{X: 225, Y: 140}
	if len(f.Plots) == 1 {
		frame = vg.Point{X: 430, Y: 250}
	}
	p := &page{Figure: f}
	var lines []Line
	for _, one := range f.Plots {
		lines = append(lines, one.Lines...)
	}
	styles := styles(lines)
	entries := f.entries(styles)
	yAxis := f.commonY()
	var around vg.Point // labels of the axes
	for i, one := range f.Plots {
		if i%columns == 0 {
			p.plots = append(p.plots, make([]*plot.Plot, columns))
		}
		g := one.build(styles, frame, yAxis)
		p.plots[i/columns][i%columns] = g
		if f.Hints {
			g.Add(over(func(dc draw.Canvas, g *plot.Plot) { p.hints = append(p.hints, one.hints(dc, g)...) }))
		}
		outer := vg.Rectangle{Max: frame.Scale(2)}
		need := outer.Size().Sub(g.DataCanvas(draw.Canvas{Rectangle: outer}).Size())
		around = vg.Point{X: max(around.X, need.X), Y: max(around.Y, need.Y)}
	}
	tile := frame.Add(around)
	p.size.X = 2*canvas.Margin + vg.Length(columns)*(tile.X+gap) - gap
	p.legend = rows(entries, p.size.X-2*canvas.Margin)
	p.size.Y = 2*canvas.Margin + p.header() + vg.Length(len(p.plots))*(plotTitleRow+tile.Y+rowGap) - rowGap
	return p
}

// entries returns the legend: an entry for each name in the plots. Bars have no entries, as
// their names stand below them.
func (f Figure) entries(styles map[string]style) (entries []entry) {
	known := map[string]bool{}
	for _, one := range f.Plots {
		if one.bars() {
			continue
		}
		for _, l := range one.Lines {
			if !known[l.Name] {
				known[l.Name] = true
				entries = append(entries, newEntry(l, styles[l.Name]))
			}
		}
	}
	return entries
}

// commonY returns the range of the values of all plots; nil where each plot has its own y
// axis.
func (f Figure) commonY() *extent {
	if !f.OneScale {
		return nil
	}
	all := newExtent()
	for _, v := range f.Covered {
		all.include(v)
	}
	for _, one := range f.Plots {
		for _, l := range one.Lines {
			for _, v := range slices.Concat(l.Y, l.High) {
				all.include(v)
			}
			if l.Stairs {
				all.include(0)
			}
		}
	}
	return &all
}

// An extent is a range of values. It is empty where high is below low.
type extent struct{ low, high float64 }

func newExtent() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) include(v float64) {
	if format.Finite(v) {
		e.low, e.high = min(e.low, v), max(e.high, v)
	}
}

// newEntry returns the entry of a line: a sample of the line, and its name.
func newEntry(l Line, s style) entry {
	g := plot.NewLegend()
	g.Top, g.Left, g.ThumbnailWidth = true, true, 24
	g.TextStyle = canvas.In(canvas.Small, canvas.Ink)
	g.TextStyle.YAlign = -0.1 // the middle of capitals is that of the sample
	samples := []plot.Thumbnailer{&plotter.Line{LineStyle: s.line(l.Stairs)}}
	if !l.Stairs {
		samples = append(samples, &plotter.Scatter{GlyphStyle: s.glyph()})
	}
	g.Add(l.Name, samples...)
	return entry{g, g.Rectangle(draw.Canvas{}).Size().X}
}

// rows distributes the entries over rows no wider than room, each row from the left.
func rows(entries []entry, room vg.Length) (rows [][]entry) {
	used := room
	for _, e := range entries {
		if used+e.width > room {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += e.width + legendGap
	}
	return rows
}

// header returns the height of titles and legend.
func (p *page) header() vg.Length {
	h := vg.Length(len(p.legend)) * legendRow
	if p.Title != "" {
		h += canvas.TitleRow
	}
	if h > 0 || p.Subtitle != "" {
		h += 4 // above the plots
	}
	if p.Subtitle != "" {
		h += canvas.SubtitleRow
	}
	return h
}

func (p *page) draw(dc draw.Canvas) {
	inner := draw.Crop(dc, canvas.Margin, -canvas.Margin, canvas.Margin, -canvas.Margin)
	x, y, room := inner.Min.X, inner.Max.Y, inner.Size().X
	if p.Title != "" {
		canvas.Write(dc, canvas.Large, x, y-canvas.TitleRow+6, canvas.Shorten(canvas.Large, p.Title, room))
		y -= canvas.TitleRow
	}
	if p.Subtitle != "" {
		canvas.Write(dc, canvas.Small, x, y-canvas.SubtitleRow+5, canvas.Shorten(canvas.Small, p.Subtitle, room))
		y -= canvas.SubtitleRow
	}
	for _, row := range p.legend {
		x := x
		for _, e := range row {
			low, high := vg.Point{X: x, Y: y - legendRow}, vg.Point{X: x + e.width, Y: y - 3}
			e.Draw(draw.Canvas{Canvas: dc, Rectangle: vg.Rectangle{Min: low, Max: high}})
			x += e.width + legendGap
		}
		y -= legendRow
	}
	tiles := draw.Tiles{
		Rows: len(p.plots), Cols: len(p.plots[0]), PadTop: plotTitleRow, PadX: gap, PadY: rowGap + plotTitleRow,
	}
	cells := plot.Align(p.plots, tiles, draw.Crop(inner, 0, 0, 0, -p.header()))
	for r, row := range p.plots {
		for c, one := range row {
			if one != nil {
				one.Draw(cells[r][c])
			}
		}
	}
}
