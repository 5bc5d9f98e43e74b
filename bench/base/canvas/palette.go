package canvas

import (
	"fmt"
	"image/color"
)

// Colours of titles, axes and backgrounds.
var (
	Ink       = color.NRGBA{0x22, 0x22, 0x22, 0xff} // titles, frames and labels
	Quiet     = color.NRGBA{0x5c, 0x5c, 0x5c, 0xff} // numbers and labels of axes
	GridLine  = color.NRGBA{0xe4, 0xe4, 0xe4, 0xff}
	Shade     = color.NRGBA{0xe3, 0xe3, 0xe3, 0xff} // processors that are not free
	HatchInk  = color.NRGBA{0xbd, 0xbd, 0xbd, 0xff}
	DarkPaper = color.NRGBA{0x16, 0x18, 0x1b, 0xff} // the paper of a dark screen
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
	hues
)

// shades holds each hue on white and on [DarkPaper]. The values were found by a search for the largest
// least distance between two hues, as seen with and without each kind of colour blindness, among
// colours with a contrast of 3 to their paper.
var shades = [hues][2]color.NRGBA{
	Blue:    {{0x2a, 0x47, 0xdc, 0xff}, {0x6b, 0x75, 0xfe, 0xff}},
	Orange:  {{0x90, 0x36, 0x00, 0xff}, {0xe2, 0x5b, 0x22, 0xff}},
	Green:   {{0x66, 0x84, 0x55, 0xff}, {0x98, 0xc9, 0x86, 0xff}},
	Purple:  {{0x5d, 0x1c, 0x92, 0xff}, {0x90, 0x6f, 0xc7, 0xff}},
	Ochre:   {{0xae, 0x88, 0x18, 0xff}, {0xf5, 0xbd, 0x32, 0xff}},
	Cyan:    {{0x0e, 0x9d, 0xb8, 0xff}, {0x1d, 0xd7, 0xf5, 0xff}},
	Magenta: {{0xd0, 0x27, 0x86, 0xff}, {0xe6, 0x76, 0xaf, 0xff}},
	Black:   {Ink, {0xe8, 0xe8, 0xe6, 0xff}},
}

// Colour returns the hue on white paper.
func (h Hue) Colour() color.NRGBA { return shades[h][0] }

// OnDark returns the hue on the paper of a dark screen.
func (h Hue) OnDark() color.NRGBA { return shades[h][1] }

// Hues returns all hues.
func Hues() (all []Hue) {
	for h := range hues {
		all = append(all, h)
	}
	return all
}

// Hex writes a colour as web pages do: "#2a47dc". It leaves out how far one sees through.
func Hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// jobs holds the "light" scheme of Paul Tol's technical note on colour schemes (SRON/EPS/TN/09-002,
// issue 3.2), without its grey. The scheme is made for cells with black labels and is distinct for
// colour-blind readers. Neighbours in this order differ in hue and lightness.
var jobs = []color.NRGBA{
	{0x77, 0xaa, 0xdd, 0xff}, // light blue
	{0xee, 0x88, 0x66, 0xff}, // orange
	{0xee, 0xdd, 0x88, 0xff}, // light yellow
	{0x44, 0xbb, 0x99, 0xff}, // mint
	{0xff, 0xaa, 0xbb, 0xff}, // pink
	{0xbb, 0xcc, 0x33, 0xff}, // pear
	{0x99, 0xdd, 0xff, 0xff}, // light cyan
	{0xaa, 0xaa, 0x00, 0xff}, // olive
}

// JobColor returns the colour of the i-th job, from 0. The palette comes first, then a lighter and a
// darker variant of each colour. After that the colours repeat.
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
