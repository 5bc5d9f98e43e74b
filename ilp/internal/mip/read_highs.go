package mip

import "strconv"

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
	for j := range s.needed {
		if !s.listed[j] {
			return s.bad("column "+s.model.columnName(j), "no value", "a number")
		}
	}
	return nil
}
