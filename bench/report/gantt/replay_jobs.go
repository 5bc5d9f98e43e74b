package gantt

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/internal/simulate/allocation"
)

// drawJobs draws the blocks of jobs and reservations in the window: wide ones as
// shapes with a label, narrow ones through a mosaic.
func (v *replayView) drawJobs(dc draw.Canvas, f frame) {
	m := newMosaic(f)
	type shape struct {
		vg.Rectangle
		colour color.NRGBA
		label  string
	}
	var shapes []shape
	add := func(blocks []allocation.Block, colour color.NRGBA, label func() string) {
		for _, b := range blocks {
			if b.End <= v.From || b.Start >= v.To {
				continue
			}
			r := f.rectangle(b, max(float64(b.Start), float64(v.From)))
			if size := r.Size(); size.X >= outlined && size.Y >= 3*border {
				shapes = append(shapes, shape{r, colour, label()})
			} else {
				m.add(r, colour)
			}
		}
	}
	for i, blocks := range v.blocks {
		add(blocks, canvas.JobColor(i), func() string { return fmt.Sprint(v.outcome.Jobs[i].ID) })
	}
	for i, blocks := range v.held {
		add(blocks, canvas.Shade, func() string { return fmt.Sprintf("R%d", v.outcome.Reservations[i].Request.ID) })
	}
	if img := m.image(); img != nil {
		dc.DrawImage(f.Rectangle, img)
	}
	for _, s := range shapes {
		drawJob(dc, s.Rectangle, s.colour, s.label)
	}
	canvas.Outline(dc, canvas.Tick, f.Rectangle)
}

// mosaic is a raster over a frame. A rectangle of any size leaves its colour in the tiles,
// in proportion to the part of a tile that it covers. If rectangles were painted one over
// the other with antialiasing, neighbours would be too light.
type mosaic struct {
	frame         vg.Rectangle
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
	m := &mosaic{frame: f.Rectangle}
	m.columns, m.rows = max(int(size.X*tilesPerPoint), 1), max(int(size.Y*tilesPerPoint), 1)
	m.tiles = make([]tile, m.columns*m.rows)
	return m
}

// add adds a rectangle of a colour.
func (m *mosaic) add(r vg.Rectangle, c color.NRGBA) {
	m.used = true
	size := m.frame.Size()
	column := func(x vg.Length) float64 { return float64((x-m.frame.Min.X)/size.X) * float64(m.columns) }
	row := func(y vg.Length) float64 { return float64((y-m.frame.Min.Y)/size.Y) * float64(m.rows) }
	x0, x1 := column(r.Min.X), column(r.Max.X)
	y0, y1 := row(r.Min.Y), row(r.Max.Y)
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

// image returns the mosaic as an image, transparent where nothing covers a tile, or nil if
// nothing was added.
func (m *mosaic) image() image.Image {
	if !m.used {
		return nil
	}
	img := image.NewNRGBA(image.Rect(0, 0, m.columns, m.rows))
	for y := range m.rows {
		for x := range m.columns {
			t := m.tiles[y*m.columns+x]
			if t.share <= 0 {
				continue
			}
			level := func(sum float32) uint8 { return uint8(min(sum/t.share+0.5, 255)) }
			img.SetNRGBA(x, m.rows-1-y, color.NRGBA{level(t.r), level(t.g), level(t.b), uint8(min(t.share, 1)*255 + 0.5)})
		}
	}
	return img
}
