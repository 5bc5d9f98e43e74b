package mip

import (
	"bufio"
	"fmt"
)

// writeMPS writes free MPS.
func (m *Model) writeMPS(w *bufio.Writer) {
	fmt.Fprintf(w, "NAME model\nROWS\n N %s\n", objectiveName)
	for i := range m.Rows() {
		fmt.Fprintf(w, " %c %s\n", m.sense(i), m.rowName(i))
	}
	m.mpsColumns(w)
	m.mpsSides(w)
	w.WriteString("BOUNDS\n")
	for j := range m.Columns() {
		m.mpsBound(w, j)
	}
	w.WriteString("ENDATA\n")
}

// sense returns the MPS type of a row.
func (m *Model) sense(i int) byte {
	if m.RowLower[i] == m.RowUpper[i] {
		return 'E'
	}
	return 'L'
}

func (m *Model) mpsColumns(w *bufio.Writer) {
	w.WriteString("COLUMNS\n")
	start, row, value := m.columnEntries()
	integer := false
	marks := 0
	mark := func(to bool) {
		if integer != to {
			kind := map[bool]string{true: "INTORG", false: "INTEND"}[to]
			fmt.Fprintf(w, " MARKER%d 'MARKER' '%s'\n", marks, kind)
			integer = to
			marks++
		}
	}
	for j := range m.Columns() {
		mark(m.Integer != nil && m.Integer[j])
		name := m.columnName(j)
		// The cost is written even when 0, for a column must appear somewhere.
		fmt.Fprintf(w, " %s %s %s\n", name, objectiveName, num(m.Cost[j]))
		for k := start[j]; k < start[j+1]; k++ {
			fmt.Fprintf(w, " %s %s %s\n", name, m.rowName(int(row[k])), num(value[k]))
		}
	}
	mark(false)
}

func (m *Model) mpsSides(w *bufio.Writer) {
	w.WriteString("RHS\n")
	for i, side := range m.RowUpper {
		if side != 0 {
			fmt.Fprintf(w, " RHS %s %s\n", m.rowName(i), num(side))
		}
	}
}

// mpsBound writes both bounds in full: the defaults of readers differ for
// integer columns.
func (m *Model) mpsBound(w *bufio.Writer, j int) {
	name := m.columnName(j)
	lower := m.Lower[j]
	upper := m.Upper[j]
	if lower == upper {
		fmt.Fprintf(w, " FX BOUND %s %s\n", name, num(lower))
		return
	}
	fmt.Fprintf(w, " LO BOUND %s %s\n UP BOUND %s %s\n", name, num(lower), name, num(upper))
}
