package mip

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// FileFormat is a format of files that hold a model.
type FileFormat string

const (
	MPS FileFormat = "mps" // free format
	LP  FileFormat = "lp"  // CPLEX's format
)

// Write writes the model in a format. Bounds of columns are finite, and a row has one side, its
// upper one, or two equal sides: the models of package program are such. Numbers are written so
// that reading gives the same bits. Names differ from each other, from obj and from constant. They
// begin with a letter other than e, as readers of LP files take e12 for a number, and consist of
// letters, digits and _.
//
// The offset is the cost of one more column, the last, which is fixed to 1 and named
// constant: CBC drops a constant in an LP file, glpsol refuses it, and in MPS files
// solvers disagree about its sign. Columns keep their order in every reader.
func (m *Model) Write(w io.Writer, format FileFormat) error {
	b := bufio.NewWriterSize(w, 1<<16)
	m = m.asWritten()
	switch format { // bufio keeps the first error for Flush
	case MPS:
		m.writeMPS(b)
	case LP:
		m.writeLP(b)
	default:
		return fmt.Errorf("mip: found format %q, expected mps or lp", format)
	}
	return b.Flush()
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
		w.ColumnNames = append(w.ColumnNames, "constant")
	}
	if m.Rows() == 0 {
		w.AddRow(math.Inf(-1), nil, nil, 0)
		w.RowNames = []string{"none"}
	}
	return &w
}

// objectiveName is the name of the objective's row.
const objectiveName = "obj"

func (m *Model) columnName(j int) string { return nameOf(m.ColumnNames, "x", j) }
func (m *Model) rowName(i int) string    { return nameOf(m.RowNames, "r", i) }

// nameOf returns name i, or the prefix and i where there are no names.
func nameOf(names []string, prefix string, i int) string {
	if names != nil {
		return names[i]
	}
	return prefix + strconv.Itoa(i)
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
	row = make([]int32, len(m.Index))
	value = make([]float64, len(m.Index))
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
