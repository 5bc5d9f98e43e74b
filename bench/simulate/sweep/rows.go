package sweep

import (
	"fmt"
	"maps"
	"slices"

	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Rows returns all values of runs for CSV, a row for each: nothing is rounded,
// and values that do not exist are blank.
func Rows(runs []Run) table.Table { return column.Rows(Columns(runs), runs) }

// Columns returns the columns of runs. Those of policies, reservations, sites and intervals are there
// where a run has such values.
func Columns(runs []Run) []column.Column[Run] {
	all := slices.Concat(settingColumns(), metricColumns(runs, "", func(r Run) *performance.Metrics { return r.Metrics }))
	all = append(all, counts(runs, "started_with_", func(r Run) map[string]int { return r.Stats.StartedWith })...)
	if slices.ContainsFunc(runs, Run.decided) {
		all = append(all, counts(runs, "switches_to_", func(r Run) map[string]int { return r.Stats.SwitchesTo })...)
		all = append(all, decisionColumns()...)
	}
	if slices.ContainsFunc(runs, func(r Run) bool { return r.Reservations != nil }) {
		all = append(all, reservationColumns()...)
	}
	if slices.ContainsFunc(runs, func(r Run) bool { return r.Overfull != nil }) {
		all = append(all, overfullColumns()...)
	}
	return slices.Concat(all, siteColumns(runs), intervalColumns(runs))
}

func settingColumns() []column.Column[Run] {
	return []column.Column[Run]{
		column.Words("trace", "name of the trace", func(r Run) string { return r.Trace }),
		column.Counts("machine", "processors", "of the machine", func(r Run) int64 { return r.Machine }),
		column.Words("name", "of the setting", func(r Run) string { return r.Label() }),
		column.Words("scheduler", "that replayed the trace", func(r Run) string { return r.Scheduler }),
		column.Floats("factor", "", "by which the interarrival times are multiplied",
			func(r Run) float64 { return r.ShrinkingFactor() }),
		column.Words("estimates", "kind of the estimates", func(r Run) string { return string(r.Estimates) }),
	}
}

// metricColumns are the performance metrics that any run has, under keys with the prefix.
func metricColumns(runs []Run, prefix string, of func(Run) *performance.Metrics) (all []column.Column[Run]) {
	keys := column.Union(runs, func(r Run) (keys []string) {
		if m := of(r); m != nil {
			for _, v := range m.Values() {
				keys = append(keys, v.Key)
			}
		}
		return keys
	})
	for _, key := range keys {
		all = append(all, existing(prefix+key, func(r Run) (v float64, ok bool) {
			m := of(r)
			if m == nil {
				return 0, false
			}
			found, ok := m.Value(key)
			return found.Number, ok
		}))
	}
	return all
}

// existing is a column of numbers that may not exist. They have no exponents.
func existing(key string, value func(Run) (float64, bool)) column.Column[Run] {
	return column.Column[Run]{Key: key, Kind: column.Real, Value: func(r Run) string {
		v, ok := value(r)
		if !ok {
			return ""
		}
		return format.Plain(v)
	}}
}

// counts are columns of the counts by name that runs of planning schedulers have, by name.
func counts(runs []Run, prefix string, of func(Run) map[string]int) (all []column.Column[Run]) {
	names := column.Union(runs, func(r Run) []string {
		if r.Stats == nil {
			return nil
		}
		return slices.Sorted(maps.Keys(of(r)))
	})
	slices.Sort(names)
	for _, name := range names {
		all = append(all, existing(prefix+name, func(r Run) (float64, bool) {
			if r.Stats == nil {
				return 0, false
			}
			n, ok := of(r)[name]
			return float64(n), ok
		}))
	}
	return all
}

// decided tells whether the scheduler ever chose one of several policies.
func (r Run) decided() bool { return r.Stats != nil && r.Stats.Tries > 0 }

func decisionColumns() []column.Column[Run] {
	of := func(key string, value func(Run) float64) column.Column[Run] {
		return existing(key, func(r Run) (float64, bool) {
			if !r.decided() {
				return 0, false
			}
			return value(r), true
		})
	}
	return []column.Column[Run]{
		of("tries", func(r Run) float64 { return float64(r.Stats.Tries) }),
		of("same", func(r Run) float64 { return float64(r.Stats.Same) }),
		of("backlog", func(r Run) float64 { return r.Stats.Backlog() }),
	}
}

// reservationColumns tell how many requests were admitted, and refused for each reason.
func reservationColumns() []column.Column[Run] {
	of := func(key string, value func(Run) int) column.Column[Run] {
		return existing(key, func(r Run) (float64, bool) {
			if r.Reservations == nil {
				return 0, false
			}
			return float64(value(r)), true
		})
	}
	all := []column.Column[Run]{of("reservations_admitted", func(r Run) int { return r.Reservations.Admitted })}
	for _, why := range reservation.Reasons() {
		all = append(all, of("reservations_refused_"+reasonKey(why), func(r Run) int { return r.Reservations.Refused[why] }))
	}
	return all
}

// overfullColumns tell when a log uses more processors than the machine has.
func overfullColumns() []column.Column[Run] {
	of := func(key string, value func(performance.Overfull) int64) column.Column[Run] {
		return existing("overfull_"+key, func(r Run) (float64, bool) {
			if r.Overfull == nil {
				return 0, false
			}
			return float64(value(*r.Overfull)), true
		})
	}
	return []column.Column[Run]{
		of("moments", func(o performance.Overfull) int64 { return int64(o.Moments) }),
		of("seconds", func(o performance.Overfull) int64 { return o.Seconds }),
		of("busiest", func(o performance.Overfull) int64 { return o.Busiest }),
	}
}

// siteColumns are the processors of each site and the performance metrics of its jobs.
func siteColumns(runs []Run) (all []column.Column[Run]) {
	most := 0
	for _, r := range runs {
		most = max(most, len(r.Sites))
	}
	for i := range most {
		prefix := fmt.Sprintf("site_%d_", i)
		all = append(all, existing(prefix+"machine", func(r Run) (float64, bool) {
			if i >= len(r.Sites) {
				return 0, false
			}
			return float64(r.Sites[i].Machine), true
		}))
		all = append(all, metricColumns(runs, prefix, func(r Run) *performance.Metrics {
			if i >= len(r.Sites) {
				return nil
			}
			return r.Sites[i].Metrics
		})...)
	}
	return all
}

// intervalColumns are the ends of the intervals of averages.
func intervalColumns(runs []Run) (all []column.Column[Run]) {
	keys := column.Union(runs, func(r Run) (keys []string) {
		for _, v := range r.Values() {
			if _, ok := r.Confidence[v.Key]; ok {
				keys = append(keys, v.Key)
			}
		}
		return keys
	})
	for _, key := range keys {
		end := func(name string, low bool) column.Column[Run] {
			return existing(key+name, func(r Run) (float64, bool) {
				i, ok := r.Confidence[key]
				if low {
					return i.Low, ok
				}
				return i.High, ok
			})
		}
		all = append(all, end("_ci95_low", true), end("_ci95_high", false))
	}
	return all
}
