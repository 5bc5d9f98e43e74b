package table

import "strings"

// markdown writes the table as GitHub reads it. The footer is the last row.
func (t Table) markdown() string {
	row := func(cells []string) string { return "| " + joined(cells, inMarkdown, " | ") + " |\n" }
	text := row(t.names()) + "|" + t.sides(" :--- |", " ---: |") + "\n"
	if t.Title != "" {
		text = inMarkdown.Replace(t.Title) + "\n\n" + text
	}
	for _, cells := range t.all() {
		text += row(cells)
	}
	return text
}

// latex writes the table for the package booktabs. The title is a comment, as captions are the document's.
func (t Table) latex() string {
	row := func(cells []string) string { return joined(cells, inLaTeX, " & ") + " \\\\\n" }
	text := `\begin{tabular}{` + t.sides("l", "r") + "}\n\\toprule\n" + row(t.names()) + "\\midrule\n"
	if t.Title != "" {
		text = "% " + strings.ReplaceAll(t.Title, "\n", "\n% ") + "\n" + text
	}
	for i, cells := range t.all() {
		if i == len(t.Rows) {
			text += "\\midrule\n"
		}
		text += row(cells)
	}
	return text + "\\bottomrule\n\\end{tabular}\n"
}

// all returns the rows, and the footer if there is one.
func (t Table) all() [][]string {
	if t.Footer == nil {
		return t.Rows
	}
	return append(t.Rows[:len(t.Rows):len(t.Rows)], t.Footer)
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
	return strings.Join(Each(cells, func(cell string) string {
		return escape.Replace(strings.ReplaceAll(cell, "\n", " "))
	}), separator)
}

// Characters with a meaning in the languages. In LaTeX a bracket below the end of a row would be a length.
var (
	inMarkdown = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`,
		"~", `\~`, "&", "&amp;", "<", "&lt;")
	inLaTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
		"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "|", `\textbar{}`, "[", "{[}",
		"<", `\textless{}`, ">", `\textgreater{}`)
)
