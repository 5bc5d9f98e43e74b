package canvas

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Sheet is plots in rows, below a title and a legend. Their frames have one width. Blank texts are left out.
type Sheet struct {
	Title, Subtitle string
	Legend          []Entry
	Tiles           []Tile // by rows
	Columns         int    // of tiles
	Width           vg.Length
	Left, Right     vg.Length // the least room for axes beside each frame
}

// A Tile is a plot of [NewPlot]. The names of its axes are broken into lines as far as need be.
type Tile struct {
	*plot.Plot
	Title, Remark string    // the remark is behind the title, or below it where there is no room
	Height        vg.Length // of the frame
	Above         vg.Length // room for more between the title and the frame
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

// Distances in points.
const (
	titleRow     = vg.Length(13)
	subtitleRow  = vg.Length(10)
	legendRow    = vg.Length(11)
	legendGap    = vg.Length(10) // between entries
	headerGap    = vg.Length(6)
	sampleWidth  = vg.Length(22)
	sampleHeight = vg.Length(8)
	columnGap    = vg.Length(10) // between tiles
	rowGap       = vg.Length(8)
	axisRoom     = vg.Length(55) // beside a frame, a first guess
)

// NewPlot returns a plot without content, which has a grid.
func NewPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		for _, s := range []*draw.TextStyle{&a.Label.TextStyle, &a.Tick.Label} {
			s.Font, s.Color = Small.Font, Small.Color
		}
		a.Label.Padding, a.Tick.LineStyle, a.Tick.Length = 3, Tick, tickLength
		a.LineStyle.Width, a.Padding = 0, 0 // the frame is drawn as a whole
	}
	p.X.Tick.Label.YAlign = -1.25 // else marks and labels touch
	p.Y.Tick.Label.YAlign = -0.6  // the middle of digits, not that of the line with its descent
	p.Add(&plotter.Grid{Vertical: Grid, Horizontal: Grid})
	return p
}

// TileWidth returns the width of each of so many tiles beside each other in a picture, with its axes.
func TileWidth(width vg.Length, columns int) vg.Length {
	return (width-2*Margin+columnGap)/vg.Length(columns) - columnGap
}

// FrameWidth returns about how wide the frames of so many tiles beside each other are.
func FrameWidth(width vg.Length, columns int) vg.Length { return TileWidth(width, columns) - axisRoom }

// Picture lays out the sheet.
func (s Sheet) Picture() Picture {
	l := s.layOut()
	return Picture{Width: s.Width, Height: l.height, Paint: l.draw}
}

// Sides returns the room that the axes need beside each frame.
func (s Sheet) Sides() (left, right vg.Length) {
	around := s.layOut().around
	return around.left, around.right
}

// Sides are distances from a frame to the ends of the axes.
type sides struct{ left, right, below, above vg.Length }

// A layout is a sheet of which all places are known.
type layout struct {
	Sheet
	title, subtitle []string
	legend          [][]Entry // rows
	around          sides     // of all frames; left and right are those of each
	sides           []sides   // of the axes of each tile
	frames          []vg.Rectangle
	height          vg.Length
}

func (s Sheet) layOut() *layout {
	l := &layout{Sheet: s, sides: make([]sides, len(s.Tiles))}
	room := s.Width - 2*Margin
	l.title, l.subtitle, l.legend = Wrap(Large, s.Title, room), Wrap(Small, s.Subtitle, room), rows(s.Legend, room)
	width := FrameWidth(s.Width, s.Columns)
	for _, t := range s.Tiles {
		t.X.Label.Text = strings.Join(Wrap(Small, t.X.Label.Text, width), "\n")
		t.Y.Label.Text = strings.Join(Wrap(Small, t.Y.Label.Text, t.Height), "\n")
	}
	for range 2 { // the room for a label at the end of an axis depends on the width
		l.around = sides{left: s.Left, right: s.Right}
		for i, t := range s.Tiles {
			own := t.sides(width)
			l.sides[i] = own
			l.around.left, l.around.right = max(l.around.left, own.left), max(l.around.right, own.right)
		}
		width = TileWidth(s.Width, s.Columns) - l.around.left - l.around.right
	}
	l.height = Margin + vg.Length(len(l.title))*titleRow + vg.Length(len(l.subtitle))*subtitleRow +
		vg.Length(len(l.legend))*legendRow
	if l.height > Margin {
		l.height += headerGap
	}
	for first := 0; first < len(s.Tiles); first += s.Columns {
		l.addRow(first, min(first+s.Columns, len(s.Tiles)), width)
	}
	l.height += Margin - rowGap
	return l
}

// addRow places the frames of the tiles from first to before end. Distances are those from the upper edge.
func (l *layout) addRow(first, end int, width vg.Length) {
	var above, height, below vg.Length
	for i, t := range l.Tiles[first:end] {
		above = max(above, l.sides[first+i].above, t.Above+t.titleHeight(width))
		height, below = max(height, t.Height), max(below, l.sides[first+i].below)
	}
	top := l.height + above
	for i := range end - first {
		left := Margin + vg.Length(i)*(TileWidth(l.Width, l.Columns)+columnGap) + l.around.left
		l.frames = append(l.frames, vg.Rectangle{
			Min: vg.Point{X: left, Y: top + l.Tiles[first+i].Height}, Max: vg.Point{X: left + width, Y: top},
		})
	}
	l.height = top + height + below + rowGap
}

