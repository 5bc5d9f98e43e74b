package swf

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// Write writes a trace: the lines of the header verbatim, then a line for each record. A
// Reader reads the same header and the same records back. Anything that a Reader cannot read
// back, such as a header line without a semicolon or a NaN, is an error. [NewHeader] and
// [Header.WithNotes] give a trace its provenance.
func Write(w io.Writer, h Header, records iter.Seq[Record]) error {
	out, err := NewWriter(w, h)
	if err != nil {
		return err
	}
	for rec := range records {
		if err := out.Write(&rec); err != nil {
			return err
		}
	}
	return out.Flush()
}

// A Writer writes a trace record by record, as [Write] does.
type Writer struct {
	out     *bufio.Writer
	line    []byte
	records int
}

// NewWriter returns a Writer that has written the header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	out := bufio.NewWriterSize(w, 1<<16)
	for i, line := range h {
		if err := checkComment(line); err != nil {
			return nil, fmt.Errorf("header line %d: %w", i+1, err)
		}
		out.WriteString(line) // errors stay in out until Flush
		out.WriteByte('\n')
	}
	return &Writer{out: out}, nil
}

// Write writes a record. Some bytes may wait for Flush. A number that a Reader would not take
// is an error.
func (w *Writer) Write(rec *Record) error {
	w.records++
	b := w.line[:0]
	fields := rec.fields()
	for i, field := range fields[:] {
		switch v := field.(type) {
		case *int64:
			b = strconv.AppendInt(b, *v, 10)
		case *float64:
			if !(math.Abs(*v) <= MaxNumber) { // NaN too
				return fmt.Errorf(
					"record %d: %w",
					w.records,
					optgap.BadField(Field(i+1).String(), *v,
						expectedNumber(field, strconv.ErrRange)),
				)
			}
			if n := int64(*v); float64(n) == *v { // a whole number is written faster
				b = strconv.AppendInt(b, n, 10)
			} else {
				b = strconv.AppendFloat(b, *v, 'f', -1, 64)
			}
		}
		b = append(b, ' ')
	}
	b[len(b)-1] = '\n'
	w.line = b
	_, err := w.out.Write(b)
	return err
}

// Flush writes all waiting bytes. It is called after the last record.
func (w *Writer) Flush() error { return w.out.Flush() }

// checkComment returns an error for a line that a Reader would not read back as the same
// comment.
func checkComment(line string) error {
	token, _ := cutToken([]byte(line))
	bad := func(found, expected string) error {
		return optgap.BadField("comment", found, expected)
	}
	switch {
	case len(token) == 0 || token[0] != ';':
		return bad(quote([]byte(line)), "a line that starts with a semicolon")
	case strings.Contains(line, "\n") || strings.HasSuffix(line, "\r"):
		return bad(quote([]byte(line)), "one line without its end")
	case len(line) > MaxLine:
		return bad(fmt.Sprintf("%d bytes", len(line)), fmt.Sprintf("at most %d", MaxLine))
	}
	return nil
}

// FromJob returns the record of a completed job. Width and estimate are requested, the width
// is also allocated, and everything else is unknown. Load makes the same job of the record.
// A caller that has replayed the job adds its wait.
func FromJob(j optgap.TraceJob) Record {
	return Record{
		ID: j.ID, Submit: float64(j.Submit), Wait: Unknown, RunTime: float64(j.RunTime),
		Allocated: j.Width, CPUTime: Unknown, Memory: Unknown,
		RequestedProcs: j.Width, RequestedTime: float64(j.Estimate), RequestedMemory: Unknown,
		Status: StatusCompleted, User: Unknown, Group: Unknown, Executable: Unknown,
		Queue: Unknown, Partition: Unknown, Preceding: Unknown, ThinkTime: Unknown,
	}
}

// Unknown stands for an unknown value in the format. Readers take every negative value as
// unknown.
const Unknown = -1

// MaxNumber is the largest magnitude of a float64 field. Every whole number up to it has its
// own float64, so that reading and writing lose nothing.
const MaxNumber = 1 << 53

// A Record is one job line. Times and memory are float64 within ±MaxNumber, as some traces
// have fractions. The other fields are int64. Both kinds are read back equal after Write.
// Unknown values are -1.
type Record struct {
	ID              int64
	Submit          float64 // seconds since the start of the trace
	Wait            float64 // seconds
	RunTime         float64 // seconds from start to end
	Allocated       int64   // processors
	CPUTime         float64 // average over the processors, seconds
	Memory          float64 // average per processor, kilobytes
	RequestedProcs  int64
	RequestedTime   float64 // seconds; the estimate of optgap
	RequestedMemory float64 // per processor, kilobytes
	Status          int64   // see [StatusCompleted] and the others
	User            int64
	Group           int64
	Executable      int64
	Queue           int64
	Partition       int64
	Preceding       int64   // number of the job that this one waited for
	ThinkTime       float64 // seconds from the end of the preceding job to the submission
}

