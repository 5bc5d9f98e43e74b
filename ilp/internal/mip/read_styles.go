package mip

import "strings"

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
	case strings.HasPrefix(first, "<"):
		return s.bad("solution", "XML, as CPLEX writes it", "text: on each line a column and its value")
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

// readCBC reads a file of CBC's "solution FILE". Two stars mark values that violate a
// bound or a row. Rows are listed too where printingOptions asks for them.
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
