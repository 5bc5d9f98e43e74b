package mip

import (
	"slices"
	"strconv"
	"strings"
)

// readGLPK reads a file of "glpsol --write", with columns by their number, from 1. The
// letter after the counts is the status: o optimal, f feasible. The file of an LP (bas)
// has two letters there, and one more before each value.
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
			if n, err := strconv.Atoi(w[3]); err != nil || n != s.needed && n != len(s.values) {
				return s.bad("number of columns", w[3], strconv.Itoa(len(s.values)))
			}
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

// readGLPKTable reads a file of "glpsol --output". Names of more than 12 letters stand on
// a line of their own.
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
