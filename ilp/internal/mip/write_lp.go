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
	m.lpTerms(w, objectiveName, all, m.Cost)
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

// lpRow writes a row.
func (m *Model) lpRow(w *bufio.Writer, i int) {
	from := m.Start[i]
	to := m.Start[i+1]
	m.lpTerms(w, m.rowName(i), m.Index[from:to], m.Value[from:to])
	relation := "<="
	if m.RowLower[i] == m.RowUpper[i] {
		relation = "="
	}
	fmt.Fprintf(w, " %s %s\n", relation, num(m.RowUpper[i]))
}

// lpTerms writes a sum. One without terms gets the first column with coefficient 0.
func (m *Model) lpTerms(w *bufio.Writer, name string, index []int32, value []float64) {
	fmt.Fprintf(w, " %s:", name)
	if len(index) == 0 {
		index = []int32{0}
		value = []float64{0}
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
	name := m.columnName(j)
	lower := m.Lower[j]
	upper := m.Upper[j]
	if lower == upper {
		fmt.Fprintf(w, " %s = %s\n", name, num(lower))
		return
	}
	fmt.Fprintf(w, " %s <= %s <= %s\n", num(lower), name, num(upper))
}
