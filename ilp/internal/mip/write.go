package mip

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// FileFormat is a format of files that hold a model.
type FileFormat string

const (
	MPS FileFormat = "mps" // free format
	LP  FileFormat = "lp"  // CPLEX's format
)

// Write writes the model in a format. Bounds of columns are finite, and a row has one side, its
// upper one, or two equal sides: the models of package program are such. Numbers are written so that reading gives the
// same bits. Names must not have blanks; in LP files they must also begin with a
// letter other than e and consist of letters, digits, _ and dots.
//
// The offset is the cost of one more column, the last, which is fixed to 1 and named
// constant: CBC drops a constant in an LP file, glpsol refuses it, and in MPS files
// solvers disagree about its sign. Columns keep their order in every reader.
func (m *Model) Write(w io.Writer, format FileFormat) error {
	if err := cmp.Or(m.Validate(), m.checkWritable()); err != nil {
		return err
	}
	m = m.asWritten()
	write := m.writeMPS
	switch format {
	case MPS:
	case LP:
		write = m.writeLP
	default:
		return fmt.Errorf("mip: found format %q, expected mps or lp", format)
	}
	if err := m.checkNames(format == LP); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	write(b) // bufio keeps the first error for Flush
	return b.Flush()
}

// checkWritable refuses bounds and rows other than those of Write.
func (m *Model) checkWritable() error {
	for j := range m.Columns() {
		if !finite(m.Lower[j]) || !finite(m.Upper[j]) {
			return fmt.Errorf("mip: column %d: bounds %v and %v cannot be written", j, m.Lower[j], m.Upper[j])
		}
	}
	for i, lower := range m.RowLower {
		if upper := m.RowUpper[i]; !finite(upper) || finite(lower) && lower != upper {
			return fmt.Errorf("mip: row %d: sides %v and %v cannot be written", i, lower, upper)
		}
	}
	return nil
}

// asWritten returns the model with its offset as the cost of a last column, fixed to
// 1, and with a row, because glpsol expects at least one of both in LP files.
func (m *Model) asWritten() *Model {
	w := *m
	if m.Offset != 0 || m.Columns() == 0 {
		w.Offset = 0
		w.Cost = append(slices.Clip(m.Cost), m.Offset)
		w.Lower = append(slices.Clip(m.Lower), 1)
		w.Upper = append(slices.Clip(m.Upper), 1)
		if m.Integer != nil {
			w.Integer = append(slices.Clip(m.Integer), false)
		}
		w.ColumnNames = make([]string, m.Columns(), m.Columns()+1)
		for j := range w.ColumnNames {
			w.ColumnNames[j] = m.columnName(j)
		}
		w.ColumnNames = append(w.ColumnNames, unused("constant", w.ColumnNames))
	}
	if m.Rows() == 0 {
		w.AddRow(math.Inf(-1), nil, nil, 0)
		w.RowNames = []string{"none"}
	}
	return &w
}

// unused returns the name, with as many _ behind it as make it differ from the others.
func unused(name string, others []string) string {
	for slices.Contains(others, name) {
		name += "_"
	}
	return name
}

// objectiveName returns the name of the objective's row.
func (m *Model) objectiveName() string { return unused("obj", m.RowNames) }

func (m *Model) columnName(j int) string { return nameOf(m.ColumnNames, "x", j) }
func (m *Model) rowName(i int) string    { return nameOf(m.RowNames, "r", i) }

// nameOf returns name i, or the prefix and i where there are no names.
func nameOf(names []string, prefix string, i int) string {
	if names != nil {
		return names[i]
	}
	return prefix + strconv.Itoa(i)
}

func (m *Model) checkNames(strict bool) error {
	check := func(what string, names []string, want int) error {
		if names == nil {
			return nil
		}
		if len(names) != want {
			return fmt.Errorf("mip: %d names for %d %ss", len(names), want, what)
		}
		seen := make(map[string]bool, want)
		for _, n := range names {
			switch {
			case n == "" || strings.ContainsFunc(n, unicode.IsSpace) || strict && !plainName(n):
				return fmt.Errorf("mip: %s name %q cannot be written", what, n)
			case seen[n]:
				return fmt.Errorf("mip: two %ss are named %q", what, n)
			}
			seen[n] = true
		}
		return nil
	}
	return errors.Join(check("column", m.ColumnNames, m.Columns()), check("row", m.RowNames, m.Rows()))
}

// plainName reports whether a name can stand in LP files. Their readers take e12 for a
// number, and signs other than letters, digits, _ and dots for operators.
func plainName(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if i == 0 && (!letter || c == 'e' || c == 'E') {
			return false
		}
		if !letter && c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// num formats a number. Integers get no exponent, as some readers of LP files take none.
func num(x float64) string {
	const exact = 1 << 53
	if x == math.Trunc(x) && math.Abs(x) <= exact {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// columnEntries returns the matrix by columns: the rows and values of column j
// are row[start[j]:start[j+1]] and value[...].
func (m *Model) columnEntries() (start []int, row []int32, value []float64) {
	start = make([]int, m.Columns()+1)
	for _, j := range m.Index {
		start[j+1]++
	}
	for j := range m.Columns() {
		start[j+1] += start[j]
	}
	row, value = make([]int32, len(m.Index)), make([]float64, len(m.Index))
	next := append([]int(nil), start...)
	for i := range m.Rows() {
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			p := next[m.Index[k]]
			row[p], value[p] = int32(i), m.Value[k]
			next[m.Index[k]]++
		}
	}
	return start, row, value
}
