package canvas

import "image/color"

// Colours of titles, axes and backgrounds.
var (
	Ink      = color.NRGBA{0x22, 0x22, 0x22, 0xff} // titles, frames and labels
	Quiet    = color.NRGBA{0x5c, 0x5c, 0x5c, 0xff} // numbers and labels of axes
	GridLine = color.NRGBA{0xe4, 0xe4, 0xe4, 0xff}
	Shade    = color.NRGBA{0xe3, 0xe3, 0xe3, 0xff} // processors that are not free
	hatch    = color.NRGBA{0xbd, 0xbd, 0xbd, 0xff}
)

// lines holds the "bright" scheme of Paul Tol's technical note on colour schemes
// (SRON/EPS/TN/09-002, issue 3.2), with black in the place of its grey.
var lines = []color.NRGBA{
	{0x44, 0x77, 0xaa, 0xff}, // blue
	{0xee, 0x66, 0x77, 0xff}, // red
	{0x22, 0x88, 0x33, 0xff}, // green
	{0xaa, 0x33, 0x77, 0xff}, // purple
	{0xcc, 0xbb, 0x44, 0xff}, // yellow
	{0x66, 0xcc, 0xee, 0xff}, // cyan
	{0x22, 0x22, 0x22, 0xff}, // black
}

// LineColours is the number of colours of lines. After so many lines the colours repeat.
const LineColours = 7

// LineColour returns the colour of the i-th line, from 0. The colours are distinct for
// colour-blind readers.
func LineColour(i int) color.NRGBA { return lines[i%LineColours] }

// jobs holds the "light" scheme of the same note without its grey. The scheme is made for
// cells with black labels and is distinct for colour-blind readers. Neighbours in this order
// differ in hue and lightness.
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

// JobColour returns the colour of the i-th job, from 0. The palette comes first, then a
// lighter and a darker variant of each colour. After that the colours repeat.
func JobColour(i int) color.NRGBA {
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