// titleHeight returns the height of the title and the remark.
func (t Tile) titleHeight(width vg.Length) vg.Length {
	rows := len(Wrap(Bold, t.Title, width))
	if t.Remark != "" && !t.beside(width) {
		rows++
	}
	return vg.Length(rows) * subtitleRow
}

// beside reports whether the remark has room behind the title.
func (t Tile) beside(width vg.Length) bool {
	return Bold.Width(t.Title)+legendGap+Normal.Width(t.Remark) <= width
}

// sides returns the room that the axes need about a frame. The room for a label at the end of an axis depends on
// where the label stands, so it is found in two rounds.
func (t Tile) sides(width vg.Length) sides {
	s := sides{left: 40, below: 30}
	for range 2 {
		outer := s.around(vg.Rectangle{Max: vg.Point{X: width, Y: t.Height}})
		inner := t.unnamed().DataCanvas(draw.Canvas{Rectangle: outer})
		s = sides{inner.Min.X - outer.Min.X, outer.Max.X - inner.Max.X, inner.Min.Y - outer.Min.Y, outer.Max.Y - inner.Max.Y}
	}
	return s
}

// unnamed returns the plot with blanks in the place of the names of its axes. gonum/plot takes the mean of the ends
// for the middle of an axis, also of a logarithmic one, and would leave room at the wrong place.
func (t Tile) unnamed() *plot.Plot {
	p := *t.Plot
	for _, name := range []*string{&p.X.Label.Text, &p.Y.Label.Text} {
		if *name != "" {
			*name = " " + strings.Repeat("\n ", strings.Count(*name, "\n"))
		}
	}
	return &p
}

// drawNames writes the names of the axes within the outer area. mid is the middle of the frame.
func (t Tile) drawNames(outer draw.Canvas, mid vg.Point) {
	style, descent := t.X.Label.TextStyle, t.X.Label.TextStyle.FontExtents().Descent
	outer.FillText(style, vg.Point{X: mid.X, Y: outer.Min.Y + descent}, t.X.Label.Text)
	style.Rotation = math.Pi / 2
	outer.FillText(style, vg.Point{X: outer.Min.X + style.Height(t.Y.Label.Text) - descent, Y: mid.Y}, t.Y.Label.Text)
}

// around returns a frame with the room at its sides.
func (s sides) around(frame vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: frame.Min.Sub(vg.Point{X: s.left, Y: s.below}), Max: frame.Max.Add(vg.Point{X: s.right, Y: s.above}),
	}
}

// rows distributes entries over rows no wider than room.
func rows(entries []Entry, room vg.Length) (rows [][]Entry) {
	used := room
	for _, e := range entries {
		if used+e.width() > room {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += e.width() + legendGap
	}
	return rows
}

func (e Entry) width() vg.Length { return sampleWidth + 4 + Small.Width(e.Name) }

func (l *layout) draw(dc draw.Canvas) {
	y := dc.Max.Y - Margin
	for _, line := range l.title {
		y -= titleRow
		Write(dc, Large, Margin, y+4, line)
	}
	for _, line := range l.subtitle {
		y -= subtitleRow
		Write(dc, Small, Margin, y+3, line)
	}
	for _, row := range l.legend {
		y -= legendRow
		x := Margin
		for _, e := range row {
			sample := draw.Canvas{Canvas: dc, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: y + 1}, Max: vg.Point{X: x + sampleWidth, Y: y + 1 + sampleHeight},
			}}
			for _, s := range e.Samples {
				s.Thumbnail(&sample)
			}
			Write(dc, In(Small, Ink), x+sampleWidth+4, sample.Center().Y-Capital(Small)/2, e.Name)
			x += e.width() + legendGap
		}
	}
	for i, t := range l.Tiles {
		frame := l.frames[i]
		frame.Min.Y, frame.Max.Y = dc.Max.Y-frame.Min.Y, dc.Max.Y-frame.Max.Y
		outer := draw.Canvas{Canvas: dc, Rectangle: l.sides[i].around(frame)}
		t.unnamed().Draw(outer)
		t.drawNames(outer, frame.Min.Add(frame.Max).Scale(0.5))
		t.drawTitle(dc, frame)
	}
}

// drawTitle writes the title and the remark of a tile above its frame.
func (t Tile) drawTitle(dc draw.Canvas, frame vg.Rectangle) {
	width := frame.Size().X
	lines, y := Wrap(Bold, t.Title, width), frame.Max.Y+t.Above+4
	remark := vg.Point{X: frame.Min.X, Y: y}
	if t.beside(width) {
		remark.X += Bold.Width(t.Title) + legendGap
	} else if t.Remark != "" {
		y += subtitleRow
	}
	for k, line := range lines {
		Write(dc, Bold, frame.Min.X, y+vg.Length(len(lines)-1-k)*subtitleRow, line)
	}
	Write(dc, Normal, remark.X, remark.Y, Shorten(Normal, t.Remark, frame.Max.X-remark.X))
}
