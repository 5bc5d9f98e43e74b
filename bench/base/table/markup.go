package table

import (
	"io"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
)

// markdown writes the table as GitHub reads it. The footer is the last row.
func (t Table) markdown(w io.Writer) error {
	var b strings.Builder
	row := func(cells []string) { b.WriteString("| " + joined(cells, inMarkdown, " | ") + " |\n") }
	if t.Title != "" {
		b.WriteString(inMarkdown.Replace(t.Title) + "\n\n")
	}
	row(t.names())
	b.WriteString("|" + t.sides(" :--- |", " ---: |") + "\n")
	for _, cells := range t.Rows {
		row(cells)
	}
	if t.Footer != nil {
		row(t.Footer)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// latex writes the table for the package booktabs. The title is a comment, as captions are the
// document's.
func (t Table) latex(w io.Writer) error {
	var b strings.Builder
	row := func(cells []string) { b.WriteString(joined(cells, inLaTeX, " & ") + " \\\\\n") }
	if t.Title != "" {
		b.WriteString("% " + strings.ReplaceAll(t.Title, "\n", "\n% ") + "\n")
	}
	b.WriteString(`\begin{tabular}{` + t.sides("l", "r") + "}\n\\toprule\n")
	row(t.names())
	b.WriteString("\\midrule\n")
	for _, cells := range t.Rows {
		row(cells)
	}
	if t.Footer != nil {
		b.WriteString("\\midrule\n")
		row(t.Footer)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// sides says on which side the cells of each column stand.
func (t Table) sides(left, right string) (text string) {
	for _, c := range t.Columns {
		text += map[Align]string{Left: left, Right: right}[c.Align]
	}
	return text
}

// joined joins cells, escaped and each in one line.
func joined(cells []string, escape *strings.Replacer, separator string) string {
	return strings.Join(lists.Each(cells, func(cell string) string {
		return escape.Replace(strings.ReplaceAll(cell, "\n", " "))
	}), separator)
}

// Characters with a meaning in the languages, and what is written for them. In LaTeX a bracket below
// the end of a row would be a length.
var (
	inMarkdown = escapes("\\ \\\\  | \\|  * \\*  _ \\_  ` \\`  [ \\[  ] \\]  ~ \\~  & &amp;  < &lt;")
	inLaTeX    = escapes(`
		\ \textbackslash{}
		& \&
		% \%
		$ \$
		# \#
		_ \_
		{ \{
		} \}
		~ \textasciitilde{}
		^ \textasciicircum{}
		| \textbar{}
		[ {[}
		< \textless{}
		> \textgreater{}`)
)

// escapes replaces texts by those behind them in a list with blanks between.
func escapes(pairs string) *strings.Replacer { return strings.NewReplacer(strings.Fields(pairs)...) }
