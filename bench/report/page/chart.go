package page

import (
	"bytes"
	"html/template"
	"regexp"

	"github.com/optgap/optgap/bench/base/figure"
)

// drawn is a chart as SVG, in the widths of one and of two columns of print. A phone shows the
// narrow one.
type drawn struct {
	Chart
	Wide        bool // several plots
	SVG, Narrow template.HTML
}

// Drawn returns the figure as SVG, for wide screens and for narrow ones.
func (c Chart) Drawn() (drawn, error) {
	wide, err := svgOf(c.Figure)
	if err != nil {
		return drawn{}, err
	}
	narrow := c.Figure
	narrow.Width = figure.SingleColumn
	d := drawn{Chart: c, Wide: len(c.Plots) > 1, SVG: wide}
	d.Narrow, err = svgOf(narrow)
	return d, err
}

// size matches the size of an SVG in points. Without a size the picture takes the width of
// the page.
var size = regexp.MustCompile(`^(?s:.*?)<svg width="[^"]*" height="[^"]*"`)

// svgOf draws a figure for use within HTML. The title stands in the page.
func svgOf(f figure.Figure) (template.HTML, error) {
	name := template.HTMLEscapeString(f.Title)
	f.Title = ""
	f.Subtitle = ""
	var b bytes.Buffer
	if err := f.Write(&b, figure.SVG); err != nil {
		return "", err
	}
	return template.HTML(size.ReplaceAllLiteral(b.Bytes(), []byte(`<svg role="img" aria-label="`+name+`"`))), nil
}
