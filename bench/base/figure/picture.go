package figure

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
)

// The formats of pictures. Each is also the suffix of its files.
const (
	SVG = "svg"
	PNG = "png"
	PDF = "pdf"
)

// Formats returns all formats of pictures.
func Formats() []string { return []string{SVG, PNG, PDF} }

const dpi = 300 // pixels per inch of a PNG

// A Picture is a drawing that can be written in any format.
type Picture struct {
	Width, Height vg.Length
	Paint         func(draw.Canvas)
}

// Write paints the picture on white and writes it as "svg", "png" or "pdf". The same paint
// gives the same bytes. In an SVG text remains text, in Liberation Sans or another
// sans-serif face of the same widths. A PDF embeds its fonts. Any other format is an
// [optgap.FieldError].
func (p Picture) Write(w io.Writer, format string) error {
	var canvas vg.CanvasWriterTo
	switch format {
	case SVG:
		canvas = &hinted{Canvas: vgsvg.New(p.Width, p.Height)}
	case PNG:
		canvas = vgimg.PngCanvas{
			Canvas: vgimg.NewWith(vgimg.UseWH(p.Width, p.Height), vgimg.UseDPI(dpi)),
		}
	case PDF:
		canvas = latin{vgpdf.New(p.Width, p.Height)}
	default:
		return optgap.BadText("picture format", format, `"svg", "png" or "pdf"`)
	}
	dc := draw.New(canvas)
	dc.SetColor(color.White)
	dc.Fill(dc.Path())
	p.Paint(dc)
	_, err := canvas.WriteTo(w)
	return err
}

// hinted is an SVG with texts that browsers show while the pointer is within a rectangle.
type hinted struct {
	*vgsvg.Canvas
	hints bytes.Buffer
}

// Hint adds a text, which may have several lines, for a part of an SVG.
func Hint(dc draw.Canvas, r vg.Rectangle, text string) {
	for { // plots wrap canvases
		inner, ok := dc.Canvas.(draw.Canvas)
		if !ok {
			break
		}
		dc = inner
	}
	if svg, ok := dc.Canvas.(*hinted); ok {
		_, height := svg.Size()
		const form = `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill-opacity="0"><title>%s</title></rect>` + "\n"
		fmt.Fprintf(
			&svg.hints,
			form,
			r.Min.X,
			height-r.Max.Y,
			r.Size().X,
			r.Size().Y,
			html.EscapeString(text),
		)
	}
}

// WriteTo writes the SVG. vgsvg names only Liberation Sans. Without it browsers would fall back on
// a serif face of other widths. Text between tags has no bare quotation marks, so only attributes
// match.
func (h *hinted) WriteTo(w io.Writer) (int64, error) {
	var svg bytes.Buffer
	if _, err := h.Canvas.WriteTo(&svg); err != nil {
		return 0, err
	}
	const family = `style="font-family:Liberation Sans`
	text := bytes.ReplaceAll(
		svg.Bytes(),
		[]byte(family),
		[]byte(family+",Arial,Helvetica,sans-serif"),
	)
	text = bytes.TrimSuffix(bytes.TrimSpace(text), []byte("</svg>"))
	n, err := fmt.Fprintf(w, "%s%s</svg>\n", text, h.hints.Bytes())
	return int64(n), err
}

// latin is a PDF whose text is in UTF-8. That of vgpdf is in the code page 1252.
type latin struct{ *vgpdf.Canvas }

var toLatin = sync.OnceValue(func() func(string) string {
	return fpdf.New("", "", "", "").UnicodeTranslatorFromDescriptor("")
})

func (l latin) FillString(f font.Face, at vg.Point, text string) {
	l.Canvas.FillString(f, at, toLatin()(text))
}

// The dates of documents are fixed, so that equal pictures give equal bytes.
func init() {
	never := time.Unix(0, 0).UTC()
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(never)
	fpdf.SetDefaultModificationDate(never)
}

// WriteFile draws a picture and writes it to the path. The suffix .svg, .png or .pdf gives the
// format. The file appears only once the picture is complete.
func WriteFile(path string, draw func() (Picture, error)) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if !slices.Contains(Formats(), format) {
		return optgap.BadField(
			path,
			fmt.Sprintf("suffix %q", filepath.Ext(path)),
			".svg, .png or .pdf",
		)
	}
	picture, err := draw()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return stream.WriteFile(path, func(w io.Writer) error { return picture.Write(w, format) })
}
