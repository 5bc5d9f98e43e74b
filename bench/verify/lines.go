package verify

import (
	"bytes"
	"errors"
	"io"
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

// lines yields the values of an input with their line numbers. It hands each object to read
// by itself, as read does not tell the number of a line.
func lines[T any](in Input, read func(io.Reader, string) iter.Seq2[T, error]) sequence[T] {
	return func(yield func(numbered[T], error) bool) {
		for object := range record.ReadObjects(in.Reader) {
			if object.Failed != nil {
				yield(numbered[T]{in.Name, object.Line, *new(T)}, located(object.Failed, in.Name, object.Line))
				return
			}
			text := append([]byte{'\n'}, object.Text...) // a byte order mark may begin the first line alone
			for v, err := range read(bytes.NewReader(text), in.Name) {
				if !yield(numbered[T]{in.Name, object.Line, v}, located(err, in.Name, object.Line)) {
					return
				}
			}
		}
	}
}

// located returns err as a *record.LineError of this line, nil for nil.
func located(err error, file string, line int) error {
	var le *record.LineError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &le):
		return &record.LineError{File: file, Line: line, Err: le.Err}
	}
	return &record.LineError{File: file, Line: line, Err: err}
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
