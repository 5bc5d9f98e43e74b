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
	"github.com/optgap/optgap/bench/base/palette"
)

// Distances in points.
const (
	gap          = vg.Length(10) // between columns of plots
	rowGap       = vg.Length(8)  // between rows
	plotTitleRow = vg.Length(10)
	nameRow      = vg.Length(9) // of the name of an axis
	nameGap      = vg.Length(3) // between the name of an axis and its labels
	legendRow    = vg.Length(11)
	legendGap    = vg.Length(10) // between entries
	thumbnail    = vg.Length(22) // sample of a line in the legend
)

// A page is a figure with its layout: a header with the legend above tiles of plots.
type page struct {
	Figure
	columns int
	plots   []*plot.Plot // by rows
	frame   vg.Point     // size of the area that each plot draws lines in
	around  sides        // room for the axes of each plot
	title   []string
	remark  []string  // subtitle
	legend  [][]entry // rows
	size    vg.Point
	hints   []canvas.Hint // of the points that were drawn
}

// An entry is a name of the legend and its width in points.
type entry struct {
	plot.Legend
	width vg.Length
}

// Sides are distances from the frame of a plot to the ends of its axes, in points.
type sides struct{ left, right, below, above vg.Length }

// larger returns the larger distance of each side.
func (s sides) larger(o sides) sides {
	return sides{max(s.left, o.left), max(s.right, o.right), max(s.below, o.below), max(s.above, o.above)}
}

// around returns the rectangle with room at its sides.
func (s sides) around(r vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: r.Min.Sub(vg.Point{X: s.left, Y: s.below}), Max: r.Max.Add(vg.Point{X: s.right, Y: s.above}),
	}
}

// withNames returns the sides of a plot with room for the names of its axes.
func (p *page) withNames(one Plot, s sides) sides {
	x, y := p.names(one)
	if len(x) > 0 {
		s.below += nameGap + vg.Length(len(x))*nameRow
	}
	if len(y) > 0 {
		s.left += nameGap + vg.Length(len(y))*nameRow
	}
	return s
}

// names returns the lines of the names of the axes of a plot. They are no longer than its sides.
func (p *page) names(one Plot) (x, y []string) {
	return canvas.Wrap(canvas.Small, one.xName(), p.frame.X), canvas.Wrap(canvas.Small, one.Y, p.frame.Y)
}

// sidesOf returns the room that the axes of a plot with a frame of this size need, without names.
// The room for a label at the end of an axis depends on where the label stands, so it is found in
// two rounds.
func sidesOf(g *plot.Plot, frame vg.Point) sides {
	s := sides{left: 40, below: 30}
	for range 2 {
		outer := s.around(vg.Rectangle{Max: frame})
		data := g.DataCanvas(draw.Canvas{Rectangle: outer})
		s = sides{data.Min.X - outer.Min.X, outer.Max.X - data.Max.X, data.Min.Y - outer.Min.Y, outer.Max.Y - data.Max.Y}
	}
	return s
}

func newPage(f Figure) *page {
	f = f.withUnits()
	p := &page{Figure: f, around: f.least}
	p.size.X = cmp.Or(f.Width, canvas.DoubleColumn)
	p.columns = f.columns(p.size.X)
	var lines []Line
	for _, one := range f.Plots {
		lines = append(lines, one.Lines...)
	}
	styles := styles(lines)
	common := f.common()
	p.around.left = max(p.around.left, 30) // a first guess
	for range 2 {
		p.frame = p.frameSize()
		p.plots, p.around = nil, f.least
		for _, one := range f.Plots {
			g := one.build(styles, p.frame, common)
			p.plots = append(p.plots, g)
			p.around = p.around.larger(p.withNames(one, sidesOf(g, p.frame)))
		}
	}
	p.frame = p.frameSize()
	for i, g := range p.plots {
		if f.Hints {
			g.Add(over(func(dc draw.Canvas, g *plot.Plot) { p.hints = append(p.hints, f.Plots[i].hints(dc, g)...) }))
		}
	}
	room := p.size.X - 2*canvas.Margin
	p.title, p.remark = canvas.Wrap(canvas.Large, f.Title, room), canvas.Wrap(canvas.Small, f.Subtitle, room)
	p.legend = rows(f.entries(styles), room)
	p.size.Y = 2*canvas.Margin + p.header() + vg.Length(p.rows())*(p.titleRow()+p.tile().Y+rowGap) - rowGap
	return p
}

