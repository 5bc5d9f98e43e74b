package figure

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Styles of text. Journals ask for 7 to 9 points at the printed size.
var (
	Large = style(9, Ink)     // titles of pictures
	Small = style(7.5, Ink)   // titles of plots, legends, labels of jobs
	Axis  = style(7.5, Quiet) // axes and subtitles
)

func style(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler,
	}
}

// Wrap breaks a line of text at its blanks into lines no wider than room, in points. A word that is
// wider is cut and ends in an ellipsis.
func Wrap(s text.Style, line string, room vg.Length) string {
	var lines []string
	for word := range strings.FieldsSeq(line) {
		last := len(lines) - 1
		if last >= 0 && s.Width(lines[last]+" "+word) <= room {
			lines[last] += " " + word
			continue
		}
		letters := []rune(word)
		for cut := len(letters); cut > 0 && s.Width(word) > room; cut-- {
			word = string(letters[:cut-1]) + "…"
		}
		lines = append(lines, word)
	}
	return strings.Join(lines, "\n")
}
