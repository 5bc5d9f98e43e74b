package report

import "image/color"

// colours is the "light" scheme of Paul Tol's technical note on colour schemes
// (SRON/EPS/TN/09-002, issue 3.2), without its grey: made for cells with black
// labels, and distinct for colour-blind readers. Neighbours in this order
// differ in hue and lightness.
var colours = []color.NRGBA{
	{0x77, 0xaa, 0xdd, 0xff}, // light blue
	{0xee, 0x88, 0x66, 0xff}, // orange
	{0xee, 0xdd, 0x88, 0xff}, // light yellow
	{0x44, 0xbb, 0x99, 0xff}, // mint
	{0xff, 0xaa, 0xbb, 0xff}, // pink
	{0xbb, 0xcc, 0x33, 0xff}, // pear
	{0x99, 0xdd, 0xff, 0xff}, // light cyan
	{0xaa, 0xaa, 0x00, 0xff}, // olive
}

var (
	ink      = color.NRGBA{0x22, 0x22, 0x22, 0xff} // titles, the frame and labels
	quiet    = color.NRGBA{0x5c, 0x5c, 0x5c, 0xff} // figures and axis labels
	gridLine = color.NRGBA{0xe4, 0xe4, 0xe4, 0xff}
	shade    = color.NRGBA{0xe3, 0xe3, 0xe3, 0xff} // the machine history
	hatch    = color.NRGBA{0xbd, 0xbd, 0xbd, 0xff}
	endLine  = color.NRGBA{0xaa, 0x33, 0x77, 0xff} // the makespan
)

// jobColour returns the colour of a step's i-th job: the palette in turn, then
// a lighter and a darker variant of it, then the same again.
func jobColour(i int) color.NRGBA {
	c := colours[i%len(colours)]
	switch i / len(colours) % 3 {
	case 1:
		return mix(c, 0xff, 0.45)
	case 2:
		return mix(c, 0x00, 0.16)
	}
	return c
}

// mix moves every channel of c by a share of the way towards a grey level.
func mix(c color.NRGBA, grey uint8, share float64) color.NRGBA {
	blend := func(v uint8) uint8 { return uint8(float64(v)*(1-share) + float64(grey)*share + 0.5) }
	return color.NRGBA{blend(c.R), blend(c.G), blend(c.B), c.A}
}

// border returns the colour of the line around a job: a darker shade of its
// own, so that a job too thin for anything but its border keeps its hue.
func border(c color.NRGBA) color.NRGBA { return mix(c, 0x00, 0.42) }
