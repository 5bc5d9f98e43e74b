package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/format"
)

// Frame is the line around a plot, and that of its marks.
var Frame = draw.LineStyle{Color: Ink, Width: 0.6}

// Widths of pictures, as journals print them.
const (
	SingleColumn = 84 * vg.Millimeter
	DoubleColumn = 174 * vg.Millimeter
)

// Distances in points.
const (
	margin   = vg.Length(4) // around a picture
	gap      = vg.Length(8) // between plots, and between entries of the legend
	sample   = vg.Length(22)
	axisRoom = vg.Length(45) // beside a frame, a first guess
)

// A Sheet is plots in rows, below a title and a legend, which stands in the last row where that has
// room. Their frames have one width. Blank texts are left out.
type Sheet struct {
	Title, Subtitle string
	X, Y            string // names of the axes, once for all plots
	Legend          []Entry
	Tiles           []Tile // by rows
	Columns         int
	Width           vg.Length
}

// A Tile is a plot of [NewPlot].
type Tile struct {
	*plot.Plot
	Title  string
	Height vg.Length // of the frame
}

// An Entry of a legend is a name behind a sample.
type Entry struct {
	Name    string
	Samples []plot.Thumbnailer // one above the other
}

// A Drawing is a function that draws a part of a plot or a sample of a legend.
type Drawing func(draw.Canvas, *plot.Plot)

// Plot draws a part of a plot.
func (d Drawing) Plot(dc draw.Canvas, p *plot.Plot) { d(dc, p) }

// Thumbnail draws a sample.
func (d Drawing) Thumbnail(dc *draw.Canvas) { d(*dc, nil) }

// NewPlot returns a plot without content, which has a grid. [Framed] closes it.
func NewPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Tick.Label.Font = Axis.Font
		a.Tick.Label.Color = Quiet
		a.Tick.LineStyle = Frame
		a.Tick.Length = 3
		a.LineStyle.Width = 0
		a.Padding = 0 // the frame is drawn as a whole
	}
	p.X.Tick.Label.YAlign, p.Y.Tick.Label.YAlign = -1.25, -0.6 // clear of marks, and the middle of digits
	p.Add(Drawing(func(dc draw.Canvas, p *plot.Plot) {
		line := draw.LineStyle{Color: GridLine, Width: 0.5}
		grid := &plotter.Grid{Vertical: line, Horizontal: line}
		// Names are no numbers to compare.
		if _, named := p.X.Tick.Marker.(plot.ConstantTicks); named {
			grid.Vertical.Color = nil
		}
		if _, named := p.Y.Tick.Marker.(plot.ConstantTicks); named {
			grid.Horizontal.Color = nil
		}
		grid.Plot(dc, p)
	}))
	return p
}

// Framed draws the line around a plot.
var Framed = Drawing(func(dc draw.Canvas, _ *plot.Plot) {
	dc.SetLineStyle(Frame)
	dc.Stroke(dc.Path())
})

// Ticks returns about so many marks, but no more than about eight, at multiples of 1, 2 or 5 times
// a power of ten of a unit, with a suffix behind each number.
func Ticks(unit float64, suffix string, most int) plot.Ticker {
	return plot.TickerFunc(func(low, high float64) (ticks []plot.Tick) {
		least := (high - low) / unit / float64(min(max(most, 1), 8)) * (1 - 1e-9)
		power := math.Floor(math.Log10(least))
		step := 10.0
		for _, k := range []float64{5, 2, 1} {
			if k*math.Pow(10, power) >= least {
				step = k
			}
		}
		step *= math.Pow(10, power)
		digits := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
		for k := math.Ceil(low/unit/step - 1e-9); k*step*unit <= high+1e-9*step*unit; k++ {
			ticks = append(
				ticks,
				plot.Tick{
					Value: k * step * unit,
					Label: format.Decimal(k*step, digits) + suffix,
				},
			)
		}
		return ticks
	})
}

// point returns a point on a canvas.
func point(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// FrameWidth returns about how wide the frames of so many plots beside each other are.
func FrameWidth(width vg.Length, columns int) vg.Length {
	return (width-2*margin+gap)/vg.Length(columns) - gap - axisRoom
}

// Picture lays out the sheet.
func (s Sheet) Picture() Picture {
	p := page{width: s.Width - 2*margin}
	p.write(Large, s.Title, 0)
	p.write(Axis, s.Subtitle, 0)
	p.plots(s)
	return Picture{Width: s.Width, Height: p.height + 2*margin, Paint: p.paint}
}

// A page is parts below each other.
type page struct {
	width, height vg.Length
	parts         []func(draw.Canvas)
	heights       []vg.Length
}

// add adds a part with a height.
func (p *page) add(height vg.Length, part func(draw.Canvas)) {
	p.parts = append(p.parts, part)
	p.heights = append(p.heights, height)
	p.height += height
}

func (p *page) paint(dc draw.Canvas) {
	area := dc.Rectangle
	area.Min.X, area.Max.X, area.Max.Y = area.Min.X+margin, area.Max.X-margin, area.Max.Y-margin
	for i, part := range p.parts {
		area.Min.Y = area.Max.Y - p.heights[i]
		part(draw.Canvas{Canvas: dc.Canvas, Rectangle: area})
		area.Max.Y = area.Min.Y
	}
}

// write adds lines of text, from the left or in the middle of what is right of indent.
func (p *page) write(s text.Style, line string, indent vg.Length) {
	if line == "" {
		return
	}
	line = Wrap(s, line, p.width-indent)
	s.YAlign = draw.YTop
	p.add(s.Height(line)+2, func(area draw.Canvas) {
		at := point(area.Min.X, area.Max.Y)
		if indent > 0 {
			s.XAlign = draw.XCenter
			at.X = (area.Min.X + indent + area.Max.X) / 2
		}
		area.FillText(s, at, line)
	})
}

// legend lays out the entries in columns of a width.
func legend(entries []Entry, width vg.Length) (height vg.Length, paint func(draw.Canvas)) {
	if len(entries) == 0 {
		return 0, func(draw.Canvas) {}
	}
	column := sample + gap
	for _, e := range entries {
		column = max(column, sample+gap+Small.Width(" "+e.Name))
	}
	columns := min(max(int((width+gap)/column), 1), len(entries))
	rows := (len(entries) + columns - 1) / columns
	const row = vg.Length(10)
	return row*vg.Length(rows) + 2, func(area draw.Canvas) {
		for own := range slices.Chunk(entries, rows) {
			l := plot.NewLegend()
			l.TextStyle = Small
			l.ThumbnailWidth = sample
			l.Left = true
			l.Top = true
			l.Padding = row - Small.Rectangle(own[0].Name).Max.Y
			for _, e := range own {
				l.Add(e.Name, e.Samples...)
			}
			l.Draw(area)
			area.Min.X += column
		}
	}
}

// Sides are distances from a frame to the ends of its axes.
type sides struct{ left, right, below, above vg.Length }

// around returns a frame with the room at its sides.
func (s sides) around(frame vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: frame.Min.Sub(point(s.left, s.below)),
		Max: frame.Max.Add(point(s.right, s.above)),
	}
}

