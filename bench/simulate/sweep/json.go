package sweep

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// RunFormat names the version of a run's JSON form.
const RunFormat = "optgap-run/1"

// runHead is what the JSON form of a run has before the metrics.
type runHead struct {
	Format  string `json:"format"`
	Trace   string `json:"trace,omitempty"`
	Machine int64  `json:"machine"`
	Setting
	Lower float64 `json:"lower,omitempty"` // bounds of basic dynP, seconds
	Upper float64 `json:"upper,omitempty"`
}

// runTail is what the JSON form of a run has behind the metrics.
type runTail struct {
	Against      string                            `json:"against,omitempty"`
	Difference   map[string]performance.Difference `json:"difference,omitempty"`
	Overfull     *performance.Overfull             `json:"overfull,omitempty"`
	Possible     *Possible                         `json:"best_possible,omitempty"`
	Reservations *answers                          `json:"reservations,omitempty"`
	Sites        []Site                            `json:"sites,omitempty"`
	Policies     *dynp.Stats                       `json:"policies,omitempty"`
}

// MarshalJSON writes one object with the setting, the performance metrics under their keys, the
// classes, the answers to requests for reservations, the sites of a grid, and the counts of a
// planning scheduler's policies.
func (r Run) MarshalJSON() ([]byte, error) {
	basic := r.Bounds()
	head := runHead{RunFormat, r.Trace, r.Machine, r.Setting, basic.Lower, basic.Upper}
	head.Factor = r.ShrinkingFactor()
	tail := runTail{r.Against, r.Difference, r.Overfull, r.Possible, answersOf(r.Reservations), r.Sites, r.Stats}
	return record.Join(head, r.Metrics.Object(), tail)
}

// answers counts the answers to requests for reservations.
type answers struct {
	Admitted int            `json:"admitted"`
	Refused  map[string]int `json:"refused,omitempty"` // by reason
}

// answersOf returns the counts in their JSON form; nil: there are none.
func answersOf(c *reservation.Counts) *answers {
	if c == nil {
		return nil
	}
	a := &answers{c.Admitted, map[string]int{}}
	for why, n := range c.Refused {
		a.Refused[reasonKey(why)] = n
	}
	return a
}

// reasonKey is the key of a reason in JSON and CSV.
func reasonKey(why reservation.Reason) string { return strings.ReplaceAll(string(why), " ", "_") }

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
