package sweep

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Head is what the JSON form of a run has before the metrics.
type Head struct {
	Format  string `json:"format"`
	Trace   string `json:"trace,omitempty"`
	Machine int64  `json:"machine"`
	Setting
}

// MarshalJSON writes one object with the setting, the performance metrics under their keys, the
// classes, and what is further known.
func (r Run) MarshalJSON() ([]byte, error) {
	head := Head{
		Format:  record.RunFormat,
		Trace:   r.Trace,
		Machine: r.Machine,
		Setting: r.Setting,
	}
	head.Factor = r.ShrinkingFactor()
	return record.Join(head, r.Metrics, r.Further)
}

// ReadRuns yields the runs of a file of JSON lines. In the place of a bad line it yields a
// record.LineError; the caller goes on or stops. file is the name of the file in errors.
var ReadRuns = record.Reader[Run](nil)

// UnmarshalJSON reads the form that MarshalJSON writes. It refuses fields of other names.
func (r *Run) UnmarshalJSON(text []byte) error {
	var form struct {
		Head
		Lower float64 `json:"lower,omitempty"` // bounds of basic dynP, which earlier versions wrote
		Upper float64 `json:"upper,omitempty"`
		// what simulate --bounds of earlier versions wrote
		Bounded json.RawMessage `json:"best_possible,omitempty"`
		performance.Form
		Further
	}
	numbers, err := record.Split(text, &form)
	if form.Format != "" {
		err = cmp.Or(field.CheckFormat(form.Format, record.RunFormat), err)
	}
	if err != nil {
		return err
	}
	if form.Bounded != nil {
		return optgap.BadField(
			"best_possible",
			"a run of simulate --bounds of earlier versions",
			"one of simulate alone; "+
				"replay into another folder, and see optgap offline --scheduler for bounds",
		)
	}
	*r = Run{
		Setting: form.Setting,
		Trace:   form.Trace,
		Machine: form.Machine,
		Metrics: (*performance.Metrics)(&form.Form),
		Further: form.Further,
	}
	if err = r.ReadNumbers(numbers, r.Windows != nil); err != nil || r.Reservations == nil {
		return err
	}
	return r.Reservations.check()
}

// Answers counts the answers to requests for reservations.
type Answers struct {
	Admitted int            `json:"admitted"`
	Refused  map[string]int `json:"refused,omitempty"` // by reason, with underscores
}

// answersOf counts decisions.
func answersOf(decisions []reservation.Decision) *Answers {
	counts := reservation.Count(decisions)
	a := &Answers{counts.Admitted, map[string]int{}}
	for why, n := range counts.Refused {
		a.Refused[reasonKey(why)] = n
	}
	return a
}

// check returns an *optgap.FieldError for a reason that there is not.
func (a *Answers) check() error {
	known := lists.Each(reservation.Reasons(), reasonKey)
	for key := range a.Refused {
		if !slices.Contains(known, key) {
			return optgap.BadText("reservations.refused", key, "one of "+strings.Join(known, ", "))
		}
	}
	return nil
}

// For returns the number of requests that were refused for the reason.
func (a *Answers) For(why reservation.Reason) int { return a.Refused[reasonKey(why)] }

// reasonKey is the key of a reason in JSON and CSV.
func reasonKey(
	why reservation.Reason,
) string {
	return strings.ReplaceAll(string(why), " ", "_")
}

// Rows returns all values of runs for CSV, a row for each: nothing is rounded, and values that do
// not exist are blank. Behind the columns of the setting there is one of each value that any run
// has.
func Rows(runs []Run) table.Table {
	var all []value
	cells := make([]map[string]string, len(runs))
	switched := slices.ContainsFunc(runs, Run.decided)
	for i, r := range runs {
		cells[i] = map[string]string{}
		for _, v := range r.all(switched) {
			all, cells[i][v.key] = append(all, v), format.Plain(v.number)
		}
	}
	slices.SortStableFunc(all, func(a, b value) int {
		return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.place, b.place))
	})
	keys := lists.Distinct(all, func(v value) string { return v.key })
	t := table.Table{
		Columns: table.Numbers("trace", "machine", "name", "scheduler", "factor", "estimates"),
	}
	t.Columns = append(t.Columns, table.Numbers(keys...)...)
	for i, r := range runs {
		row := []string{
			r.Trace,
			format.Digits(r.Machine),
			r.Label(),
			r.Scheduler,
			format.Exact(r.ShrinkingFactor()),
			string(r.Estimates),
		}
		t.Row(append(row, lists.Each(keys, func(key string) string { return cells[i][key] })...)...)
	}
	return t
}

// A value is a number of a run. Its column stands in a part of the table, by its place, and by its
// first run.
type value struct {
	key    string
	number float64
	part   int
	place  string
}

// all returns the values of a run but those of its setting. switched tells that those of the
// policies are shown of all runs, as one has chosen among several.
func (r Run) all(switched bool) (all []value) {
	part := 0
	add := func(key string, number float64) { all = append(all, value{key, number, part, ""}) }
	metrics := func(prefix string, m *performance.Metrics) {
		for _, metric := range performance.Known(m) {
			add(prefix+metric.Key, m.Numbers[metric.Key])
		}
	}
	counts := func(prefix string, of map[string]int) {
		part++
		for name, n := range of {
			all = append(all, value{prefix + name, float64(n), part, name})
		}
	}
	metrics("", r.Metrics)
	if s := r.Stats; s != nil {
		counts("started_with_", s.StartedWith)
		if switched {
			counts("switches_to_", s.SwitchesTo)
		}
	}
	part = 3
	if r.decided() {
		add("tries", float64(r.Stats.Tries))
		add("same", float64(r.Stats.Same))
		add("backlog", r.Stats.Backlog)
	}
	part++
	if r.Reservations != nil {
		add("reservations_admitted", float64(r.Reservations.Admitted))
		for _, why := range reservation.Reasons() {
			add("reservations_refused_"+reasonKey(why), float64(r.Reservations.For(why)))
		}
	}
	part++
	if r.Overfull != nil { // the log uses more processors than the machine has
		add("overfull_moments", float64(r.Overfull.Moments))
		add("overfull_seconds", float64(r.Overfull.Seconds))
		add("overfull_busiest", float64(r.Overfull.Busiest))
	}
	for i, site := range r.Sites {
		part++
		prefix := fmt.Sprintf("site_%d_", i)
		add(prefix+"machine", float64(site.Machine))
		metrics(prefix, site.Metrics)
	}
	part = math.MaxInt // ranges
	between := func(key string, i *confidence.Interval) {
		if i != nil {
			add(key+"_low", i.Low)
			add(key+"_high", i.High)
		}
	}
	for _, m := range performance.Known(r.Metrics) {
		between(m.Key+"_tenths", m.In(r.Tenths))
		between(m.Key+"_ci95", m.In(r.Confidence))
	}
	for _, m := range performance.Known(r.Metrics) {
		if d, ok := r.Difference[m.Key]; ok {
			key := m.Key + "_minus_" + r.Against
			add(key, d.Value)
			between(key+"_tenths", d.Tenths())
		}
	}
	return all
}

// decided reports whether the scheduler ever chose one of several policies.
func (r Run) decided() bool { return r.Stats != nil && r.Stats.Tries > 0 }
