package verify

import (
	"errors"
	"iter"

	"github.com/optgap/optgap/bench/record"
)

// numbered is a value, and the file and the line where it was read.
type numbered[T any] struct {
	file  string
	line  int
	value T
}

// sequence yields the values of an input with their places.
type sequence[T any] = iter.Seq2[numbered[T], error]

// inspector checks results R against the problems P that they are about. It gets the
// problems first.
type inspector[P, R any] interface {
	problem(numbered[P]) error
	result(numbered[R]) error
	Report() Report
}

// inspect hands problems and results to an inspector. An error is about bad input. With
// an error the report covers the lines before it.
func inspect[P, R any](i inspector[P, R], problems sequence[P], results sequence[R]) (Report, error) {
	err := each(problems, i.problem)
	if err == nil {
		err = each(results, i.result)
	}
	return i.Report(), err
}

// each calls do with all values. An error of do gets the place of its value.
func each[T any](values sequence[T], do func(numbered[T]) error) error {
	for v, err := range values {
		if err != nil {
			return err
		}
		if err := do(v); err != nil {
			return &record.LineError{File: v.file, Line: v.line, Err: err}
		}
	}
	return nil
}

// lines yields the values that parse returns for the objects of an input.
func lines[T any](in Input, parse func([]byte) (T, error)) sequence[T] {
	return func(yield func(numbered[T], error) bool) {
		for v, err := range record.ReadNumbered(in.Reader, in.Name, parse) {
			if !yield(numbered[T]{in.Name, v.Line, v.Value}, err) {
				return
			}
		}
	}
}

// number yields the values of a sequence as if each were a line of a file.
func number[T any](seq iter.Seq2[T, error], file string) sequence[T] {
	return func(yield func(numbered[T], error) bool) {
		n := 0
		for v, err := range seq {
			n++
			var le *record.LineError
			if err != nil && !errors.As(err, &le) {
				err = &record.LineError{File: file, Line: n, Err: err}
			}
			if !yield(numbered[T]{file, n, v}, err) {
				return
			}
		}
	}
}
