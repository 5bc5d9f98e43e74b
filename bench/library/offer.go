package library

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"

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

// An Offer is what a program has found for a step: a result, or as much of one as a schedule or a
// bound is. The format is that of its file. The method of a single policy is the policy.
type Offer struct {
	record.Result
	at func(error) error // locates an error
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
		return offersOf(file, record.ReadResults(in, file), ofResult), nil
	case record.ScheduleFormat:
		return offersOf(file, record.ReadSchedules(in, file), ofSchedule), nil
	case BoundFormat:
		return offersOf(file, record.Reader(checkGiven)(in, file), ofBound), nil
	case "":
		if b.First == 0 { // an empty file, such as one of bounds of a method that proves nothing
			return func(func(Offer, error) bool) {}, nil
		}
	}
	return nil, &record.LineError{
		File: file,
		Line: 1,
		Err: optgap.BadField(
			"format",
			strconv.Quote(b.Format),
			fmt.Sprintf(
				"%q, %q or %q",
				record.ResultFormat,
				record.ScheduleFormat,
				BoundFormat,
			),
		),
	}
}

// offersOf yields offers with their places in the file.
func offersOf[T any](
	file string,
	from iter.Seq2[T, error],
	result func(T) record.Result,
) iter.Seq2[Offer, error] {
	return func(yield func(Offer, error) bool) {
		line := 0
		for v, err := range from {
			line++
			at := line
			if err != nil {
				yield(Offer{}, err)
				return
			}
			located := func(err error) error { return fmt.Errorf("%s:%d: %w", file, at, err) }
			if !yield(Offer{result(v), located}, nil) {
				return
			}
		}
	}
}

// ofResult names the policy where the result has the plan of a single one.
func ofResult(r record.Result) record.Result {
	if all := r.ListedPolicies(); r.Method == method.Policies.Name && len(all) == 1 {
		r.Method = all[0]
	}
	return r
}

func ofSchedule(s record.Schedule) record.Result {
	return record.Result{
		Format:       s.Format,
		Trace:        s.Trace,
		Index:        *s.Index,
		Starts:       s.Starts,
		SolveSeconds: s.SolveSeconds,
	}
}

func ofBound(g GivenBound) record.Result {
	r := record.Result{
		Format: g.Format, Index: *g.Index, SolveSeconds: g.SolveSeconds,
		Bounds: map[optgap.BoundName]int64{g.Name: g.Bound},
	}
	if g.Certificate != nil {
		r.Certificates = map[optgap.BoundName]optgap.Certificate{g.Name: *g.Certificate}
	}
	return r
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
