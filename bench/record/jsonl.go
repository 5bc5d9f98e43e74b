package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap"
)

// LineError says where in a file of JSON lines something is wrong.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// ReadSteps yields the steps of a file of JSON lines, each validated, or a
// *LineError in place of a bad one; the caller goes on or stops. Blank lines
// are passed over. file is the name that errors carry.
func ReadSteps(r io.Reader, file string) iter.Seq2[optgap.Step, error] {
	return readLines(r, file, func(s *optgap.Step) error { return s.Validate() })
}

// ReadResults yields the results of a file of JSON lines like ReadSteps.
func ReadResults(r io.Reader, file string) iter.Seq2[Result, error] {
	return readLines(r, file, func(res *Result) error {
		if res.Format != ResultFormat {
			return &optgap.FieldError{Field: "format", Found: fmt.Sprintf("%q", res.Format), Expected: fmt.Sprintf("%q", ResultFormat)}
		}
		return nil
	})
}

func readLines[T any](r io.Reader, file string, validate func(*T) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		br := bufio.NewReaderSize(r, 1<<16)
		for n := 1; ; n++ {
			line, err := br.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				var v T
				if bad := unmarshal(line, &v); bad != nil {
					var zero T
					if !yield(zero, &LineError{file, n, bad}) {
						return
					}
				} else if bad := validate(&v); bad != nil {
					var zero T
					if !yield(zero, &LineError{file, n, bad}) {
						return
					}
				} else if !yield(v, nil) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				var zero T
				yield(zero, &LineError{file, n, err})
				return
			}
		}
	}
}

// unmarshal decodes one line strictly and words the errors of encoding/json as
// found and expected.
func unmarshal(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		if _, err := d.Token(); err != io.EOF {
			return errors.New("found more text after the JSON object, expected the end of the line")
		}
		return nil
	case errors.As(err, &wrongType):
		field := wrongType.Field
		if field == "" {
			field = "line"
		}
		return &optgap.FieldError{Field: field, Found: "a JSON " + wrongType.Value, Expected: wrongType.Type.String()}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON object is cut off, expected a whole one on the line")
	}
	return err
}

// Writer writes values as JSON lines. Each line is handed to the underlying
// writer in one call, so that a killed process leaves at most one cut-off line.
type Writer struct{ w io.Writer }

// NewWriter returns a Writer on w.
func NewWriter(w io.Writer) *Writer { return &Writer{w} }

// Write appends v as one line.
func (w *Writer) Write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.w.Write(append(line, '\n'))
	return err
}
