package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/optgap/optgap"
)

// Figure is one plot, or several with one legend. Lines of the same name look
// the same in all of them.
type Figure struct {
	Title    string
	Subtitle string // a line below the title; none if blank
	Plots    []Plot // at least one
	Columns  int    // of plots; 0: 1 for a single plot, 2 for up to 4, else 3
	DPI      int    // pixels per inch of a PNG; 0: 192
}

// Plot is a set of lines over one pair of axes. Both axes cover the lines and no
// more, but the y axis begins with 0 unless that would squeeze the lines into
// its upper part. Values above 0 that differ by more than a factor of twenty get
// a logarithmic y axis, unless they are shares.
type Plot struct {
	Title    string
	X, Y     string // names of the axes
	Percent  bool   // y values are shares, shown in percent
	Falling  bool   // x values fall from left to right
	Lines    []Line
	TicksAtX bool // x has a mark at every point of the lines, as far as there is room
	LogX     bool // the x axis is logarithmic; all x values are above 0
	// Categories are the marks of the x axis at 0, 1, ..., in place of numbers; a
	// label may have several lines. The lines' x values are those places.
	Categories []string
}

// Line is a line of a plot. X and Y have equal lengths; points where Y is no
// finite number are left out. They are joined in the order of X.
type Line struct {
	Name string
	X, Y []float64
	// High, where set, is as long as Y: the area between the two is shaded, and a
	// value that is uncertain lies in it.
	High []float64
	// Stairs draws a function that rises in steps, such as a share that is reached:
	// 0 up to the first point, then Y up to the next, the last up to the end of the
	// axis. Such lines have no marks.
	Stairs bool
}

// Write draws the figure as "svg" or "png". Equal figures give equal bytes.
//
// The colours are Paul Tol's "bright" scheme, distinct for colour-blind
// readers; lines also differ in their marks, and from the eighth on in their
// dashes.
func (f Figure) Write(w io.Writer, format string) error {
	if len(f.Plots) == 0 {
		return errors.New("a figure needs at least one plot")
	}
	for _, p := range f.Plots {
		for _, l := range p.Lines {
			if len(l.X) != len(l.Y) || l.High != nil && len(l.High) != len(l.Y) {
				return fmt.Errorf("plot %q, line %q: %d x values, %d y values and %d upper ends", p.Title, l.Name, len(l.X), len(l.Y), len(l.High))
			}
		}
	}
	d := newDrawing(f)
	return writePicture(w, format, f.DPI, d.width, d.height, d.draw)
}

// WriteFile writes the picture of Write to a file whose suffix, .svg or .png,
// says its format. The file is written only once the picture is complete.
func (f Figure) WriteFile(path string) error {
	return writePictureFile(path, f.Write)
}

// writePicture draws onto a fresh canvas and writes it in the format.
func writePicture(w io.Writer, format string, dpi int, width, height vg.Length, paint func(draw.Canvas)) error {
	switch format {
	case SVG:
		canvas := vgsvg.New(width, height)
		paint(draw.New(canvas))
		var svg bytes.Buffer
		if _, err := canvas.WriteTo(&svg); err != nil {
			return err
		}
		const family = `style="font-family:Liberation Sans`
		_, err := w.Write(bytes.ReplaceAll(svg.Bytes(), []byte(family), []byte(family+",Arial,Helvetica,sans-serif")))
		return err
	case PNG:
		if dpi == 0 {
			dpi = defaultDPI
		}
		canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
		paint(draw.New(canvas))
		_, err := canvas.WriteTo(w)
		return err
	}
	return &optgap.FieldError{Field: "picture format", Found: fmt.Sprintf("%q", format), Expected: `"svg" or "png"`}
}

// writePictureFile writes what write gives for the format of the path's suffix.
func writePictureFile(path string, write func(io.Writer, string) error) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if format != SVG && format != PNG {
		return &optgap.FieldError{Field: path, Found: fmt.Sprintf("suffix %q", filepath.Ext(path)), Expected: ".svg or .png"}
	}
	var picture bytes.Buffer
	if err := write(&picture, format); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, picture.Bytes(), 0o666)
}

// WriteFigures writes every figure as PNG and SVG into the folder, which is made
// where it is missing, and returns the number of files.
func WriteFigures(dir string, figures map[string]Figure) (int, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	files := 0
	for name, f := range figures {
		for _, suffix := range []string{".png", ".svg"} {
			if err := f.WriteFile(filepath.Join(dir, name+suffix)); err != nil {
				return files, err
			}
			files++
		}
	}
	return files, nil
}

// extent is a range of values.
type extent struct{ lo, hi float64 }

func nothing() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) cover(v float64) { e.lo, e.hi = min(e.lo, v), max(e.hi, v) }

func (e extent) empty() bool { return e.lo > e.hi }

// extents returns the ranges of the points that are drawn.
func (p Plot) extents() (x, y extent) {
	x, y = nothing(), nothing()
	for _, l := range p.Lines {
		if l.Stairs {
			y.cover(0)
		}
		for i := range l.X {
			if exists(l.Y[i]) && exists(l.X[i]) {
				x.cover(l.X[i])
				y.cover(l.Y[i])
				if l.High != nil && exists(l.High[i]) {
					y.cover(l.High[i])
				}
			}
		}
	}
	if n := len(p.Categories); n > 0 {
		x = extent{0, float64(n - 1)}
	}
	return x, y
}
