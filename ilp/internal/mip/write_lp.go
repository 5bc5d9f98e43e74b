package mip

import (
	"bufio"
	"fmt"
)

// lpTermsPerLine keeps lines short: some readers stop at 255 or 510 characters.
const lpTermsPerLine = 8

func (m *Model) writeLP(w *bufio.Writer) {
	w.WriteString("Minimize\n obj:")
	terms := 0
	for j, c := range m.Cost {
		if c != 0 {
			m.lpTerm(w, &terms, c, j)
		}
	}
	if m.Offset != 0 || terms == 0 {
		fmt.Fprintf(w, " %s", signed(m.Offset))
	}
	w.WriteString("\nSubject To\n")
	for i := range m.Rows() {
		m.lpRow(w, i)
	}
	w.WriteString("Bounds\n")
	for j := range m.Columns() {
		m.lpBound(w, j)
	}
	if m.isInteger() {
		w.WriteString("General\n")
		for j, integer := range m.Integer {
			if integer {
				fmt.Fprintf(w, " %s\n", m.columnName(j))
			}
		}
	}
	w.WriteString("End\n")
}

func (m *Model) lpTerm(w *bufio.Writer, terms *int, value float64, j int) {
	if *terms > 0 && *terms%lpTermsPerLine == 0 {
		w.WriteString("\n ")
	}
	fmt.Fprintf(w, " %s %s", signed(value), m.columnName(j))
	*terms++
}

func signed(x float64) string {
	if x < 0 {
		return "- " + num(-x)
	}
	return "+ " + num(x)
}

// lpRow writes a row; one with two sides becomes two, because readers disagree
// on ranges. Rows without entries get the first column with coefficient 0.
func (m *Model) lpRow(w *bufio.Writer, i int) {
	lower, upper := m.RowLower[i], m.RowUpper[i]
	name := m.rowName(i)
	switch {
	case lower == upper:
		m.lpSide(w, i, name, "=", lower)
		return
	case !isInf(lower) && !isInf(upper):
		m.lpSide(w, i, name+"_lower", ">=", lower)
		m.lpSide(w, i, name+"_upper", "<=", upper)
	case !isInf(lower):
		m.lpSide(w, i, name, ">=", lower)
	case !isInf(upper):
		m.lpSide(w, i, name, "<=", upper)
	}
}

func (m *Model) lpSide(w *bufio.Writer, i int, name, relation string, side float64) {
	fmt.Fprintf(w, " %s:", name)
	terms := 0
	for k := m.Start[i]; k < m.Start[i+1]; k++ {
		m.lpTerm(w, &terms, m.Value[k], int(m.Index[k]))
	}
	if terms == 0 && m.Columns() > 0 {
		m.lpTerm(w, &terms, 0, 0)
	}
	fmt.Fprintf(w, " %s %s\n", relation, num(side))
}

func (m *Model) lpBound(w *bufio.Writer, j int) {
	name, lower, upper := m.columnName(j), m.Lower[j], m.Upper[j]
	switch {
	case isInf(lower) && isInf(upper):
		fmt.Fprintf(w, " %s free\n", name)
	case lower == upper:
		fmt.Fprintf(w, " %s = %s\n", name, num(lower))
	case isInf(lower):
		fmt.Fprintf(w, " -inf <= %s <= %s\n", name, num(upper))
	case isInf(upper):
		fmt.Fprintf(w, " %s >= %s\n", name, num(lower))
	default:
		fmt.Fprintf(w, " %s <= %s <= %s\n", num(lower), name, num(upper))
	}
}
