package mip

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// Write writes the model to a file, by the end of its name: .mps (free format)
// or .lp (CPLEX's format), each also with .gz. Numbers are written so that
// reading gives the same bits. Names must not have blanks; in .lp files they
// must also begin with a letter other than e and consist of letters, digits, _
// and dots.
func (m *Model) Write(path string) (err error) {
	if err := m.Validate(); err != nil {
		return err
	}
	write := m.writeMPS
	base := strings.TrimSuffix(path, ".gz")
	switch {
	case strings.HasSuffix(base, ".mps"):
	case strings.HasSuffix(base, ".lp"):
		write = m.writeLP
	default:
		return fmt.Errorf("mip: %s: the name must end with .mps, .lp, .mps.gz or .lp.gz", path)
	}
	if err := m.checkNames(strings.HasSuffix(base, ".lp")); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("mip: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = fmt.Errorf("mip: writing %s: %w", path, err)
		}
	}()
	if base == path {
		return buffered(f, write)
	}
	z := gzip.NewWriter(f)
	return errors.Join(buffered(z, write), z.Close())
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
