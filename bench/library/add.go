package library

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/library/best"
	"github.com/optgap/optgap/bench/record"
)

// Offers yields what a file holds, by the format of its first line: results, schedules or bounds.
func Offers(r io.Reader, file string) (iter.Seq2[best.Offer, error], error) {
	in := bufio.NewReaderSize(r, 1<<20)
	format, err := firstFormat(in)
	if err != nil {
		return nil, &record.LineError{File: file, Line: 1, Err: err}
	}
	switch format {
	case record.ResultFormat:
		return best.ReadResults(in, file), nil
	case record.ScheduleFormat:
		return best.ReadSchedules(in, file), nil
	case best.BoundFormat:
		return best.ReadBounds(in, file), nil
	}
	return nil, &record.LineError{File: file, Line: 1, Err: &optgap.FieldError{
		Field: "format", Found: strconv.Quote(format),
		Expected: fmt.Sprintf("%s, %s or %s", record.ResultFormat, record.ScheduleFormat, best.BoundFormat),
	}}
}

// firstFormat returns the format of the first object, and leaves it to be read.
func firstFormat(in *bufio.Reader) (string, error) {
	head, err := in.Peek(in.Size())
	if err != nil && err != io.EOF {
		return "", err
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	d := json.NewDecoder(bytes.NewReader(head))
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			return "", &optgap.FieldError{Field: "format", Found: "none", Expected: "a JSON object with a format on each line"}
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
			continue
		case json.Delim('}'), json.Delim(']'):
			depth--
			continue
		case "format":
			if depth == 1 {
				var format string
				err := d.Decode(&format)
				return format, err
			}
		}
	}
}

// Adding says how offers are taken.
type Adding struct {
	By      string // who, or which program, has found them
	Machine string // on which they were found
	Trust   bool   // bounds that rest on a search or a solver alone are taken
}

// Added says what became of an offer.
type Added struct {
	Entry  *Entry
	Before best.Known // what was known
	Offer  best.Offer
	Better best.Better
	Wrong  error // why it was refused; nil: it was not
}

// Add improves what is known by an offer, and returns what became of it. An offer for a step that the
// library does not have is an error. Nothing is stored before Save.
func (l *Library) Add(ctx context.Context, o best.Offer, how Adding) (*Added, error) {
	e := l.Find(o.Index)
	if e == nil {
		return nil, o.Wrong(unknown(o.Index))
	}
	o.Source.By, o.Source.Machine = how.By, how.Machine
	a := &Added{Entry: e, Before: *e.Known, Offer: o}
	next, better, err := e.Known.Improve(ctx, e.Step, &o, how.Trust)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.Better = better
	if err != nil {
		a.Wrong = o.Wrong(fmt.Errorf("step %d: %w", o.Index, err))
		return a, nil
	}
	if next != e.Known {
		e.Known, e.Set.changed = next, true
	}
	return a, nil
}

// Objective returns the objective of the offer's schedule; false: it has none, or one that was
// refused.
func (a *Added) Objective() (int64, bool) {
	if a.Offer.Schedule == nil || a.Wrong != nil {
		return 0, false
	}
	starts, err := a.Offer.Schedule.Of(a.Entry.Step)
	if err != nil {
		return 0, false
	}
	return starts.Objective(a.Entry.Step), true
}