// Width returns the processors that a job of the record needs: the requested ones, else the
// allocated ones. A request of 0 counts as unknown if the allocated processors are known.
func (rec *Record) Width() int64 { return requested(rec.RequestedProcs, rec.Allocated) }

// Estimate returns the time in seconds that a job of the record may run: the requested time,
// else the run time. A request of 0 counts as unknown if the run time is known.
func (rec *Record) Estimate() float64 { return requested(rec.RequestedTime, rec.RunTime) }

// The values of [Record.Status]. A job that was swapped out has a line for each partial
// execution, and a summary line with the status of a whole job.
const (
	StatusFailed        = 0
	StatusCompleted     = 1
	StatusPartial       = 2 // partial execution, to be continued
	StatusLastCompleted = 3 // last partial execution of a completed job
	StatusLastFailed    = 4 // last partial execution of a failed job
	StatusCancelled     = 5 // before its start or while running
)

// IsPartial reports whether the record is a partial execution of a job.
func (rec *Record) IsPartial() bool {
	return StatusPartial <= rec.Status && rec.Status <= StatusLastFailed
}

// fields returns pointers to the fields in the order of the format, *int64 or *float64.
func (rec *Record) fields() [fieldCount]any {
	return [...]any{
		&rec.ID,
		&rec.Submit,
		&rec.Wait,
		&rec.RunTime,
		&rec.Allocated,
		&rec.CPUTime,
		&rec.Memory,
		&rec.RequestedProcs,
		&rec.RequestedTime,
		&rec.RequestedMemory,
		&rec.Status,
		&rec.User,
		&rec.Group,
		&rec.Executable,
		&rec.Queue,
		&rec.Partition,
		&rec.Preceding,
		&rec.ThinkTime,
	}
}

// Value returns a field as a number.
func (rec *Record) Value(f Field) float64 {
	field := rec.fields()[f-1]
	if whole, ok := field.(*int64); ok {
		return float64(*whole)
	}
	return *field.(*float64)
}

// leastFields are the fields that a job line has at least: up to the allocated processors, which
// are then the width.
const leastFields = int(FieldAllocated)

// needed reports whether a replay reads a field. The wait is read where starts are asked for, and
// has to be known then.
func (f Field) needed() bool {
	switch f {
	case FieldID,
		FieldSubmit,
		FieldRunTime,
		FieldAllocated,
		FieldRequestedProcs,
		FieldRequestedTime,
		FieldStatus:
		return true
	}
	return false
}

// parse sets the record to the fields of a line, and returns their number. A line has 18, or as
// many as the first job line. Fields that are missing are unknown. So is a needless one that is no
// number, which odd is about. Errors have no file and no line number.
func (rec *Record) parse(line []byte, first int) (n int, odd, bad *Error) {
	rest := line
	fields := rec.fields()
	for i, field := range fields[:] {
		var token []byte
		token, rest = cutToken(rest)
		if len(token) > 0 {
			n++
		}
		err := set(field, token)
		if err == nil {
			continue
		}
		wrong := &Error{
			Field:    Field(i + 1),
			Found:    quote(token),
			Expected: expectedNumber(field, err),
			Err:      err,
		}
		if wrong.Field.needed() {
			bad = cmp.Or(bad, wrong)
		} else {
			odd = cmp.Or(odd, wrong)
		}
	}
	n += countTokens(rest)
	if n != fieldCount && n != first && (first > 0 || n < leastFields) {
		bad = wrongCount(n, first) // more telling than a field, which may be out of place
	}
	return n, odd, bad
}

// set sets a field of a record to a number. Without one it is unknown.
func set(field any, token []byte) error {
	if v, whole := field.(*int64); whole {
		return setTo(v, token, parseWhole)
	}
	return setTo(field.(*float64), token, parseNumber)
}

func setTo[T int64 | float64](v *T, token []byte, parse func([]byte) (T, error)) error {
	*v = Unknown
	if len(token) == 0 {
		return nil
	}
	n, err := parse(token)
	if err == nil {
		*v = n
	}
	return err
}

// wrongCount returns the error for a line of n fields. first is the number of those in the first
// job line; 0: there is none.
func wrongCount(n, first int) *Error {
	expected := fmt.Sprintf("%d fields", fieldCount)
	switch {
	case first == 0:
		expected += fmt.Sprintf(", or at least the first %d", leastFields)
	case first != fieldCount:
		expected += fmt.Sprintf(", or %d as in the first job line", first)
	}
	return &Error{Found: format.Count(n, "field"), Expected: expected}
}

func countTokens(line []byte) int {
	n := 0
	for token, rest := cutToken(line); len(token) > 0; token, rest = cutToken(rest) {
		n++
	}
	return n
}
