package transform

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/optgap/optgap/bench/trace/swf"
)

// A Trace is a header with a stream of records. The records can be read as often as their
// source.
type Trace struct {
	Header  swf.Header
	Machine int64 // processors; 0: unknown
	// Records yields the job lines. An error is yielded last.
	Records iter.Seq2[swf.Record, error]

	recounted bool // the number of records may differ from the header
}

// Read returns the trace of a reader. machine is the number of processors; 0: as the header
// says. Each line that is not a record is left out and passed to malformed, or nil if such a line
// is an error. It is an error if there is no job line.
func Read(r *swf.Reader, machine int64, malformed func(*swf.Error)) (Trace, error) {
	if err := swf.CheckMachine(machine); err != nil {
		return Trace{}, err
	}
	h, err := r.Begin()
	if err != nil {
		return Trace{}, err
	}
	if machine == 0 {
		machine, _ = h.Machine() // a step that needs the machine returns the error
	}
	records := func(yield func(swf.Record, error) bool) {
		for rec, err := range r.Records() {
			if err != nil && malformed != nil {
				var bad *swf.Error
				if errors.As(err, &bad) {
					malformed(bad)
					continue
				}
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
	return Trace{Header: h, Machine: machine, Records: records}, nil
}

// Write writes the trace and returns the number of its records. A trace without records is
// swf.ErrNoJobs, and nothing is written then.
func (t Trace) Write(w io.Writer) (records int, err error) {
	if t.recounted && cmp.Or(t.Header.Get("MaxJobs"), t.Header.Get("MaxRecords")) != "" {
		return t.writeCounted(w)
	}
	n, err := t.writeRecords(w, t.Header)
	return n.records, err
}

// counts holds the numbers for MaxRecords and MaxJobs.
type counts struct {
	records int
	jobs    int // without the lines of partial executions
}

func (t Trace) writeRecords(w io.Writer, h swf.Header) (n counts, err error) {
	out, err := swf.NewWriter(w, h)
	if err != nil {
		return n, err
	}
	var rec swf.Record // one for all records, as its address escapes
	for next, err := range t.Records {
		rec = next
		if err != nil {
			return n, err
		}
		if err := out.Write(&rec); err != nil {
			return n, err
		}
		n.records++
		if !rec.IsPartial() {
			n.jobs++
		}
	}
	if n.records == 0 {
		return n, fmt.Errorf("nothing is left of the trace: %w", swf.ErrNoJobs)
	}
	return n, out.Flush()
}

// writeCounted holds the lines of the records until they are counted, as their number stands in the
// header before them.
func (t Trace) writeCounted(w io.Writer) (records int, err error) {
	var lines bytes.Buffer
	n, err := t.writeRecords(&lines, nil)
	if err != nil {
		return n.records, err
	}
	h := t.Header
	for key, count := range map[string]int{"MaxJobs": n.jobs, "MaxRecords": n.records} {
		if h.Get(key) != "" {
			h = h.With(key, strconv.Itoa(count))
		}
	}
	out, err := swf.NewWriter(w, h)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		_, err = lines.WriteTo(w)
	}
	return n.records, err
}

// each returns the trace with a function applied to each record, which tells whether the record
// stays.
func (t Trace) each(change func(*swf.Record) (stays bool, err error)) Trace {
	in := t.Records
	t.Records = func(yield func(swf.Record, error) bool) {
		stays := false
		var rec swf.Record // one for all records, as its address escapes
		for next, err := range in {
			rec = next
			if err == nil {
				stays, err = change(&rec)
			}
			if err == nil && !stays {
				continue
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
	return t
}

// only returns the trace with those records for which keep returns true.
func (t Trace) only(keep func(*swf.Record) bool) Trace {
	t.recounted = true
	return t.each(func(rec *swf.Record) (bool, error) { return keep(rec), nil })
}
