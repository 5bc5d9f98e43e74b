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
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
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
// *LineError in place of a bad one; the caller goes on or stops. A byte order mark
// at the start and blank lines are passed over. file is the name that errors carry.
//
// Beyond what [optgap.Step.Validate] refuses, a step needs all fields but trace and
// policy, at least one job, and the name of a policy of package heuristics if any.
func ReadSteps(r io.Reader, file string) iter.Seq2[optgap.Step, error] {
	return stepLines.read(r, file)
}

// ReadResults yields the results of a file of JSON lines like ReadSteps.
func ReadResults(r io.Reader, file string) iter.Seq2[Result, error] {
	return resultLines.read(r, file)
}

// ParseStep returns the step on a single line as ReadSteps does.
func ParseStep(line []byte) (optgap.Step, error) { return stepLines.parse(line) }

// ParseResult returns the result on a single line as ReadResults does.
func ParseResult(line []byte) (Result, error) { return resultLines.parse(line) }

var (
	stepLines   = lines[optgap.Step]{shapeOf(reflect.TypeFor[optgap.Step]()), true, validateStep}
	resultLines = lines[Result]{shapeOf(reflect.TypeFor[Result]()), false, validateResult}
)

func validateStep(s *optgap.Step) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if err := knownPolicy(s.Policy); err != nil {
		return err
	}
	if len(s.Jobs) == 0 {
		return bad("jobs", "none", "at least one waiting job")
	}
	return nil
}

// knownPolicy refuses the name of an active policy that no step of a replay has. A
// step without an active policy has a blank name.
func knownPolicy(name string) error {
	if name == "" {
		return nil
	}
	p, err := heuristics.PolicyByName(name)
	if err == nil && p.Name != name {
		err = bad("policy", strconv.Quote(name), strconv.Quote(p.Name))
	}
	return err
}

func validateResult(r *Result) error {
	if r.Format != ResultFormat {
		return wrongFormat(r.Format, ResultFormat)
	}
	return nil
}

func wrongFormat(found, expected string) error {
	return bad("format", strconv.Quote(found), strconv.Quote(expected))
}

// bad returns an *optgap.FieldError.
func bad(field, found, expected string) error {
	return &optgap.FieldError{Field: field, Found: found, Expected: expected}
}

// ReadLines yields the values of a file of JSON lines of any kind, like ReadSteps.
// validate checks each value. A value with a field that T does not have, or with one
// twice, is bad.
func ReadLines[T any](r io.Reader, file string, validate func(*T) error) iter.Seq2[T, error] {
	return lines[T]{shape: shapeOf(reflect.TypeFor[T]()), validate: validate}.read(r, file)
}

// ReadParts yields the fields that T has of the values of a file of JSON lines, like
// [ReadLines], and passes over all others unread. Of a name that is there twice the last
// counts. Of lines of some kilobytes, of which T is a small part, it takes a fifth of the time.
func ReadParts[T any](r io.Reader, file string, validate func(*T) error) iter.Seq2[T, error] {
	return readEach(r, file, func(line []byte) (v T, err error) {
		if err := json.Unmarshal(line, &v); err != nil {
			return v, worded(err)
		}
		return v, validate(&v)
	})
}

// lines reads values of one kind from JSON lines.
type lines[T any] struct {
	shape    *shape
	complete bool // a value without a field that is always written is bad
	validate func(*T) error
}

const byteOrderMark = "\ufeff"

func (l lines[T]) read(r io.Reader, file string) iter.Seq2[T, error] {
	return readEach(r, file, l.parse)
}

// readEach yields what parse makes of each line.
func readEach[T any](r io.Reader, file string, parse func([]byte) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for line := range textLines(r) {
			if v, err := parsed(line, file, parse); !yield(v, err) {
				return
			}
		}
	}
}

// textLine is a line of a file that is not blank, or why there is none.
type textLine struct {
	number int // from 1
	text   []byte
	failed error
}

// textLines yields the lines of a file. A failure to read is the last.
func textLines(r io.Reader) iter.Seq[textLine] {
	return func(yield func(textLine) bool) {
		br := bufio.NewReaderSize(r, 1<<16)
		for n := 1; ; n++ {
			line, failed := br.ReadBytes('\n')
			if failed != nil && failed != io.EOF { // what was read of the line says nothing
				yield(textLine{number: n, failed: failed})
				return
			}
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte(byteOrderMark))
			}
			if len(bytes.TrimSpace(line)) > 0 && !yield(textLine{number: n, text: line}) {
				return
			}
			if failed == io.EOF {
				return
			}
		}
	}
}

// parsed returns what parse makes of a line. The error is a *LineError.
func parsed[T any](line textLine, file string, parse func([]byte) (T, error)) (v T, err error) {
	if err = line.failed; err == nil {
		v, err = parse(line.text)
	}
	if err != nil {
		var zero T
		return zero, &LineError{file, line.number, err}
	}
	return v, nil
}

func (l lines[T]) parse(line []byte) (v T, err error) {
	unknown, err := unmarshal(line, &v)
	if err != nil {
		return v, err
	}
	missing, err := l.shape.check(line)
	if err = cmp.Or(err, unknown); err != nil {
		return v, err
	}
	err = l.validate(&v)
	var field *optgap.FieldError
	if errors.As(err, &field) && field.Field == "format" { // it is something else
		return v, err
	}
	if l.complete && missing != nil {
		return v, missing
	}
	return v, err
}

// whole is what errors call a value that has no name of its own.
const whole = "line"

// unmarshal decodes one line and words the errors of encoding/json as found and
// expected. unknown is the error about a field of an unknown name in a valid text.
func unmarshal(line []byte, v any) (unknown, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err = d.Decode(v)
	if err == nil {
		if _, err := d.Token(); err != io.EOF {
			return nil, errors.New("found more text after the JSON object, expected the end of the line")
		}
		return nil, nil
	}
	if strings.HasPrefix(err.Error(), "json: unknown field ") { // has no type of its own
		return err, nil
	}
	return nil, worded(err)
}

// worded words an error of encoding/json.
func worded(err error) error {
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	errors.As(err, &syntax)
	switch {
	case errors.As(err, &wrongType):
		return bad(cmp.Or(wrongType.Field, whole), "a JSON "+wrongType.Value, kind(wrongType.Type))
	case errors.Is(err, io.ErrUnexpectedEOF), // of a Decoder
		syntax != nil && syntax.Error() == "unexpected end of JSON input": // of Unmarshal
		return errors.New("the JSON object is cut off, expected a whole one on the line")
	case syntax != nil:
		return fmt.Errorf("byte %d: %w", syntax.Offset, err)
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
