package sweep

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// ReadRuns yields the runs of a file of JSON lines. In the place of a bad line it yields a
// record.LineError; the caller goes on or stops. file is the name of the file in errors. The
// options of a run's setting hold the bounds of basic dynP alone.
func ReadRuns(r io.Reader, file string) iter.Seq2[Run, error] {
	return record.ReadLines(r, file, func(*Run) error { return nil })
}

// UnmarshalJSON reads the form that MarshalJSON writes. It refuses fields of other names.
func (r *Run) UnmarshalJSON(text []byte) error {
	var form struct {
		runHead
		runTail
	}
	measured, err := record.Split(text, &form)
	if form.Format != "" {
		err = cmp.Or(field.CheckFormat(form.Format, RunFormat), err)
	}
	if err != nil {
		return err
	}
	*r = Run{
		Setting: form.Setting, Trace: form.Trace, Machine: form.Machine, Stats: form.Policies, Sites: form.Sites,
		Overfull: form.Overfull, Possible: form.Possible, Against: form.Against, Difference: form.Difference,
	}
	if r.Scheduler == Basic {
		r.Options.Basic = &dynp.BasicOptions{Lower: form.Lower, Upper: form.Upper}
	}
	if r.Metrics, err = performance.ReadMetrics(measured); err != nil || form.Reservations == nil {
		return err
	}
	r.Reservations, err = form.Reservations.counts()
	return err
}

// counts returns the answers by reason.
func (a *answers) counts() (*reservation.Counts, error) {
	c := &reservation.Counts{Admitted: a.Admitted, Refused: map[reservation.Reason]int{}}
	reasons := reservation.Reasons()
	for key, n := range a.Refused {
		i := slices.IndexFunc(reasons, func(why reservation.Reason) bool { return reasonKey(why) == key })
		if i < 0 {
			expected := fmt.Sprintf("one of the reasons %q", reasons)
			return nil, optgap.BadField("reservations.refused", fmt.Sprintf("%q", key), expected)
		}
		c.Refused[reasons[i]] = n
	}
	return c, nil
}
