package console

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
)

// PlotFlag is --plot.
func PlotFlag(usage string) cli.Flag {
	return pictureFolder(&cli.StringFlag{Category: CategoryOutput, Name: "plot", Usage: usage})
}

// NoTitlesFlag is --no-titles, for every command that draws pictures.
func NoTitlesFlag() cli.Flag {
	const usage = "pictures without titles, for papers that have captions"
	return &cli.BoolFlag{Category: CategoryOutput, Name: "no-titles", Usage: usage}
}

// WidthFlag is --width, for every command that draws pictures. It needs one of the flags that ask for
// them.
func WidthFlag(drawing ...string) cli.Flag {
	width := OptionOf(&cli.StringFlag{
		Category: CategoryOutput, Name: "width", Value: "174mm",
		Usage: "pictures are `LENGTH` wide, such as 84mm for one column of a journal and 174mm for two; " +
			"their text has 7 to 9 points",
	})
	width.needs = append(width.needs, WithFlag(drawing...))
	return width
}

// The least and the largest width of pictures, in millimetres.
const (
	leastWidth   = 60
	largestWidth = 1000
)

// checkWidth refuses a wrong --width before anything is computed.
func checkWidth(c *cli.Context) error {
	if !HasFlag(c, "width") {
		return nil
	}
	_, err := parseWidth(c.String("width"))
	return err
}

// parseWidth reads a width in millimetres.
func parseWidth(text string) (vg.Length, error) {
	number, ok := strings.CutSuffix(strings.ReplaceAll(text, " ", ""), "mm")
	v, err := field.ParseNumber(number)
	if !ok || err != nil || !(v >= leastWidth && v <= largestWidth) {
		expected := fmt.Sprintf("%dmm to %dmm, such as 84mm or 174mm", leastWidth, largestWidth)
		return 0, &optgap.FieldError{Field: "--width", Found: fmt.Sprintf("%q", text), Expected: expected}
	}
	return vg.Length(v) * vg.Millimeter, nil
}

// A PictureStyle is how the pictures of a command look. The zero value has titles, and is as wide
// as two columns.
type PictureStyle struct {
	Bare  bool      // pictures have no titles
	Width vg.Length // in points; 0: 174 mm
}

// PictureStyleOf reads --no-titles and --width.
func PictureStyleOf(c *cli.Context) PictureStyle {
	width, _ := parseWidth(c.String("width")) // checkWidth has refused a wrong one
	return PictureStyle{Bare: c.Bool("no-titles"), Width: width}
}

// DrawAll writes figures in the style into a folder.
func (s PictureStyle) DrawAll(dir string, figures map[string]figure.Figure, n *Notes) error {
	if s.Bare {
		figures = figure.Untitled(figures)
	}
	files, err := figure.WriteAll(dir, figure.Sized(figures, s.Width))
	if err == nil {
		n.Say("%s in %s", format.Count(int64(files), "file"), dir)
	}
	return err
}
