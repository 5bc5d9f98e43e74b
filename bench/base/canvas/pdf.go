package canvas

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/cmplx"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A pdf is a canvas of one page. The document embeds the characters that the page uses. The
// vgpdf of gonum/plot is not used: its documents hold one font file for all fonts, and bold
// text would have the shapes of regular text.
type pdf struct {
	doc    *fpdf.Fpdf
	size   vg.Point
	state  pdfState
	pushed []pdfState
	images int
	err    error
}

// A pdfState is the state that Push keeps. With points as complex numbers, a point z lies at
// origin + turn * z on the page.
type pdfState struct {
	origin, turn complex128
	width        vg.Length
	dashes       []vg.Length
	offset       vg.Length
	colour       color.Color
}

func newPDF(width, height vg.Length) *pdf {
	p := &pdf{size: vg.Point{X: width, Y: height}, state: pdfState{turn: 1}}
	p.doc = fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width.Points(), Ht: height.Points()}})
	// The dates are fixed, so that equal pictures give equal bytes.
	never := time.Unix(0, 0).UTC()
	p.doc.SetCatalogSort(true)
	p.doc.SetCreationDate(never)
	p.doc.SetModificationDate(never)
	p.doc.SetAutoPageBreak(false, 0)
	p.doc.AddPage()
	vg.Initialize(p)
	return p
}

func (p *pdf) Size() (x, y vg.Length) { return p.size.X, p.size.Y }

func (p *pdf) SetLineWidth(w vg.Length) {
	p.state.width = w
	p.doc.SetLineWidth(w.Points())
}

func (p *pdf) SetLineDash(dashes []vg.Length, offset vg.Length) {
	p.state.dashes, p.state.offset = dashes, offset
	lengths := make([]float64, len(dashes))
	for i, d := range dashes {
		lengths[i] = d.Points()
	}
	p.doc.SetDashPattern(lengths, offset.Points())
}

func (p *pdf) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.state.colour = c
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	r, g, b := int(n.R), int(n.G), int(n.B)
	p.doc.SetDrawColor(r, g, b)
	p.doc.SetFillColor(r, g, b)
	p.doc.SetTextColor(r, g, b)
	p.doc.SetAlpha(float64(n.A)/math.MaxUint8, "Normal")
}

func (p *pdf) Push() { p.pushed = append(p.pushed, p.state) }

func (p *pdf) Pop() {
	last := len(p.pushed) - 1
	p.state, p.pushed = p.pushed[last], p.pushed[:last]
	p.SetLineWidth(p.state.width)
	p.SetLineDash(p.state.dashes, p.state.offset)
	p.SetColor(p.state.colour)
}

func (p *pdf) Translate(by vg.Point) {
	p.state.origin += p.state.turn * complex(by.X.Points(), by.Y.Points())
}

func (p *pdf) Rotate(radians float64) { p.state.turn *= cmplx.Rect(1, radians) }

// Scale scales by equal factors. Unequal ones are an error of the document: no picture is
// stretched.
func (p *pdf) Scale(x, y float64) {
	if x != y {
		p.err = fmt.Errorf("PDF: scaled by %v and %v", x, y)
	}
	p.state.turn *= complex(x, 0)
}

// on returns the place of a point on the page, whose y axis points downwards.
func (p *pdf) on(at vg.Point) (x, y float64) {
	z := p.state.origin + p.state.turn*complex(at.X.Points(), at.Y.Points())
	return real(z), p.size.Y.Points() - imag(z)
}

func (p *pdf) Stroke(path vg.Path) {
	if p.state.width > 0 {
		p.draw(path, "D")
	}
}

func (p *pdf) Fill(path vg.Path) { p.draw(path, "F") }

// draw draws a path of straight lines. Pictures have no other paths.
func (p *pdf) draw(path vg.Path, how string) {
	for _, c := range path {
		switch x, y := p.on(c.Pos); c.Type {
		case vg.MoveComp:
			p.doc.MoveTo(x, y)
		case vg.LineComp:
			p.doc.LineTo(x, y)
		case vg.CloseComp:
			p.doc.ClosePath()
		default:
			p.err = fmt.Errorf("PDF: a path has a part of type %d", c.Type)
		}
	}
	p.doc.DrawPath(how)
}

func (p *pdf) FillString(face font.Face, at vg.Point, text string) {
	if face.Font.Size == 0 || text == "" {
		return
	}
	name := face.Name()
	if p.doc.GetFontDesc(name, "") == (fpdf.FontDescType{}) {
		var data bytes.Buffer
		if _, err := face.Face.WriteSourceTo(nil, &data); err != nil {
			p.err = err
			return
		}
		p.doc.AddUTF8FontFromBytes(name, "", slices.Clone(data.Bytes()))
	}
	p.doc.SetFont(name, "", face.Font.Size.Points()*cmplx.Abs(p.state.turn))
	x, y := p.on(at)
	p.doc.TransformBegin()
	p.doc.TransformRotate(cmplx.Phase(p.state.turn)*180/math.Pi, x, y)
	p.doc.Text(x, y, text)
	p.doc.TransformEnd()
}

func (p *pdf) DrawImage(r vg.Rectangle, img image.Image) {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		p.err = err
		return
	}
	p.images++
	name, options := fmt.Sprint(p.images), fpdf.ImageOptions{ImageType: "png"}
	p.doc.RegisterImageOptionsReader(name, options, &data)
	x, y := p.on(vg.Point{X: r.Min.X, Y: r.Max.Y})
	size := r.Size()
	p.doc.ImageOptions(name, x, y, size.X.Points(), size.Y.Points(), false, options, 0, "")
}

func (p *pdf) WriteTo(w io.Writer) (int64, error) {
	if p.err != nil {
		return 0, p.err
	}
	var document bytes.Buffer
	if err := p.doc.Output(&document); err != nil {
		return 0, err
	}
	return document.WriteTo(w)
}
