package figure

import (
	"fmt"
	"image/color"

	"github.com/optgap/optgap/bench/base/lists"
)

// Colours of titles, axes and backgrounds.
var (
	Ink       = rgb(0x222222) // titles, frames and labels
	Quiet     = rgb(0x5c5c5c) // numbers and names of axes
	GridLine  = rgb(0xe4e4e4)
	Shade     = rgb(0xd8d8d8) // processors that are not free
	DarkPaper = rgb(0x16181b) // the paper of a dark screen
)

// A Hue is one of the colours of series.
type Hue int

// The hues of series.
const (
	Blue Hue = iota
	Orange
	Green
	Purple
	Ochre
	Cyan
	Magenta
	Black
	Violet
)

// hues holds each hue on white and on [DarkPaper]. The values were found by a search for the
// largest least distance between two hues, as seen with and without each kind of colour blindness,
// among colours with a contrast of 3 to their paper.
var hues = [][2]color.NRGBA{
	Blue:    {rgb(0x2a47dc), rgb(0x6b75fe)},
	Orange:  {rgb(0x903600), rgb(0xe25b22)},
	Green:   {rgb(0x668455), rgb(0x98c986)},
	Purple:  {rgb(0x5d1c92), rgb(0x906fc7)},
	Ochre:   {rgb(0xae8818), rgb(0xf5bd32)},
	Cyan:    {rgb(0x0e9db8), rgb(0x1dd7f5)},
	Magenta: {rgb(0xd02786), rgb(0xe676af)},
	Black:   {Ink, rgb(0xe8e8e6)},
	Violet:  {rgb(0xa578f0), rgb(0x7832fa)},
}

// Colour returns the hue on white paper.
func (h Hue) Colour() color.NRGBA { return hues[h][0] }

// OnDark returns the hue on the paper of a dark screen.
func (h Hue) OnDark() color.NRGBA { return hues[h][1] }

// Hues returns all hues.
func Hues() []Hue { return lists.Places[Hue](len(hues)) }

// Hex writes a colour as web pages do: "#2a47dc". It leaves out how far one sees through.
func Hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// rgb returns the colour of a number such as 0x1f5fa8.
func rgb(v uint32) color.NRGBA { return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

// jobs holds the "light" scheme of Paul Tol's technical note on colour schemes (SRON/EPS/TN/09-002,
// issue 3.2), without its grey. The scheme is made for cells with black labels and is distinct for
// colour-blind readers. Neighbours in this order differ in hue and lightness.
var jobs = []color.NRGBA{
	rgb(0x77aadd),
	rgb(0xee8866),
	rgb(0xeedd88),
	rgb(0x44bb99),
	rgb(0xffaabb),
	rgb(0xbbcc33),
	rgb(0x99ddff),
	rgb(0xaaaa00),
}

// JobColor returns the colour of the i-th job, from 0. The palette comes first, then a lighter and
// a darker variant of each colour. After that the colours repeat.
func JobColor(i int) color.NRGBA {
	c := jobs[i%len(jobs)]
	switch i / len(jobs) % 3 {
	case 1:
		return Lighter(c, 0.45)
	case 2:
		return Darker(c, 0.16)
	}
	return c
}

// Lighter returns c with every channel moved by a share, 0 to 1, towards white.
func Lighter(c color.NRGBA, share float64) color.NRGBA { return mix(c, 0xff, share) }

// Darker returns c with every channel moved by a share, 0 to 1, towards black.
func Darker(c color.NRGBA, share float64) color.NRGBA { return mix(c, 0x00, share) }

func mix(c color.NRGBA, grey uint8, share float64) color.NRGBA {
	blend := func(v uint8) uint8 { return uint8(float64(v)*(1-share) + float64(grey)*share + 0.5) }
	return color.NRGBA{blend(c.R), blend(c.G), blend(c.B), c.A}
}

// A Role is what a colour stands for on a web page. It has a colour for light screens, for dark
// ones and for paper.
type Role struct {
	Name                 string
	Light, OnDark, Print color.NRGBA
}

// Roles returns the colours of a web page apart from those of series.
func Roles() []Role {
	return []Role{
		{"paper", rgb(0xffffff), DarkPaper, rgb(0xffffff)},
		{"ink", Ink, rgb(0xe8e8e6), rgb(0x000000)},
		{"quiet", Quiet, rgb(0xa9acb0), rgb(0x444444)},        // remarks and axes
		{"line", rgb(0xd9d9d9), rgb(0x3a3e43), rgb(0xbbbbbb)}, // around parts
		{"grid", GridLine, rgb(0x2c3035), rgb(0xdddddd)},
		{"shade", rgb(0xf4f4f2), rgb(0x1f2327), rgb(0xf4f4f4)},  // behind heads and buttons
		{"accent", rgb(0x1f5fa8), rgb(0x8ab8f0), rgb(0x000000)}, // links, and points of single steps
		{"chosen", rgb(0xdbe9f8), rgb(0x24415f), rgb(0xeeeeee)}, // behind what is chosen or differs

		// Jobs of a Gantt chart that start at the same time as in another, earlier or later, and
		// text on them.
		{"same", rgb(0xd4d4d4), rgb(0x878d94), rgb(0xdddddd)},
		{"earlier", jobs[3], rgb(0x2f9c7e), jobs[3]},
		{"later", jobs[1], rgb(0xd9754f), jobs[1]},
		{"on-job", rgb(0x111111), rgb(0x000000), rgb(0x000000)},
		{"critical", rgb(0xaa3377), rgb(0xf08fd0), rgb(0xaa3377)}, // failures, critical jobs
	}
}
