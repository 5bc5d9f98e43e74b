package canvas

import "image/color"

// A Role is what a colour stands for on a web page. It has a colour for light screens, for dark ones
// and for paper.
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

		// Jobs of a Gantt chart that start at the same time as in another, earlier or later, and text on them.
		{"same", rgb(0xd4d4d4), rgb(0x878d94), rgb(0xdddddd)},
		{"earlier", jobs[3], rgb(0x2f9c7e), jobs[3]},
		{"later", jobs[1], rgb(0xd9754f), jobs[1]},
		{"on-job", rgb(0x111111), rgb(0x000000), rgb(0x000000)},
		{"critical", rgb(0xaa3377), rgb(0xf08fd0), rgb(0xaa3377)}, // what needs attention: failures, critical jobs
	}
}

// rgb returns the colour of a number such as 0x1f5fa8.
func rgb(v uint32) color.NRGBA { return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }
