package swf

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/optgap/optgap/bench/base/field"
)

// isBlank reports whether a byte separates fields. A carriage return does, so that lines may
// end in CRLF.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// cutToken returns the first field of the line and the rest after it; token is empty where
// there is no field.
func cutToken(line []byte) (token, rest []byte) {
	i := 0
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	k := i
	for k < len(line) && !isBlank(line[k]) {
		k++
	}
	return line[i:k], line[k:]
}

// parseDigits reads an optional minus and up to 18 digits, as in nearly every number of a
// trace. ok is false for any other text, even for another number.
func parseDigits(b []byte) (v int64, ok bool) {
	digits := b
	if len(b) > 0 && b[0] == '-' {
		digits = b[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if len(digits) < len(b) {
		v = -v
	}
	return v, true
}

// parseNumber reads a decimal number within ±MaxNumber.
func parseNumber(b []byte) (float64, error) {
	if v, ok := parseDigits(b); ok {
		if v < -MaxNumber || v > MaxNumber {
			return 0, strconv.ErrRange
		}
		return float64(v), nil
	}
	v, err := field.ParseDecimal(string(b))
	if err == nil && math.Abs(v) > MaxNumber {
		return 0, strconv.ErrRange
	}
	return v, err
}

// parseWhole reads a number without a fraction. It also takes "4.0".
func parseWhole(b []byte) (int64, error) {
	if v, ok := parseDigits(b); ok {
		return v, nil
	}
	if v, err := strconv.ParseInt(string(b), 10, 64); err == nil {
		return v, nil
	}
	v, err := parseNumber(b)
	switch {
	case err != nil:
		return 0, err
	case v != math.Trunc(v):
		return 0, strconv.ErrSyntax
	}
	return int64(v), nil
}

// expectedNumber says what a field of a record may hold.
func expectedNumber(value any, err error) string {
	_, whole := value.(*int64)
	outside := errors.Is(err, strconv.ErrRange)
	switch {
	case outside && whole:
		return "a whole number of 64 bits"
	case outside:
		return fmt.Sprintf("a number of at most %d", MaxNumber)
	case whole:
		return "a whole number"
	}
	return "a number"
}

// A Field is the number of a field of a job line, from 1 as in the definition of the format.
// 0 stands for the line as a whole.
type Field int

// The fields of a job line.
const (
	FieldID Field = iota + 1
	FieldSubmit
	FieldWait
	FieldRunTime
	FieldAllocated
	FieldCPUTime
	FieldMemory
	FieldRequestedProcs
	FieldRequestedTime
	FieldRequestedMemory
	FieldStatus
	FieldUser
	FieldGroup
	FieldExecutable
	FieldQueue
	FieldPartition
	FieldPreceding
	FieldThinkTime
)

const fieldCount = int(FieldThinkTime)

var fieldNames = [fieldCount + 1]string{
	"line", "job number", "submit time", "wait time", "run time",
	"allocated processors", "average CPU time", "used memory",
	"requested processors", "requested time", "requested memory",
	"status", "user", "group", "executable", "queue", "partition",
	"preceding job", "think time",
}

// String returns the name of the field in the definition of the format.
func (f Field) String() string {
	if f < 0 || int(f) > fieldCount {
		return "field " + strconv.Itoa(int(f))
	}
	return fieldNames[f]
}

// An Error is an error in one line of a trace.
type Error struct {
	File            string
	Line            int   // from 1
	Field           Field // 0: the line as a whole
	Found, Expected string
	Err             error // the cause: strconv.ErrSyntax, strconv.ErrRange or a Reason
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.detail())
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// detail returns the message without file and line.
func (e *Error) detail() string {
	if e.Field == 0 {
		return fmt.Sprintf("found %s, expected %s", e.Found, e.Expected)
	}
	return fmt.Sprintf(
		"field %d (%v): found %s, expected %s",
		int(e.Field),
		e.Field,
		e.Found,
		e.Expected,
	)
}

// quote returns a text of a line in quotation marks, shortened to a readable length.
func quote(b []byte) string {
	const most = 40
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "..."
	}
	return strconv.Quote(string(b))
}
