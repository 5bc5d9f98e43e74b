package mip

import (
	"slices"
	"strconv"
	"strings"
)

// read reads the whole file, in the style that its first line tells.
func (s *solutionReader) read() error {
	if err := s.need("a solution"); err != nil {
		return err
	}
	first := strings.TrimSpace(s.text)
	switch {
	case first == "Model status":
		return s.readHiGHS()
	case first == "Columns":
		return s.readHiGHSTable()
	case strings.HasPrefix(first, "c Problem:"):
		return s.readGLPK()
	case strings.HasPrefix(first, "Problem:"):
		return s.readGLPKTable()
	case strings.Contains(first, cbcMark):
		return s.readCBC()
	}
	return s.readList()
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
			return s.badLine("the name of a column and its value")
		}
		if err := s.set(s.words[0], s.words[1]); err != nil {
			return err
		}
	}
	return s.readError()
}

const cbcMark = " - objective value "

// readCBC reads what CBC's "solution FILE" writes. Two stars mark values that violate
// something. Rows are listed too where printingOptions asks for them.
//
//	Optimal - objective value 1550.00000000
//	      0 x_1_0                     1                     100
//	**    1 x_1_1                     2                     200
func (s *solutionReader) readCBC() error {
	status, _, _ := strings.Cut(s.text, cbcMark)
	if err := s.checkStatus(status); err != nil {
		return err
	}
	rows := make(map[string]bool, s.model.Rows())
	for i := range s.model.Rows() {
		rows[s.model.rowName(i)] = true
	}
	for s.next() {
		words := s.words
		if words[0] == "**" {
			words = words[1:]
		}
		if len(words) != 4 {
			return s.badLine("index, name, value and reduced cost of a column")
		}
		if _, column := s.columns[words[1]]; !column && rows[words[1]] {
			continue
		}
		if err := s.set(words[1], words[2]); err != nil {
			return err
		}
	}
	return s.readError()
}

// readHiGHS reads HiGHS's raw style (0) and its sparse one (4), which writes the
// number of columns with a minus and has the index as a third word. Rows, duals and a
// basis follow.
//
//	Model status
//	Optimal
//
//	# Primal solution values
//	Feasible
//	Objective 1550
//	# Columns 3
//	x_1_0 1
func (s *solutionReader) readHiGHS() error {
	if err := s.need("a model status"); err != nil {
		return err
	}
	if err := s.checkStatus(s.text); err != nil {
		return err
	}
	for s.words[0] != "#" || len(s.words) != 3 || s.words[1] != "Columns" {
		if s.words[0] == "None" {
			return s.badLine("primal solution values")
		}
		if err := s.need("a line # Columns"); err != nil {
			return err
		}
	}
	count, err := strconv.Atoi(s.words[2])
	if err != nil {
		return s.badLine("the number of columns")
	}
	for range max(count, -count) {
		if err := s.need(strconv.Itoa(max(count, -count)) + " columns"); err != nil {
			return err
		}
		if len(s.words) < 2 {
			return s.badLine("the name of a column and its value")
		}
		if err := s.set(s.words[0], s.words[1]); err != nil {
			return err
		}
	}
	if count < 0 {
		return nil
	}
	return s.checkComplete()
}

// readHiGHSTable reads HiGHS's pretty style (1). Words of a line can be missing, so
// the header tells between which characters the value stands.
//
//	Columns
//	    Index Status        Lower        Upper       Primal         Dual  Type        Name
//	        0                   0            1            1               Integer     x_1_0
//	Rows
//	...
//	Model status: Optimal
func (s *solutionReader) readHiGHSTable() error {
	if err := s.need("a header"); err != nil {
		return err
	}
	from, to := strings.Index(s.text, "Upper")+len("Upper"), strings.Index(s.text, "Primal")+len("Primal")
	if from < len("Upper") || to < from {
		return s.badLine("a header with Upper and Primal")
	}
	var missing error
	for {
		if err := s.need("a line Rows"); err != nil {
			return err
		}
		if s.words[0] == "Rows" {
			break
		}
		if len(s.text) < to {
			return s.badLine("a column and its value")
		}
		name, value := s.words[len(s.words)-1], strings.TrimSpace(s.text[from:to])
		if value == "" {
			missing = s.bad("column "+name, "no value", "a number")
			continue
		}
		if err := s.set(name, value); err != nil {
			return err
		}
	}
	for !strings.HasPrefix(s.text, "Model status:") {
		if err := s.need("a model status"); err != nil {
			return err
		}
	}
	if err := s.checkStatus(strings.TrimPrefix(s.text, "Model status:")); err != nil {
		return err
	}
	if missing != nil {
		return missing
	}
	return s.checkComplete()
}

