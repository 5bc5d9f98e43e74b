package record

import (
	"bufio"
	"bytes"
	"cmp"
	v1 "encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics"
)

// LineError is an error about a line of a file of JSON lines.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// ReadSteps yields the steps of a file of JSON lines, each validated. A bad step has a
// *LineError in its place, and the caller goes on or stops. A byte order mark at the start
// and blank lines are passed over. file is the name of the file in errors.
//
// A step, and a value that another function reads like this one, may be spread over several lines
// too.
//
// Beyond what [optgap.Step.Validate] refuses, a step needs all fields but trace and
// policy, at least one job, and the name of a policy of package heuristics if any.
var ReadSteps = reading(ParseStep)

// ReadResults yields the results of a file of JSON lines like ReadSteps.
var ReadResults = Reader(validateResult)

// ParseStep returns the step on a single line as ReadSteps does.
func ParseStep(line []byte) (optgap.Step, error) {
	s, err := validSteps(line)
	if err == nil && bytes.Contains(line, []byte(`"weight"`)) {
		err = zeroWeight(line)
	}
	if err != nil {
		return optgap.Step{}, err
	}
	return s, nil
}

// zeroWeight refuses a weight of 0, which a step has where it has none.
func zeroWeight(line []byte) error {
	var s struct {
		Jobs []struct {
			Weight *int64 `json:"weight"`
		} `json:"jobs"`
	}
	if err := unmarshal(line, &s); err != nil {
		return err
	}
	for i, j := range s.Jobs {
		if j.Weight != nil && *j.Weight == 0 {
			return bad(
				fmt.Sprintf("jobs[%d].weight", i),
				"0",
				"at least 1, or none for the width",
			)
		}
	}
	return nil
}

// ParseResult returns the result on a single line as ReadResults does.
var ParseResult = valid(validateResult)

var validSteps = valid(validateStep)

// validateStep checks a step of a file.
func validateStep(s *optgap.Step) error {
	if err := field.CheckFormat(string(s.Format), optgap.StepFormat); err != nil {
		return err
	}
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

// validateResult checks the format of a result.
func validateResult(r *Result) error { return field.CheckFormat(r.Format, ResultFormat) }

// bad returns an *optgap.FieldError.
func bad(field string, found any, expected string) error {
	return optgap.BadField(field, found, expected)
}

// Lines yields the values of a file of JSON lines, like [ReadSteps].
type Lines[T any] = func(r io.Reader, file string) iter.Seq2[T, error]

// Parser returns the value of a JSON object.
type Parser[T any] = func(object []byte) (T, error)

// Reader returns what yields the values of a file of JSON lines of any kind, like [ReadSteps].
// check checks each value, nil if nothing is to be checked. A value is bad if it has a field that T
// does not have, or the same field twice, or if a value is missing that is always written; null is
// none.
func Reader[T any](check func(*T) error) Lines[T] {
	if check == nil {
		check = func(*T) error { return nil }
	}
	return reading(valid(check))
}

// converting returns what parses a value by Reader, and converts it; its errors are those of
// convert.
func converting[W, T any](convert func(*W) (T, error)) Parser[T] {
	return func(line []byte) (v T, err error) {
		_, err = valid(func(w *W) (err error) {
			v, err = convert(w)
			return err
		})(line)
		return v, err
	}
}

// Numbered is a value of a file, and the line where it begins, from 1.
type Numbered[T any] struct {
	Line  int
	Value T
}

// ReadNumbered yields the value that parse returns for each object of a file. A file whose name
// ends in .csv or .csv.gz is refused.
func ReadNumbered[T any](
	r io.Reader, file string, parse Parser[T],
) iter.Seq2[Numbered[T], error] {
	objects := ReadObjects(r)
	if strings.HasSuffix(strings.TrimSuffix(file, ".gz"), ".csv") {
		const text = "found a CSV table, expected JSON lines (docs/formats.md)"
		objects = slices.Values([]Text{{Line: 1, Failed: errors.New(text)}})
	}
	return func(yield func(Numbered[T], error) bool) {
		for object := range objects {
			if v, err := parsed(object, file, parse); !yield(Numbered[T]{object.Line, v}, err) {
				return
			}
		}
	}
}

// ReadInto reads each object of a file of JSON lines into the struct to which line points, and
// calls read. It passes over all fields that the struct does not have. Where the struct is a small
// part of lines of some kilobytes, it takes a third of the time of [Reader]. The first error ends
// it.
func ReadInto(r io.Reader, file string, line any, read func() error) error {
	parse := func(text []byte) (struct{}, error) {
		reflect.ValueOf(line).Elem().SetZero()
		if err := decode(text, line, new(Object)); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, read()
	}
	for _, err := range reading(parse)(r, file) {
		if err != nil {
			return err
		}
	}
	return nil
}

// ParseParts returns the value on a single line as [ReadInto] reads it.
func ParseParts[T any](line []byte) (v T, err error) {
	err = decode(line, &v, new(Object))
	return v, err
}

const byteOrderMark = "\ufeff"

// reading returns what yields the value that parse returns for each object.
func reading[T any](parse Parser[T]) Lines[T] {
	return func(r io.Reader, file string) iter.Seq2[T, error] {
		return func(yield func(T, error) bool) {
			for v, err := range ReadNumbered(r, file, parse) {
				if !yield(v.Value, err) {
					return
				}
			}
		}
	}
}

// Text is a JSON object of a file, or a failure to read the file.
type Text struct {
	Line   int // the first of the object, from 1
	Text   []byte
	Failed error // nil: there is a text
}

// textLines yields the lines of a file that are not blank. A failure to read is the last.
func textLines(r io.Reader) iter.Seq[Text] {
	return func(yield func(Text) bool) {
		br := bufio.NewReaderSize(r, 1<<16)
		for n := 1; ; n++ {
			line, failed := br.ReadBytes('\n')
			if failed != nil && failed != io.EOF { // what was read of the line says nothing
				yield(Text{Line: n, Failed: failed})
				return
			}
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte(byteOrderMark))
			}
			if len(bytes.TrimSpace(line)) > 0 && !yield(Text{Line: n, Text: line}) {
				return
			}
			if failed == io.EOF {
				return
			}
		}
	}
}

