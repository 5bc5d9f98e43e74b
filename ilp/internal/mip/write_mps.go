package mip

import (
	"bufio"
	"fmt"
	"math"
)

// writeMPS writes free MPS.
func (m *Model) writeMPS(w *bufio.Writer) {
	objective := m.objectiveName()
	fmt.Fprintf(w, "NAME model\nROWS\n N %s\n", objective)
	for i := range m.Rows() {
		fmt.Fprintf(w, " %c %s\n", m.sense(i), m.rowName(i))
	}
	m.mpsColumns(w, objective)
	m.mpsSides(w)
	w.WriteString("BOUNDS\n")
	for j := range m.Columns() {
		m.mpsBound(w, j)
	}
	w.WriteString("ENDATA\n")
}

// sense returns the MPS type of a row; a row with two different finite sides is
// an L with a range.
func (m *Model) sense(i int) byte {
	lower, upper := m.RowLower[i], m.RowUpper[i]
	switch {
	case lower == upper:
		return 'E'
	case !math.IsInf(upper, 1):
		return 'L'
	case !math.IsInf(lower, -1):
		return 'G'
	}
	return 'N'
}

func (m *Model) mpsColumns(w *bufio.Writer, objective string) {
	w.WriteString("COLUMNS\n")
	start, row, value := m.columnEntries()
	integer, marks := false, 0
	mark := func(to bool) {
		if integer != to {
			kind := map[bool]string{true: "INTORG", false: "INTEND"}[to]
			fmt.Fprintf(w, " MARKER%d 'MARKER' '%s'\n", marks, kind)
			integer, marks = to, marks+1
		}
	}
	for j := range m.Columns() {
		mark(m.Integer != nil && m.Integer[j])
		name := m.columnName(j)
		// The cost is written even when 0, for a column must appear somewhere.
		fmt.Fprintf(w, " %s %s %s\n", name, objective, num(m.Cost[j]))
		for k := start[j]; k < start[j+1]; k++ {
			fmt.Fprintf(w, " %s %s %s\n", name, m.rowName(int(row[k])), num(value[k]))
		}
	}
	mark(false)
}

func (m *Model) mpsSides(w *bufio.Writer) {
	w.WriteString("RHS\n")
	ranges := false
	for i := range m.Rows() {
		side := m.RowUpper[i]
		switch m.sense(i) {
		case 'N':
			continue
		case 'G':
			side = m.RowLower[i]
		case 'L':
			ranges = ranges || !isInf(m.RowLower[i])
		}
		if side != 0 {
			fmt.Fprintf(w, " RHS %s %s\n", m.rowName(i), num(side))
		}
	}
	if !ranges {
		return
	}
	w.WriteString("RANGES\n")
	for i := range m.Rows() {
		if m.sense(i) == 'L' && !isInf(m.RowLower[i]) {
			fmt.Fprintf(w, " RANGE %s %s\n", m.rowName(i), num(m.RowUpper[i]-m.RowLower[i]))
		}
	}
}

// mpsBound writes both bounds in full: the defaults of readers differ for
// integer columns.
func (m *Model) mpsBound(w *bufio.Writer, j int) {
	name, lower, upper := m.columnName(j), m.Lower[j], m.Upper[j]
	switch {
	case lower == upper:
		fmt.Fprintf(w, " FX BOUND %s %s\n", name, num(lower))
		return
	case isInf(lower) && isInf(upper):
		fmt.Fprintf(w, " FR BOUND %s\n", name)
		return
	case isInf(lower):
		fmt.Fprintf(w, " MI BOUND %s\n", name)
	default:
		fmt.Fprintf(w, " LO BOUND %s %s\n", name, num(lower))
	}
	if isInf(upper) {
		fmt.Fprintf(w, " PL BOUND %s\n", name)
	} else {
		fmt.Fprintf(w, " UP BOUND %s %s\n", name, num(upper))
	}
}