// leastTile is the least width of a plot with its axes, in points. Many plots may be smaller.
const (
	leastTile  = vg.Length(150)
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

// rows returns the number of rows of plots.
func (p *page) rows() int { return (len(p.Plots) + p.columns - 1) / p.columns }

// frameSize returns the size of each frame: the width that the axes leave.
func (p *page) frameSize() vg.Point {
	width := (p.size.X-2*canvas.Margin-vg.Length(p.columns-1)*gap)/vg.Length(p.columns) - p.around.left - p.around.right
	return vg.Point{X: width, Y: min(max(width*flatness, leastFrame), mostFrame)}
}

// tile returns the size of each plot with its axes.
func (p *page) tile() vg.Point {
	return p.around.around(vg.Rectangle{Max: p.frame}).Size()
}

// titleRow returns the height of the titles of plots; 0: no plot has a title.
func (p *page) titleRow() vg.Length {
	most := 0
	for _, one := range p.Plots {
		most = max(most, len(p.titleOf(one)))
	}
	if most == 0 {
		return 0
	}
	return vg.Length(most)*plotTitleRow + 2
}

// titleOf returns the lines of the title of a plot.
func (p *page) titleOf(one Plot) []string { return canvas.Wrap(canvas.Bold, one.Title, p.frame.X) }

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

// ranges are the values that the axes of all plots have to cover; nil: each plot has its own.
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

// newEntry returns the entry of a line: a sample of the line, and its name.
func newEntry(l Line, s style) entry {
	g := plot.NewLegend()
	g.Top, g.Left, g.ThumbnailWidth = true, true, thumbnail
	g.TextStyle = canvas.In(canvas.Small, palette.Ink)
	g.TextStyle.YAlign = -0.1 // the middle of capitals is that of the sample
	var samples []plot.Thumbnailer
	if !l.Dots {
		samples = append(samples, &plotter.Line{LineStyle: s.line()})
	}
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
	h := vg.Length(len(p.title))*canvas.TitleRow + vg.Length(len(p.remark))*canvas.SubtitleRow +
		vg.Length(len(p.legend))*legendRow
	if h > 0 {
		h += 3 // above the plots
	}
	return h
}

func (p *page) draw(dc draw.Canvas) {
	inner := draw.Crop(dc, canvas.Margin, -canvas.Margin, canvas.Margin, -canvas.Margin)
	x, y := inner.Min.X, inner.Max.Y
	for _, line := range p.title {
		canvas.Write(dc, canvas.Large, x, y-canvas.TitleRow+4, line)
		y -= canvas.TitleRow
	}
	for _, line := range p.remark {
		canvas.Write(dc, canvas.Small, x, y-canvas.SubtitleRow+3, line)
		y -= canvas.SubtitleRow
	}
	for _, row := range p.legend {
		x := x
		for _, e := range row {
			low, high := vg.Point{X: x, Y: y - legendRow}, vg.Point{X: x + e.width, Y: y - 2}
			e.Draw(draw.Canvas{Canvas: dc, Rectangle: vg.Rectangle{Min: low, Max: high}})
			x += e.width + legendGap
		}
		y -= legendRow
	}
	for i, one := range p.plots {
		r := p.frameOf(i, vg.Point{X: inner.Min.X, Y: inner.Max.Y - p.header()})
		s := sidesOf(one, p.frame)
		one.Draw(draw.Canvas{Canvas: dc, Rectangle: s.around(r)})
		p.drawTexts(dc, p.Plots[i], r, s)
	}
}

// drawTexts writes the title of a plot above its frame, and the names of its axes beside the labels.
func (p *page) drawTexts(dc draw.Canvas, one Plot, frame vg.Rectangle, s sides) {
	title := p.titleOf(one)
	for k, line := range title {
		canvas.Write(dc, canvas.Bold, frame.Min.X, frame.Max.Y+4+vg.Length(len(title)-1-k)*plotTitleRow, line)
	}
	x, y := p.names(one)
	mid := frame.Min.Add(frame.Max).Scale(0.5)
	for k, line := range x {
		at := frame.Min.Y - s.below - nameGap - vg.Length(k)*nameRow - canvas.Capital(canvas.Small)
		canvas.Write(dc, canvas.Small, mid.X-canvas.Small.Width(line)/2, at, line)
	}
	for k, line := range y {
		at := frame.Min.X - s.left - nameGap - vg.Length(len(y)-1-k)*nameRow
		canvas.WriteUp(dc, canvas.Small, at, mid.Y-canvas.Small.Width(line)/2, line)
	}
}

// frameOf returns the frame of the i-th plot. corner is where the plots begin, at the upper left.
func (p *page) frameOf(i int, corner vg.Point) vg.Rectangle {
	tile := p.tile()
	left := corner.X + vg.Length(i%p.columns)*(tile.X+gap) + p.around.left
	top := corner.Y - vg.Length(i/p.columns)*(p.titleRow()+tile.Y+rowGap) - p.titleRow() - p.around.above
	return vg.Rectangle{Min: vg.Point{X: left, Y: top - p.frame.Y}, Max: vg.Point{X: left + p.frame.X, Y: top}}
}
