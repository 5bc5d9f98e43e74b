package verify

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/optgap/optgap/bench/record"
)

// numbered is a value and where it was read.
type numbered[T any] struct {
	file  string
	line  int
	value T
}

// lines yields the values of an input with their line numbers. It hands each
// line to read by itself, as read does not tell at which line it is.
func lines[T any](in Input, read func(io.Reader, string) iter.Seq2[T, error]) iter.Seq2[numbered[T], error] {
	return func(yield func(numbered[T], error) bool) {
		br := bufio.NewReaderSize(in.Reader, 1<<16)
		for n := 1; ; n++ {
			line, failed := br.ReadBytes('\n')
			if n > 1 {
				line = append([]byte{'\n'}, line...) // a byte order mark may begin the first line alone
			}
			for v, err := range read(bytes.NewReader(line), in.Name) {
				if !yield(numbered[T]{in.Name, n, v}, located(err, in.Name, n)) {
					return
				}
			}
			if failed == io.EOF {
				return
			}
			if failed != nil {
				yield(numbered[T]{in.Name, n, *new(T)}, located(failed, in.Name, n))
				return
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

// number counts the values of a sequence as if each were a line.
func number[T any](seq iter.Seq2[T, error], file string) iter.Seq2[numbered[T], error] {
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
