package library

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// BoundFormat names the version of the JSON form of a bound that another program has proven.
const BoundFormat = "optgap-bound/1"

// GivenBound is the JSON form of a lower bound of another program, one per line:
//
//	{"format":"optgap-bound/1","index":123,"name":"mine","bound":4711,"certificate":{"bound":4711,...}}
type GivenBound struct {
	Format       string              `json:"format"`
	Index        *int                `json:"index"`
	Name         optgap.BoundName    `json:"name"`                  // letters, digits and hyphens
	Bound        int64               `json:"bound"`                 // its value
	Certificate  *optgap.Certificate `json:"certificate,omitempty"` // proves the bound; may be absent
	SolveSeconds float64             `json:"solve_seconds,omitempty"`
}

// An Offer is what a program has found for a step.
type Offer struct {
	Index    int
	Minimise string            // name of the objective; "": not said
	Schedule *record.Schedule  // nil: none
	Optimal  bool              // a result that calls its schedule optimal at one second
	Bounds   []Bound           // at one second
	Source   Source            // without By, Machine and Date
	at       func(error) error // locates an error
}

// Wrong returns an error about the offer with the file and the line it came from.
func (o *Offer) Wrong(err error) error { return o.at(err) }

// offersOfSchedules yields the schedules of a file of optgap-schedule/1 as offers.
func offersOfSchedules(r io.Reader, file string) iter.Seq2[Offer, error] {
	return mapped(file, record.ReadSchedules(r, file), func(s record.Schedule) Offer {
		return Offer{Index: *s.Index, Schedule: &s, Source: Source{Seconds: s.SolveSeconds}}
	})
}

// offersOfBounds yields the bounds of a file of optgap-bound/1 as offers.
func offersOfBounds(r io.Reader, file string) iter.Seq2[Offer, error] {
	return mapped(file, record.Reader(checkGiven)(r, file), func(g GivenBound) Offer {
		b := Bound{Name: g.Name, Value: g.Bound, Proof: record.ProofClaimed, Certificate: g.Certificate}
		if c := g.Certificate; c != nil && c.Bound >= g.Bound {
			b.Proof = record.ProofCertificate
		}
		return Offer{Index: *g.Index, Bounds: []Bound{b}, Source: Source{Seconds: g.SolveSeconds}}
	})
}

// checkGiven refuses a bound without a name, and values below 0.
func checkGiven(g *GivenBound) error {
	if err := field.CheckFormat(g.Format, BoundFormat); err != nil {
		return err
	}
	if g.Bound < 0 {
		return optgap.BadField("bound", g.Bound, "at least 0")
	}
	return optgap.CheckName("name", string(g.Name))
}

// offersOfResults yields the results of a file of optgap-result/1 as offers: their schedules, and their
// bounds at one second.
func offersOfResults(r io.Reader, file string) iter.Seq2[Offer, error] {
	return mapped(file, record.ReadResults(r, file), func(r record.Result) Offer {
		o := Offer{
			Index: r.Index, Minimise: r.Minimises(),
			Optimal: r.Status == optgap.StatusOptimal && r.Scope != optgap.ScopeGrid,
			Source:  Source{Method: methodOf(&r), Seconds: r.SolveSeconds, Nodes: r.Nodes},
		}
		if len(r.Starts) > 0 {
			o.Schedule = &record.Schedule{Format: record.ScheduleFormat, Trace: r.Trace, Index: &r.Index, Starts: r.Starts}
		}
		for _, name := range slices.Sorted(maps.Keys(r.Bounds)) {
			b := Bound{Name: name, Value: r.Bounds[name], Proof: r.Proofs[name]}
			if b.Proof == record.ProofCertified { // derivations are not kept
				b.Proof = record.ProofSearch
			}
			if c, ok := r.Certificates[name]; ok {
				b.Certificate = &c
			}
			o.Bounds = append(o.Bounds, b.parts()...)
		}
		return o
	})
}

// methodOf returns the method of a result, or the policy where it has the plan of a single one.
func methodOf(r *record.Result) string {
	if all := r.ListedPolicies(); r.Method == method.Policies.Name && len(all) == 1 {
		return all[0]
	}
	return r.Method
}

// Bound returns the largest bound; 0: there is none.
func (o *Offer) Bound() (most int64) {
	for _, b := range o.Bounds {
		most = max(most, b.Value)
	}
	return most
}

// parts returns the bound, and before it the smaller one that its certificate proves, if any.
func (b Bound) parts() []Bound {
	c := b.Certificate
	if c == nil || c.Bound >= b.Value {
		return []Bound{b}
	}
	certified := Bound{Name: b.Name, Value: c.Bound, Proof: record.ProofCertificate, Certificate: c}
	b.Certificate = nil
	return []Bound{certified, b}
}

// mapped yields offers with their places in the file.
func mapped[T any](file string, from iter.Seq2[T, error], offer func(T) Offer) iter.Seq2[Offer, error] {
	return func(yield func(Offer, error) bool) {
		line := 0
		for v, err := range from {
			line++
			if err != nil {
				yield(Offer{}, err)
				return
			}
			o, at := offer(v), line
			if o.Schedule != nil && o.Schedule.Line > 0 {
				at = o.Schedule.Line
			}
			o.at = func(err error) error { return fmt.Errorf("%s:%d: %w", file, at, err) }
			if !yield(o, nil) {
				return
			}
		}
	}
}

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
	case "":
		if b.First == 0 { // an empty file, such as one of bounds of a method that proves nothing
			return func(func(Offer, error) bool) {}, nil
		}
	}
	return nil, &record.LineError{File: file, Line: 1, Err: optgap.BadField("format", strconv.Quote(b.Format),
		fmt.Sprintf("%q, %q or %q", record.ResultFormat, record.ScheduleFormat, BoundFormat))}
}

// Adding says how offers are taken.
type Adding struct {
	By      string // who, or which program, has found them
	Machine string // on which they were found
	Date    string // of the offer
	// Limit is the longest time of the search for a bound that nothing else can check; 0: there is none.
	Limit time.Duration
}

// Added says what became of an offer.
type Added struct {
	Entry  *Entry
	Before Known // what was known
	Offer  Offer
	Better Better
	Wrong  error // why it was refused, nil if it was not
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
	o.Source.By, o.Source.Machine, o.Source.Date = how.By, how.Machine, how.Date
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
