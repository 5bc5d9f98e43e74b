package canvas

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
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
	// Hints returns texts for parts of the drawing, nil if there is none. It is called after Paint. Only
	// an SVG shows them.
	Hints func() []Hint
}

// A Hint is a text that browsers show while the pointer is within a circle.
type Hint struct {
	At     vg.Point
	Radius vg.Length
	Text   string // may have several lines
}

// Write paints the picture on white and writes it as "svg", "png" or "pdf". The same paint
// gives the same bytes. In an SVG text remains text, in Liberation Sans or another
// sans-serif face of the same widths. A PDF embeds its fonts. Any other format is an
// [optgap.FieldError].
func (p Picture) Write(w io.Writer, format string) error {
	switch format {
	case SVG:
		canvas := vgsvg.New(p.Width, p.Height)
		p.onWhite(draw.New(canvas))
		var svg bytes.Buffer
		if _, err := canvas.WriteTo(&svg); err != nil {
			return err
		}
		// vgsvg names only Liberation Sans. Without it browsers would fall back
		// on a serif face of other widths. Text between tags has no bare
		// quotation marks, so only attributes match.
		const family = `style="font-family:Liberation Sans`
		text := bytes.ReplaceAll(svg.Bytes(), []byte(family), []byte(family+",Arial,Helvetica,sans-serif"))
		if p.Hints != nil {
			text = append(bytes.TrimSuffix(bytes.TrimSpace(text), []byte("</svg>")), p.hints()...)
		}
		_, err := w.Write(text)
		return err
	case PNG:
		canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(p.Width, p.Height), vgimg.UseDPI(dpi))}
		p.onWhite(draw.New(canvas))
		_, err := canvas.WriteTo(w)
		return err
	case PDF:
		canvas := newPDF(p.Width, p.Height)
		p.onWhite(draw.New(canvas))
		_, err := canvas.WriteTo(w)
		return err
	}
	return optgap.BadField("picture format", fmt.Sprintf("%q", format), `"svg", "png" or "pdf"`)
}

// hints returns the end of the SVG with the circles of the hints.
func (p Picture) hints() []byte {
	var b bytes.Buffer
	for _, h := range p.Hints() {
		fmt.Fprintf(&b, `<circle cx="%.5g" cy="%.5g" r="%.5g" style="fill:transparent"><title>%s</title></circle>`+"\n",
			h.At.X.Points(), (p.Height - h.At.Y).Points(), h.Radius.Points(), html.EscapeString(h.Text))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (p Picture) onWhite(dc draw.Canvas) {
	Fill(dc, color.White, dc.Rectangle)
	p.Paint(dc)
}

// WriteFile draws a picture and writes it to the path. The suffix .svg, .png or .pdf gives the format.
// The file appears only once the picture is complete.
func WriteFile(path string, draw func() (Picture, error)) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if !slices.Contains(Formats(), format) {
		return optgap.BadField(path, fmt.Sprintf("suffix %q", filepath.Ext(path)), ".svg, .png or .pdf")
	}
	var text bytes.Buffer
	picture, err := draw()
	if err == nil {
		err = picture.Write(&text, format)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return stream.WriteFile(path, func(w io.Writer) error {
		_, err := text.WriteTo(w)
		return err
	})
}
