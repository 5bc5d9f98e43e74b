package mip

import (
	"strconv"
	"strings"
)

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
