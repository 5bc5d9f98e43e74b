package transform

import (
	"context"
	"fmt"
	"iter"
	"math"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// perfectEstimates returns the step that makes the run time the requested time, where the
// run time is known (Streit 2002, section 5.2). The requested time is at least 1 s, as a
// request of 0 is unknown.
func perfectEstimates(string) (Step, error) {
	return Step{
		Text: "perfect-estimates", Note: "requested times are the run times, at least 1 s",
		apply: func(t Trace) (Trace, error) {
			return t.each(func(rec *swf.Record) (bool, error) {
				if rec.RunTime >= 0 {
					rec.RequestedTime = max(rec.RunTime, 1)
				}
				return true, nil
			}), nil
		},
	}, nil
}

// Until yields the records until the context ends. The last thing is then the error of the
// context.
func Until(
	ctx context.Context,
	records iter.Seq2[swf.Record, error],
) iter.Seq2[swf.Record, error] {
	const every = 1024 // number of records between checks of the context
	return func(yield func(swf.Record, error) bool) {
		n := 0
		for rec, err := range records {
			n++
			if n%every == 0 && ctx.Err() != nil {
				yield(swf.Record{}, ctx.Err())
				return
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// shrink returns the step that multiplies the interarrival times by a shrinking factor
// (Streit 2002, section 5). A factor below 1 raises the load, one above 1 lowers it. The
// first submission does not change. For every other submission the time after the first is
// multiplied and rounded down to a second. So no error adds up, and the order stays. A
// sorted trace gets the submissions of workload.Shrink. Unknown submissions stay unknown.
func shrink(value string) (Step, error) {
	factor, err := field.ParseDecimal(value)
	if err != nil {
		return Step{}, wrong("shrink", value, "a number above 0")
	}
	if !(factor > 0) || math.IsInf(factor, 1) {
		return Step{}, wrong("shrink", fmt.Sprint(factor), "a number above 0")
	}
	value = format.Plain(factor)
	text := "shrink=" + value
	return Step{
		Text: text,
		Note: "interarrival times multiplied by " + value + ", rounded down to seconds after the first submission",
		apply: func(t Trace) (Trace, error) {
			first := math.NaN()
			return t.each(func(rec *swf.Record) (bool, error) {
				if rec.Submit < 0 {
					return true, nil
				}
				if math.IsNaN(first) {
					first = rec.Submit
					return true, nil
				}
				submit := first + math.Floor((rec.Submit-first)*factor)
				if !(submit >= 0 && submit < swf.MaxNumber) {
					const expected = "0 to 2^53; sort a trace out of order by submission " +
						"(docs/workloads.md)"
					found := "submission at second " + format.Plain(submit)
					return true, about(text, rec.ID, found, expected)
				}
				rec.Submit = submit
				return true, nil
			}), nil
		},
	}, nil
}
