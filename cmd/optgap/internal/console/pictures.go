package console

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
)

// Style is how the pictures of a command look. The zero value has titles, and is as wide as two
// columns.
type Style struct {
	NoTitle bool      // pictures have no titles
	Width   vg.Length // in points; 0: 174 mm
}

// Flags are --no-titles and --width. They need one of the flags that ask for pictures.
func (s *Style) Flags(drawing ...string) Flags {
	titles := Flag(
		&s.NoTitle,
		"no-titles",
		"pictures without titles, for papers that have captions",
	).
		Only(WithFlag(drawing...))
	text := "174mm"
	width := Flag(
		&text,
		"width",
		"pictures are `LENGTH` wide, such as 84mm for one column of a journal and 174mm for "+
			"two; their text has 7 to 9 points",
	)
	expected := fmt.Sprintf("%dmm to %dmm, such as 84mm or 174mm", leastWidth, largestWidth)
	return Flags{GroupOutput, titles, width.Only(WithFlag(drawing...)).Must(expected, func() bool {
		number, ok := strings.CutSuffix(strings.ReplaceAll(text, " ", ""), "mm")
		v, err := field.ParseNumber(number)
		s.Width = vg.Length(v) * vg.Millimeter
		return ok && err == nil && v >= leastWidth && v <= largestWidth
	})}
}

// The least and the largest width of pictures, in millimetres.
const (
	leastWidth   = 60
	largestWidth = 1000
)

// Plots are the pictures that a command draws into a folder.
type Plots struct {
	Style
	Dir string // "": none are asked for
}

// Flags are --plot, --no-titles and --width, which other flags for pictures may need too.
func (p *Plots) Flags(usage string, others ...string) Flags {
	names := lists.Each(Pictures, func(suffix string) string { return "*" + suffix })
	plot := Flag(&p.Dir, "plot", usage).WritesInto(names...)
	return Flags{GroupOutput, plot, p.Style.Flags(append([]string{"plot"}, others...)...)}
}

// Draw writes figures into the folder, where one is given.
func (p *Plots) Draw(figures figure.Set) error {
	if p.Dir == "" {
		return nil
	}
	_, err := figure.WriteAll(p.Dir, figures, p.NoTitle, p.Width)
	return err
}
