package mip

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// integralityTolerance is how far the value of an integer column may be from an
// integer: the largest default among the solvers, Gurobi's IntFeasTol.
const integralityTolerance = 1e-5

// ReadSolution reads the solution file that a solver wrote for the program of
// [Model.Write], and returns the value of each column. The values of integer
// columns are rounded. Columns that the file does not list are 0. The column that
// stands for the offset may be listed or not.
//
// A file is a list of names and values, as SCIP, Gurobi and MIPLIB have them, or in HiGHS's raw or
// sparse style. docs/programs.md makes lists of the files of other programs.
//
// Errors are a status without a solution, an unknown column, a column twice, a value that
// is no number or not integer, a file that ends too early, a violated bound or row. Each
// names the file, and the line where one line is at fault.
func (m *Model) ReadSolution(r io.Reader, file string) ([]float64, error) {
	written := m.asWritten()
	s := &solutionReader{
		file: file, model: written, needed: m.Columns(), lines: bufio.NewScanner(r),
		columns: make(map[string]int, written.Columns()),
		values:  make([]float64, written.Columns()), listed: make([]bool, written.Columns()),
	}
	s.lines.Buffer(nil, 1<<20)
	for j := range s.values {
		s.columns[written.columnName(j)] = j
	}
	if written.Columns() > m.Columns() {
		s.values[m.Columns()] = 1
	}
	err := s.need("a solution")
	switch {
	case err != nil:
	case strings.TrimSpace(s.text) == "Model status":
		err = s.readHiGHS()
	default:
		err = s.readList()
	}
	if err != nil {
		return nil, err
	}
	if err := written.checkFeasible(s.values); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s.values[:m.Columns()], nil
}

// readList reads a name and a value on each line, as SCIP, Gurobi and MIPLIB write
// them:
//
//	solution status: optimal solution found    SCIP
//	objective value:                     1550  SCIP
//	# Objective value = 1550                   Gurobi
//	=obj= 1550                                 MIPLIB
//	x_1_0  1  (obj:100)                        SCIP adds the cost
func (s *solutionReader) readList() error {
	for more := true; more; more = s.next() {
		text := strings.TrimSpace(s.text)
		switch {
		case strings.HasPrefix(text, "#"), strings.HasPrefix(text, "objective value:"):
			continue
		case strings.HasPrefix(text, "solution status:"), strings.HasPrefix(text, "="):
			if err := s.checkStatus(text); err != nil {
				return err
			}
			continue
		}
		cost := len(s.words) > 2 && strings.HasPrefix(s.words[2], "(obj:")
		if len(s.words) != 2 && !cost {
			return s.badLine("the name of a column and its value" + others)
		}
		if err := s.set(s.words[0], s.words[1]); err != nil {
			return err
		}
	}
	return s.readError()
}

// A solutionReader reads the lines of a solution file.
type solutionReader struct {
	file   string
	model  *Model // as written: with the column of the offset
	needed int    // columns without that one
	lines  *bufio.Scanner
	line   int      // number of the line read last, from 1
	text   string   // that line
	words  []string // its words, at least one

	columns map[string]int
	values  []float64
	listed  []bool // one per column: its value was in the file
}

// next goes to the next line that is not blank. It returns false at the end of the file.
func (s *solutionReader) next() bool {
	for s.lines.Scan() {
		s.line++
		s.text = s.lines.Text()
		if s.line == 1 {
			s.text = strings.TrimPrefix(s.text, "\ufeff") // a byte order mark
		}
		s.words = strings.Fields(s.text)
		if len(s.words) > 0 {
			return true
		}
	}
	return false
}

// need goes to the next line that is not blank. The end of the file is an error.
func (s *solutionReader) need(expected string) error {
	if s.next() {
		return nil
	}
	if err := s.readError(); err != nil {
		return err
	}
	return s.bad("solution", "the end of the file", expected)
}

// readError returns why the lines ended, if not by the end of the file.
func (s *solutionReader) readError() error {
	if err := s.lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", s.file, s.line+1, err)
	}
	return nil
}

// bad returns an error about a field in the current line.
func (s *solutionReader) bad(field, found, expected string) error {
	return fmt.Errorf(
		"%s:%d: %w",
		s.file,
		max(1, s.line),
		optgap.BadField(field, found, expected),
	)
}

// others ends an error about a line that is not of a list.
const others = " (docs/programs.md makes lists of other files)"

// badLine returns an error that quotes the current line.
func (s *solutionReader) badLine(expected string) error {
	return s.bad("solution", strconv.Quote(strings.TrimSpace(s.text)), expected)
}

// checkStatus refuses the statuses of all solvers that come without a solution.
func (s *solutionReader) checkStatus(status string) error {
	for _, none := range []string{"infeas", "unbounded", "undefined", "integer empty", "no integer solution", "error"} {
		if strings.Contains(strings.ToLower(status), none) {
			return s.bad(
				"status",
				strconv.Quote(strings.TrimSpace(status)),
				"a status with a solution",
			)
		}
	}
	return nil
}

// set notes the value of a column by its name.
func (s *solutionReader) set(name, value string) error {
	j, ok := s.columns[name]
	if !ok {
		return s.bad(
			"column",
			strconv.Quote(name),
			"a column of the program as written with the same options",
		)
	}
	field := "column " + name
	if s.listed[j] {
		return s.bad(field, "a second value", "one")
	}
	s.listed[j] = true
	v, err := strconv.ParseFloat(value, 64)
	// strconv also takes 1_0 and 0x1p4.
	if err != nil || !finite(v) || strings.ContainsAny(value, "_xX") {
		return s.bad(field, strconv.Quote(value), "a number")
	}
	nearest := math.Round(v)
	switch {
	case s.model.Integer == nil || !s.model.Integer[j]:
		s.values[j] = v
	case math.Abs(v-nearest) > integralityTolerance:
		return s.bad(field, value, "an integer")
	default:
		s.values[j] = nearest
	}
	return nil
}

// checkFeasible returns an error about the first column or row that x violates by
// more than FeasibilityTolerance.
func (m *Model) checkFeasible(x []float64) error {
	check := func(field string, lower, v, upper float64) error {
		var expected string
		switch {
		case v >= lower-FeasibilityTolerance && v <= upper+FeasibilityTolerance:
			return nil
		case lower == upper:
			expected = num(lower)
		case v < lower:
			expected = "at least " + num(lower)
		default:
			expected = "at most " + num(upper)
		}
		return optgap.BadField(field, num(v), expected)
	}
	for j, v := range x {
		if err := check("column "+m.columnName(j), m.Lower[j], v, m.Upper[j]); err != nil {
			return err
		}
	}
	for i := range m.Rows() {
		sum := 0.0
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			sum += m.Value[k] * x[m.Index[k]]
		}
		if err := check("row "+m.rowName(i), m.RowLower[i], sum, m.RowUpper[i]); err != nil {
			return err
		}
	}
	return nil
}
