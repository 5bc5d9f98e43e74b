package library

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Offers yields what a file holds, by the format of its first line: results, schedules or bounds.
func Offers(r io.Reader, file string) (iter.Seq2[Offer, error], error) {
	in := bufio.NewReaderSize(r, 1<<20)
	b, err := record.Peek(in)
	if err != nil {
		return nil, err
	}
	switch b.Format {
	case record.ResultFormat:
		return offersOfResults(in, file), nil
	case record.ScheduleFormat:
		return offersOfSchedules(in, file), nil
	case BoundFormat:
		return offersOfBounds(in, file), nil
	}
	return nil, &record.LineError{File: file, Line: 1, Err: optgap.BadField("format", strconv.Quote(b.Format),
		fmt.Sprintf("%q, %q or %q", record.ResultFormat, record.ScheduleFormat, BoundFormat))}
}

// Adding says how offers are taken.
type Adding struct {
	By      string // who, or which program, has found them
	Machine string // on which they were found
	// Limit is the longest time of the search for a bound that nothing else can check; 0: none.
	Limit time.Duration
}

// Added says what became of an offer.
type Added struct {
	Entry  *Entry
	Before Known // what was known
	Offer  Offer
	Better Better
	Wrong  error // why it was refused; nil: it was not
}

// Add improves what is known by an offer, and returns what became of it. An offer for a step that the
// library does not have, or that is not made here, is an error. Nothing is stored before Save.
func (l *Library) Add(ctx context.Context, o Offer, how Adding) (*Added, error) {
	e := l.Find(o.Index)
	if e == nil {
		return nil, o.Wrong(unknown(o.Index))
	}
	if e.Step == nil {
		return nil, o.Wrong(fmt.Errorf("step %d: %w", o.Index, e.Set.Missing()))
	}
	o.Source.By, o.Source.Machine = how.By, how.Machine
	a := &Added{Entry: e, Before: *e.Known, Offer: o}
	next, better, err := e.Known.Improve(ctx, e.Step, &o, how.Limit)
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