// parsed returns the value that parse returns for a text. The error is a *LineError.
func parsed[T any](text Text, file string, parse Parser[T]) (v T, err error) {
	if err = text.Failed; err == nil {
		v, err = parse(text.Text)
	}
	if err != nil {
		var zero T
		return zero, &LineError{file, text.Line, err}
	}
	return v, nil
}

// decode reads a JSON text into the variable to which v points, and checks names and missing
// values. others are as for [shape.check].
func decode(text []byte, v any, others *Object) error {
	if err := unmarshal(text, v); err != nil {
		return err
	}
	return shapeOf(reflect.TypeOf(v)).check(text, others)
}

// valid returns what parses a value on a line and validates it. A value of another format is told
// as such, whatever else is unlike what is expected.
func valid[T any](validate func(*T) error) Parser[T] {
	return func(line []byte) (v T, err error) {
		err = decode(line, &v, nil)
		found := about(err)
		if err != nil && (found.Field == "" || found.Field == whole) { // nothing was read
			return v, err
		}
		wrong := validate(&v)
		if about(wrong).Field == formatField &&
			(found.Field != formatField || found.Found == noValue) {
			return v, wrong
		}
		return v, cmp.Or(err, wrong)
	}
}

// formatField is the name of the field that says what an object is.
const formatField = "format"

// about returns the error about a field that an error is or wraps. Where there is none, it is
// blank.
func about(err error) (wrong optgap.FieldError) {
	if inner, ok := errors.AsType[*optgap.FieldError](err); ok {
		wrong = *inner
	}
	return wrong
}

// whole is the field of an error about a value that is no field of an object.
const whole = "line"

// unmarshal decodes one line and words errors as found and expected. An integer may be written as
// 40.0. Names are told apart by their case, and a name twice is an error.
func unmarshal(line []byte, v any) error {
	err := json.Unmarshal(line, v, anyText)
	if err == nil {
		return nil
	}
	again := json.Unmarshal(field.WholeNumbers(line), v, anyText)
	if again == nil {
		return nil
	}
	if _, wrongType := again.(*json.SemanticError); wrongType { // its text has no places in the line
		err = again
	}
	v1.Unmarshal(line, v) // goes on behind the error, so that a wrong format can be told
	return worded(err)
}

// anyText takes text that is not UTF-8, like the names of files.
var anyText = jsontext.AllowInvalidUTF8(true)

// worded returns an error of the decoder in the words of this package.
func worded(err error) error {
	var wrong *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON object is cut off, expected a whole one on the line")
	case errors.As(err, &syntax) && errors.Is(err, jsontext.ErrDuplicateName):
		return bad(path(syntax.JSONPointer), "a second value", "one")
	case syntax != nil && strings.HasSuffix(syntax.Err.Error(), " after top-level value"):
		return errors.New("found more text after the JSON object, expected the end of the line")
	case syntax != nil:
		return fmt.Errorf("byte %d: %w", syntax.ByteOffset+1, syntax.Err)
	case !errors.As(err, &wrong):
		return err
	case wrong.Err != nil && wrong.JSONValue == nil: // of a type that reads itself
		return inField(path(wrong.JSONPointer), wrong.Err)
	}
	found := strings.TrimSpace(kinds[wrong.JSONKind] + " " + string(wrong.JSONValue))
	return bad(cmp.Or(path(wrong.JSONPointer), whole), "a JSON "+found, kind(wrong.GoType))
}

// kinds words the JSON values that the decoder finds.
var kinds = map[jsontext.Kind]string{
	jsontext.KindTrue:        "bool",
	jsontext.KindFalse:       "bool",
	jsontext.KindNumber:      "number",
	jsontext.KindString:      "string",
	jsontext.KindBeginArray:  "array",
	jsontext.KindBeginObject: "object",
}

// kind words the JSON values that a Go type takes.
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

// WriteLines writes each value as a JSON line.
func WriteLines[T any](w io.Writer, values []T) error {
	for _, v := range values {
		if err := WriteLine(w, v); err != nil {
			return err
		}
	}
	return nil
}

// WriteLine writes a value as a JSON line, which it hands to the writer in one call. A process that
// is killed so leaves at most one line that is cut off.
func WriteLine(w io.Writer, v any) error {
	line, err := v1.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
