package record

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"

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
	return ReadLines(r, file, func(s *optgap.Step) error { return s.Validate() })
}

// ReadResults yields the results of a file of JSON lines like ReadSteps.
func ReadResults(r io.Reader, file string) iter.Seq2[Result, error] {
	return ReadLines(r, file, validateResult)
}

// ParseResult returns the result on a single line as ReadResults does.
func ParseResult(line []byte) (Result, error) { return decode(line, validateResult) }

func validateResult(r *Result) error {
	if r.Format != ResultFormat {
		return &optgap.FieldError{Field: "format", Found: fmt.Sprintf("%q", r.Format), Expected: fmt.Sprintf("%q", ResultFormat)}
	}
	return nil
}

// ReadLines yields the values of a file of JSON lines of any kind, like ReadSteps.
// validate checks each value, and a value with fields that T does not have is bad.
func ReadLines[T any](r io.Reader, file string, validate func(*T) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		br := bufio.NewReaderSize(r, 1<<16)
		var zero T
		for n := 1; ; n++ {
			line, failed := br.ReadBytes('\n')
			if failed != nil && failed != io.EOF { // what was read of the line says nothing
				yield(zero, &LineError{file, n, failed})
				return
			}
			if len(bytes.TrimSpace(line)) > 0 {
				v, err := decode(line, validate)
				if err != nil {
					v, err = zero, &LineError{file, n, err}
				}
				if !yield(v, err) {
					return
				}
			}
			if failed == io.EOF {
				return
			}
		}
	}
}

func decode[T any](line []byte, validate func(*T) error) (v T, err error) {
	if err = unmarshal(line, &v); err == nil {
		err = validate(&v)
	}
	return v, err
}

// unmarshal decodes one line strictly and words the errors of encoding/json as
// found and expected.
func unmarshal(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err := d.Token(); err != io.EOF {
			return errors.New("found more text after the JSON object, expected the end of the line")
		}
		return nil
	}
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &wrongType):
		return &optgap.FieldError{Field: cmp.Or(wrongType.Field, "line"), Found: "a JSON " + wrongType.Value, Expected: kind(wrongType.Type)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON object is cut off, expected a whole one on the line")
	case errors.As(err, &syntax):
		return fmt.Errorf("byte %d: %w", syntax.Offset, err)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok { // has no type of its own
		return &optgap.FieldError{Field: strings.Trim(name, `"`), Found: "a field of this name", Expected: "only fields that the format has"}
	}
	return err
}

// kind says in words which JSON values a Go type takes.
func kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return kind(t.Elem())
	case reflect.Int, reflect.Int64:
		return "an integer within 64 bits"
	case reflect.Float64:
		return "a number within the range of a double"
	case reflect.String:
		return "a string"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
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
