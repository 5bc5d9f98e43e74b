package sweep

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// ReadRuns yields the runs of a file of JSON lines. In the place of a bad line it yields a
// record.LineError; the caller goes on or stops. file is the name of the file in errors. The
// options of
// a run's setting hold the bounds of basic dynP alone.
func ReadRuns(r io.Reader, file string) iter.Seq2[Run, error] {
	return record.ReadLines(r, file, func(*Run) error { return nil })
}

// UnmarshalJSON reads the form that MarshalJSON writes. It refuses fields of other names.
func (r *Run) UnmarshalJSON(text []byte) error {
	f := record.ReadFields(text)
	var format string
	if f.Take("format", &format); f.Err() == nil && format != RunFormat {
		return optgap.BadField("format", fmt.Sprintf("%q", format), fmt.Sprintf("%q", RunFormat))
	}
	*r = Run{Metrics: &performance.Metrics{}}
	f.Take("trace", &r.Trace)
	f.Need("machine", &r.Machine)
	f.Take("name", &r.Name)
	f.Need("scheduler", &r.Scheduler)
	f.Need("factor", &r.Factor)
	f.Take("estimates", &r.Estimates)
	if r.Scheduler == Basic {
		r.Options.Basic = &dynp.BasicOptions{}
		f.Take("lower", &r.Options.Basic.Lower)
		f.Take("upper", &r.Options.Basic.Upper)
	}
	r.Metrics.Take(f)
	f.Take("against", &r.Against)
	f.Take("difference", &r.Difference)
	f.Take("overfull", &r.Overfull)
	f.Take("best_possible", &r.Possible)
	var a answers
	if f.Take("reservations", &a) {
		r.Reservations = &reservation.Counts{Admitted: a.Admitted, Refused: map[reservation.Reason]int{}}
		for key, n := range a.Refused {
			why, err := reasonOf(key)
			if err != nil {
				return err
			}
			r.Reservations.Refused[why] = n
		}
	}
	f.Take("sites", &r.Sites)
	f.Take("policies", &r.Stats)
	return f.End()
}

// reasonOf returns the reason with a key; see reasonKey.
func reasonOf(key string) (reservation.Reason, error) {
	reasons := reservation.Reasons()
	i := slices.IndexFunc(reasons, func(why reservation.Reason) bool { return reasonKey(why) == key })
	if i < 0 {
		expected := fmt.Sprintf("one of the reasons %q", reasons)
		return "", optgap.BadField("reservations.refused", fmt.Sprintf("%q", key), expected)
	}
	return reasons[i], nil
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (s *Site) UnmarshalJSON(text []byte) error {
	*s = Site{}
	f := record.ReadFields(text)
	f.Need("machine", &s.Machine)
	for range f.Keys() { // there are metrics
		s.Metrics = &performance.Metrics{}
		s.Metrics.Take(f)
		break
	}
	return f.End()
}
