package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Rows returns all values of runs for CSV, a row for each: nothing is rounded, and values that do not
// exist are blank. Behind the columns of the setting there is one of each value that any run has.
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
	t := table.Table{Columns: table.Numbers("trace", "machine", "name", "scheduler", "factor", "estimates")}
	t.Columns = append(t.Columns, table.Numbers(keys...)...)
	for i, r := range runs {
		row := []string{r.Trace, format.Digits(r.Machine), r.Label(), r.Scheduler, format.Exact(r.ShrinkingFactor()),
			string(r.Estimates)}
		for _, key := range keys {
			row = append(row, cells[i][key])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// A value is a number of a run. Its column stands in a part of the table, by its place, and by its first run.
type value struct {
	key    string
	number float64
	part   int
	place  string
}

// all returns the values of a run but those of its setting. switched tells that those of the policies are
// shown of all runs, as one has chosen among several.
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
	if part++; r.Reservations != nil {
		add("reservations_admitted", float64(r.Reservations.Admitted))
		for _, why := range reservation.Reasons() {
			add("reservations_refused_"+reasonKey(why), float64(r.Reservations.For(why)))
		}
	}
	if part++; r.Overfull != nil { // the log uses more processors than the machine has
		add("overfull_moments", float64(r.Overfull.Moments))
		add("overfull_seconds", float64(r.Overfull.Seconds))
		add("overfull_busiest", float64(r.Overfull.Busiest))
	}
	if part++; r.Possible != nil {
		add("best_possible_at_least", r.Possible.AtLeast)
		add("best_possible_at_most", r.Possible.AtMost)
	}
	for i, site := range r.Sites {
		part++
		prefix := fmt.Sprintf("site_%d_", i)
		add(prefix+"machine", float64(site.Machine))
		metrics(prefix, site.Metrics)
	}
	part = math.MaxInt // intervals
	interval := func(key string, i *paired.Interval) {
		if i != nil {
			add(key+"_ci95_low", i.Low)
			add(key+"_ci95_high", i.High)
		}
	}
	for _, m := range performance.Known(r.Metrics) {
		if i, ok := r.Confidence[m.Key]; ok {
			interval(m.Key, &i)
		}
	}
	for _, m := range performance.Known(r.Metrics) {
		if d, ok := r.Difference[m.Key]; ok {
			key := m.Key + "_minus_" + r.Against
			add(key, d.Value)
			interval(key, d.Interval)
		}
	}
	return all
}

// decided reports whether the scheduler ever chose one of several policies.
func (r Run) decided() bool { return r.Stats != nil && r.Stats.Tries > 0 }