// readGLPK reads what "glpsol --write" writes: columns by their number, from 1. The
// letter after the counts is the status: o optimal, f feasible. An LP (bas) has two
// letters, and one more before each value.
//
//	c Problem:    model
//	s mip 68 137 o 1550
//	i 1 1
//	j 1 1
//	e o f
func (s *solutionReader) readGLPK() error {
	value := 2
	for {
		if err := s.need("e o f"); err != nil {
			return err
		}
		switch w := s.words; {
		case w[0] == "c" || w[0] == "i":
		case w[0] == "s" && len(w) > 5:
			if w[4] != "o" && w[4] != "f" {
				return s.bad("status", w[4], "o (optimal) or f (feasible)")
			}
			if w[1] == "bas" {
				value = 3
			}
		case w[0] == "j" && len(w) > value:
			j, err := strconv.Atoi(w[1])
			if err != nil || j < 1 || j > len(s.values) {
				return s.bad("column", w[1], "a number from 1 to "+strconv.Itoa(len(s.values)))
			}
			if err := s.setAt(j-1, w[value]); err != nil {
				return err
			}
		case w[0] == "e":
			return s.checkComplete()
		default:
			return s.badLine("a line that begins with c, s, i, j or e")
		}
	}
}

// readGLPKTable reads what "glpsol --output" writes. Names of more than 12 letters
// stand on a line of their own.
//
//	Problem:    model
//	Columns:    137 (136 integer, 70 binary)
//	Status:     INTEGER OPTIMAL
//
//	   No. Column name       Activity     Lower bound   Upper bound
//	------ ------------    ------------- ------------- -------------
//	     1 x_1_0        *              1             0             1
//	     2 x_123456_3210
//	                    *              0             0             1
func (s *solutionReader) readGLPKTable() error {
	count := 0
	for !strings.HasPrefix(strings.TrimSpace(s.text), "No. Column name") {
		if err := s.need("a table of columns"); err != nil {
			return err
		}
		switch s.words[0] {
		case "Columns:":
			var err error
			if count, err = strconv.Atoi(s.words[min(1, len(s.words)-1)]); err != nil {
				return s.badLine("the number of columns")
			}
		case "Status:":
			if err := s.checkStatus(strings.TrimPrefix(s.text, "Status:")); err != nil {
				return err
			}
		}
	}
	if err := s.need("a table of columns"); err != nil {
		return err
	}
	marks := []string{"*", "B", "NL", "NU", "NS", "NF"}
	for range count {
		if err := s.need("a column and its value"); err != nil {
			return err
		}
		words := s.words
		if len(words) == 2 {
			if err := s.need("the value of " + words[1]); err != nil {
				return err
			}
			words = append(words, s.words...)
		}
		if len(words) > 3 && slices.Contains(marks, words[2]) {
			words = slices.Delete(words, 2, 3)
		}
		if len(words) < 3 {
			return s.badLine("a column and its value")
		}
		if err := s.set(words[1], words[2]); err != nil {
			return err
		}
	}
	return s.checkComplete()
}

// checkComplete refuses a file that does not list every column, for styles that do.
func (s *solutionReader) checkComplete() error {
	for j := range s.needed {
		if !s.listed[j] {
			return s.bad("column "+s.model.columnName(j), "no value", "a number")
		}
	}
	return nil
}
