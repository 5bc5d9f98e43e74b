package gantt

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// Distances in points.
const (
	border        = vg.Length(0.5)      // width of the line around a job
	smallestWidth = 60 * vg.Millimeter  // room for a few labels
	largestWidth  = vg.Length(20000)    // keeps a PNG's memory in bounds
	defaultWidth  = figure.DoubleColumn // of a picture
)

// checkWidth returns an error about a width that is out of its range.
func checkWidth(found vg.Length) error {
	if found >= smallestWidth && found <= largestWidth {
		return nil
	}
	return optgap.BadField(
		"width",
		found,
		fmt.Sprintf("%v to %v points", smallestWidth, largestWidth),
	)
}

// A frame is the area of a plot whose axes are times, in seconds or ticks, and processors.
type frame struct {
	draw.Canvas
	plot       *plot.Plot
	x, y       func(float64) vg.Length // the places of a time and of a number of processors
	start, end float64                 // the times at the edges
}

// newPlot returns axes of times and of numbers from 0 to top. paint draws on them.
func newPlot(
	from, to float64,
	times, numbers plot.Ticker,
	top float64,
	paint func(frame),
) *plot.Plot {
	p := figure.NewPlot()
	p.X.Min = from
	p.X.Max = to
	p.X.Tick.Marker = times
	p.Y.Min = 0
	p.Y.Max = top
	p.Y.Tick.Marker = numbers
	p.Add(figure.Drawing(func(dc draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&dc)
		paint(frame{dc, p, x, y, p.X.Min, p.X.Max})
	}), figure.Framed)
	return p
}

// whole returns marks at whole numbers up to top.
func whole(top int64) plot.Ticker { return figure.Ticks(1, "", int(min(top, 5))) }

// timeMarks returns the marks of an axis of so many ticks of a length in seconds, and their unit.
// width is that of the picture.
func timeMarks(span, tick float64, width vg.Length) (marks plot.Ticker, unit string) {
	length := 1.0
	unit = "s"
	for _, u := range []struct {
		name   string
		length float64
	}{{"min", 60}, {"h", 3600}, {"d", 86400}} {
		if span*tick >= 2*u.length {
			unit = u.name
			length = u.length
		}
	}
	return figure.Ticks(length/tick, "", int(figure.FrameWidth(width, 1)/32)), " [" + unit + "]"
}

// rectangle returns the rectangle of a block between the edges.
func (f frame) rectangle(b replay.Block) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: f.x(max(float64(b.Start), f.start)), Y: f.y(float64(b.Low))},
		Max: vg.Point{X: f.x(min(float64(b.End), f.end)), Y: f.y(float64(b.High))},
	}
}

// fill fills rectangles. All make one path, so that no seam shows where two touch.
func (f frame) fill(c color.Color, all ...vg.Rectangle) {
	var path vg.Path
	for _, r := range all {
		path = append(path, r.Path()...)
	}
	f.SetColor(c)
	f.Fill(path)
}

// mark draws a line at a time, with dashes of such lengths.
func (f frame) mark(time float64, dashes ...vg.Length) {
	line := draw.LineStyle{Color: figure.Ink, Width: 1.1, Dashes: dashes}
	f.StrokeLine2(line, f.x(time), f.Min.Y, f.x(time), f.Max.Y)
}

// drawJob draws one block of a job. It writes the label into the block where the label
// fits: across, or else upwards. hint tells more.
func (f frame) drawJob(r vg.Rectangle, c color.NRGBA, label, hint string) {
	f.fill(c, r)
	// Else nothing would be left inside the border.
	if size := r.Size(); size.X > 2*border && size.Y > 2*border {
		half := vg.Point{X: border / 2, Y: border / 2}
		line := draw.LineStyle{Color: figure.Darker(c, 0.42), Width: border}
		f.SetLineStyle(line)
		f.Stroke(vg.Rectangle{Min: r.Min.Add(half), Max: r.Max.Sub(half)}.Path())
		s := figure.Small
		width := s.Width(label) + 4
		height := s.Font.Size + 1
		if upwards := width > size.X; upwards {
			s.Rotation, width, height = math.Pi/2, height, width
		}
		if width <= size.X && height <= size.Y {
			s.XAlign = draw.XCenter
			s.YAlign = -0.4 // the middle of digits, not that of the line with its descent
			f.FillText(s, r.Min.Add(r.Max).Scale(0.5), label)
		}
	}
	figure.Hint(f.Canvas, r, hint)
}

// mosaic is a raster over a frame. A rectangle of any size leaves its colour in the tiles,
// in proportion to the part of a tile that it covers. If rectangles were painted one over
// the other with antialiasing, neighbours would be too light.
type mosaic struct {
	frame         frame
	columns, rows int
	tiles         []tile
	used          bool
}

// tile holds the sums of colours times covered share, and of the covered shares.
type tile struct{ r, g, b, share float32 }

// tilesPerPoint is the resolution of a mosaic. It is finer than the pixels of a PNG at the
// default 192 per inch.
const tilesPerPoint = 3

// newMosaic returns an empty mosaic.
func newMosaic(f frame) *mosaic {
	size := f.Size()
	m := &mosaic{frame: f}
	m.columns = max(int(size.X*tilesPerPoint), 1)
	m.rows = max(int(size.Y*tilesPerPoint), 1)
	m.tiles = make([]tile, m.columns*m.rows)
	return m
}

// add adds a rectangle of a colour.
func (m *mosaic) add(r vg.Rectangle, c color.NRGBA) {
	m.used = true
	size := m.frame.Size()
	column := func(x vg.Length) float64 { return float64((x-m.frame.Min.X)/size.X) * float64(m.columns) }
	row := func(y vg.Length) float64 { return float64((y-m.frame.Min.Y)/size.Y) * float64(m.rows) }
	x0 := column(r.Min.X)
	x1 := column(r.Max.X)
	y0 := row(r.Min.Y)
	y1 := row(r.Max.Y)
	for y := max(int(y0), 0); y < m.rows && float64(y) < y1; y++ {
		high := math.Min(float64(y+1), y1) - math.Max(float64(y), y0)
		for x := max(int(x0), 0); x < m.columns && float64(x) < x1; x++ {
			share := float32(high * (math.Min(float64(x+1), x1) - math.Max(float64(x), x0)))
			t := &m.tiles[y*m.columns+x]
			t.r += share * float32(c.R)
			t.g += share * float32(c.G)
			t.b += share * float32(c.B)
			t.share += share
		}
	}
}

// draw draws the mosaic, transparent where nothing covers a tile.
func (m *mosaic) draw() {
	if !m.used {
		return
	}
	img := image.NewNRGBA(image.Rect(0, 0, m.columns, m.rows))
	for i, t := range m.tiles {
		if t.share > 0 {
			level := func(sum float32) uint8 { return uint8(min(sum/t.share+0.5, 255)) }
			c := color.NRGBA{
				level(t.r),
				level(t.g),
				level(t.b),
				uint8(min(t.share, 1)*255 + 0.5),
			}
			img.SetNRGBA(i%m.columns, m.rows-1-i/m.columns, c)
		}
	}
	m.frame.DrawImage(m.frame.Rectangle, img)
}
