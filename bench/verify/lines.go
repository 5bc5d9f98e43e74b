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

// inspect reads all problems, and then checks all results, each with its ledger and what is known
// of its problem. An error is about bad input.
func inspect[P, R, F any](
	all *problems[F], of source[P], problem func(line int, p P) error,
	results source[R], key func(r R) (string, answer), check func(l ledger, r R, of F),
) (Report, error) {
	err := of.each(problem)
	if err == nil {
		err = results.each(func(line int, r R) error {
			name, a := key(r)
			about, l, err := all.enter(name, line, a)
			if err == nil {
				check(l, r, about.facts)
			}
			return err
		})
	}
	return all.Report(), err
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
func lines[T any](in Input, parse record.Parser[T]) source[T] {
	return source[T]{in.Name, record.ReadNumbered(in.Reader, in.Name, parse)}
}

// numbered yields the values of a sequence as if each were a line of a file.
func numbered[T any](seq iter.Seq2[T, error], file string) source[T] {
	return source[T]{file, func(yield func(record.Numbered[T], error) bool) {
		n := 0
		for v, err := range seq {
			n++
			if !yield(record.Numbered[T]{Line: n, Value: v}, err) {
				return
			}
		}
	}}
}
