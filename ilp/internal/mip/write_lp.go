package mip

import (
	"bufio"
	"fmt"
)

// lpTermsPerLine keeps lines below 255 characters, where some readers stop.
const lpTermsPerLine = 4

// writeLP writes CPLEX's LP format. The objective has every column, also those of cost
// 0: readers number the columns in the order in which they meet them.
func (m *Model) writeLP(w *bufio.Writer) {
	all := make([]int32, m.Columns())
	for j := range all {
		all[j] = int32(j)
	}
	w.WriteString("Minimize\n")
	m.lpTerms(w, m.objectiveName(), all, m.Cost)
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

// signed formats a number as a term of a sum.
func signed(x float64) string {
	if x < 0 {
		return "- " + num(-x)
	}
	return "+ " + num(x)
}

// lpRow writes a row; one with two sides becomes two, because readers disagree
// on ranges.
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

// lpSide writes row i as a relation with one side.
func (m *Model) lpSide(w *bufio.Writer, i int, name, relation string, side float64) {
	from, to := m.Start[i], m.Start[i+1]
	m.lpTerms(w, name, m.Index[from:to], m.Value[from:to])
	fmt.Fprintf(w, " %s %s\n", relation, num(side))
}

// lpTerms writes a sum. One without terms gets the first column with coefficient 0.
func (m *Model) lpTerms(w *bufio.Writer, name string, index []int32, value []float64) {
	fmt.Fprintf(w, " %s:", name)
	if len(index) == 0 {
		index, value = []int32{0}, []float64{0}
	}
	for k, j := range index {
		if k > 0 && k%lpTermsPerLine == 0 {
			w.WriteString("\n ")
		}
		fmt.Fprintf(w, " %s %s", signed(value[k]), m.columnName(int(j)))
	}
}

// lpBound writes the bounds of column j.
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
