package verify

import (
	"errors"
	"iter"

	"github.com/optgap/optgap/bench/record"
)

// source yields the values of an input with the lines where they begin. file is its name in errors.
type source[T any] struct {
	file   string
	values iter.Seq2[record.Numbered[T], error]
}

// inspect hands all problems, and then all results, to what checks them, each with its line. An error is about bad
// input.
func inspect[P, R any](
	problems source[P], problem func(line int, p P) error, results source[R], result func(line int, r R) error,
) error {
	if err := problems.each(problem); err != nil {
		return err
	}
	return results.each(result)
}

// each calls do with all values. An error gets the place of its value, if it has none.
func (s source[T]) each(do func(line int, v T) error) error {
	for v, err := range s.values {
		if err == nil {
			err = do(v.Line, v.Value)
		}
		var at *record.LineError
		if err != nil && !errors.As(err, &at) {
			err = &record.LineError{File: s.file, Line: v.Line, Err: err}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lines yields the values that parse returns for the objects of an input.
func lines[T any](in Input, parse func([]byte) (T, error)) source[T] {
	return source[T]{in.Name, record.ReadNumbered(in.Reader, in.Name, parse)}
}

// numbered yields the values of a sequence as if each were a line of a file.
func numbered[T any](seq iter.Seq2[T, error], file string) source[T] {
	return source[T]{file, func(yield func(record.Numbered[T], error) bool) {
		n := 0
		for v, err := range seq {
			if n++; !yield(record.Numbered[T]{Line: n, Value: v}, err) {
				return
			}
		}
	}}
}