// sides returns the room that the axes need about a frame. The room for a label at the end of an
// axis depends on where the label stands, so it is found in rounds.
func (t Tile) sides(width vg.Length) (s sides) {
	for range 3 {
		outer := s.around(vg.Rectangle{Max: point(width, t.Height)})
		inner := t.DataCanvas(draw.Canvas{Rectangle: outer})
		s = sides{
			inner.Min.X - outer.Min.X,
			outer.Max.X - inner.Max.X,
			inner.Min.Y - outer.Min.Y,
			outer.Max.Y - inner.Max.Y,
		}
	}
	return s
}

// plots adds the plots and the names of their axes.
func (p *page) plots(s Sheet) {
	tall := vg.Length(0)
	for i := 0; i < len(s.Tiles); i += s.Columns {
		tall += s.Tiles[i].Height + 25
	}
	name := Axis
	name.Rotation = math.Pi / 2
	name.XAlign = draw.XCenter
	name.YAlign = draw.YTop
	s.Y = Wrap(Axis, s.Y, tall)
	indent := vg.Length(0)
	if s.Y != "" {
		indent = Axis.Height(s.Y) + 3
	}
	columns := make([]sides, s.Columns)
	width := FrameWidth(s.Width, s.Columns)
	for range 2 {
		clear(columns)
		around := indent + gap*vg.Length(s.Columns-1)
		for i, t := range s.Tiles {
			c := &columns[i%s.Columns]
			own := t.sides(width)
			c.left = max(c.left, own.left)
			c.right = max(c.right, own.right)
		}
		for _, c := range columns {
			around += c.left + c.right
		}
		width = (p.width - around) / vg.Length(s.Columns)
	}
	rows := slices.Collect(slices.Chunk(s.Tiles, s.Columns))
	last := rows[len(rows)-1]
	vacant := columns[len(last):]
	room := vg.Length(len(vacant))*(width+gap) - gap
	hanging := vg.Length(0)
	for i, c := range vacant {
		room += c.left + c.right
		hanging = max(hanging, rows[len(rows)-2][len(last)+i].sides(width).below)
	}
	height, names := legend(s.Legend, room)
	beside := len(vacant) > 0 && hanging+height <= last[0].Height+last[0].sides(width).below
	if !beside {
		p.add(legend(s.Legend, p.width))
	}
	before := p.height
	for i, row := range rows {
		p.row(row, len(rows[min(i+1, len(rows)-1)]), columns, width, indent)
	}
	if own := p.heights[len(p.heights)-1]; beside {
		p.add(0, func(area draw.Canvas) {
			area.Min.X = area.Max.X - room
			area.Max.Y = area.Max.Y + own - hanging
			names(area)
		})
	}
	middle := (p.height - before) / 2
	p.add(
		0,
		func(area draw.Canvas) { area.FillText(name, point(area.Min.X, area.Max.Y+middle), s.Y) },
	)
	p.write(Axis, s.X, indent+columns[0].left)
}

// row adds plots beside each other. There is room for the labels below the first ones; others hang
// into the next row.
func (p *page) row(row []Tile, first int, columns []sides, width, indent vg.Length) {
	var above, height, below vg.Length
	titles := make([]string, len(row))
	for i, t := range row {
		own := t.sides(width)
		title := vg.Length(0)
		titles[i] = Wrap(Small, t.Title, width+columns[i].right)
		if titles[i] != "" {
			title = Small.Height(titles[i]) + 4
		}
		above = max(above, own.above, title)
		height = max(height, t.Height)
		if i < first {
			below = max(below, own.below)
		}
	}
	p.add(above+height+below+gap/2, func(area draw.Canvas) {
		x := area.Min.X + indent
		for i, t := range row {
			x += columns[i].left
			top := area.Max.Y - above
			frame := vg.Rectangle{
				Min: point(x, top-t.Height),
				Max: point(x+width, top),
			}
			t.Draw(draw.Canvas{Canvas: area.Canvas, Rectangle: t.sides(width).around(frame)})
			area.FillText(Small, point(x, top+4), titles[i])
			x += width + columns[i].right + gap
		}
	})
}
