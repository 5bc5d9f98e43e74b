package mip

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
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

// Write writes the model in a format. Numbers are written so that reading gives the
// same bits. Names must not have blanks; in LP files they must also begin with a
// letter other than e and consist of letters, digits, _ and dots.
func (m *Model) Write(w io.Writer, format FileFormat) error {
	write := m.writeMPS
	switch format {
	case MPS:
	case LP:
		write = m.writeLP
	default:
		return fmt.Errorf("mip: found format %q, expected mps or lp", format)
	}
	if err := errors.Join(m.Validate(), m.checkNames(format == LP)); err != nil {
		return err
	}
	return buffered(w, write)
}

func buffered(to io.Writer, write func(*bufio.Writer)) error {
	w := bufio.NewWriterSize(to, 1<<16)
	write(w) // bufio keeps the first error for Flush
	return w.Flush()
}

func (m *Model) columnName(j int) string { return nameOf(m.ColumnNames, "x", j) }
func (m *Model) rowName(i int) string    { return nameOf(m.RowNames, "r", i) }

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

// plainName: LP readers take e12 for a number, and other signs for operators.
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

func num(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

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

func isInf(x float64) bool { return math.IsInf(x, 0) }
