package swf

import (
	"fmt"
	"strconv"
)

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
	return fmt.Sprintf("field %d (%v): found %s, expected %s", int(e.Field), e.Field, e.Found, e.Expected)
}

// quote returns a text of a line in quotation marks, shortened to a readable length.
func quote(b []byte) string {
	const most = 40
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "..."
	}
	return strconv.Quote(string(b))
}
