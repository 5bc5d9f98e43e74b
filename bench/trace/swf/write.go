package swf

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
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
	b, fields := w.line[:0], rec.fields()
	for i, field := range fields[:] {
		switch v := field.(type) {
		case *int64:
			b = strconv.AppendInt(b, *v, 10)
		case *float64:
			if !(math.Abs(*v) <= MaxNumber) { // NaN too
				return fmt.Errorf("record %d: %w", w.records, optgap.BadField(Field(i+1).String(), *v,
					expectedNumber(field, strconv.ErrRange)))
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

// FromJobs yields the record of each job, see [FromJob].
func FromJobs(jobs []optgap.TraceJob) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for _, j := range jobs {
			if !yield(FromJob(j)) {
				return
			}
		}
	}
}
