package performance

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/format"
)

// Metric is one performance metric.
type Metric struct {
	Key     string               // in JSON and CSV: artww, sldww_60, ...
	Name    string               // at the head of a column and beside an axis
	Title   string               // above a plot against the load; blank: the metric is not plotted
	Unit    string               // "s", "/h", "jobs" or "" for shares and ratios
	Meaning string               // in a few words
	Share   bool                 // a part of a whole, which plots show in percent
	Format  func(float64) string // writes a value as tables show it

	value func(*Metrics) (float64, bool) // false: the value does not exist
}

// How tables show values.
func whole(v float64) string       { return format.Decimal(v, 0) }
func tenths(v float64) string      { return format.Decimal(v, 1) }
func thousandths(v float64) string { return format.Decimal(v, 3) }
func percent(v float64) string     { return format.Percent(100 * v) }

// always is a value that every replay has.
func always(value func(*Metrics) float64) func(*Metrics) (float64, bool) {
	return func(m *Metrics) (float64, bool) { return value(m), true }
}

// timed is a value that a replay has if it takes time.
func timed(value func(*Metrics) float64) func(*Metrics) (float64, bool) {
	return func(m *Metrics) (float64, bool) { return value(m), m.Makespan > 0 }
}

// positive is a value that a replay has if it is above 0.
func positive(value func(*Metrics) float64) func(*Metrics) (float64, bool) {
	return func(m *Metrics) (float64, bool) { v := value(m); return v, v > 0 }
}

// Table returns the performance metrics, in a fixed order, where slowdowns are
// measured with these bounds in seconds.
func Table(bounds []int64) []Metric {
	return slices.Concat(
		[]Metric{
			{"jobs", "jobs", "", "jobs", "jobs measured", false, whole, always(func(m *Metrics) float64 { return float64(m.Jobs) })},
			{"artww", "ARTwW [s]", "Response time weighted by width", "s", "average response time weighted by width", false, tenths, always(func(m *Metrics) float64 { return m.ARTwW })},
			{"art", "ART [s]", "Response time", "s", "average response time", false, tenths, always(func(m *Metrics) float64 { return m.ART })},
			{"wait", "wait [s]", "Wait time", "s", "average wait time", false, tenths, always(func(m *Metrics) float64 { return m.Wait })},
			{"run_time", "run time [s]", "", "s", "average actual run time", false, tenths, always(func(m *Metrics) float64 { return m.RunTime })},
			{"sldwa", "SLDwA", "Slowdown weighted by area", "", "average slowdown weighted by area", false, thousandths, positive(func(m *Metrics) float64 { return m.SLDwA })},
		},
		slowdowns(bounds),
		[]Metric{
			{"util", "UTIL", "Utilization", "", "used share of the machine", true, percent, timed(func(m *Metrics) float64 { return m.Util })},
			{"loc", "LOC", "Loss of capacity", "", "loss of capacity: share idle while jobs wait", true, percent, timed(func(m *Metrics) float64 { return m.LOC })},
			{"idle", "idle", "", "", "share idle while no job waits", true, percent, timed(func(m *Metrics) float64 { return m.Idle })},
			{"throughput", "throughput [/h]", "", "/h", "jobs ended per hour", false, tenths, timed(func(m *Metrics) float64 { return m.Throughput })},
			{"queue", "queue", "", "jobs", "waiting jobs, average over time", false, tenths, timed(func(m *Metrics) float64 { return m.Queue })},
			{"reserved", "reserved", "", "", "share held by reservations", true, percent, positive(func(m *Metrics) float64 { return m.Reserved })},
			{"queue_max", "max queue", "", "jobs", "most jobs waiting at once", false, whole, always(func(m *Metrics) float64 { return float64(m.MaxQueue) })},
			{"makespan", "makespan [s]", "", "s", "first submission to last end", false, whole, always(func(m *Metrics) float64 { return float64(m.Makespan) })},
			{"window", "window [s]", "", "s", "seconds measured: the rest of the makespan is trimmed", false, whole, positive(func(m *Metrics) float64 { return float64(m.Window) })},
			{"killed", "killed", "", "jobs", "jobs killed at their estimate", false, whole, always(func(m *Metrics) float64 { return float64(m.Killed) })},
		},
		waits(),
		stretches(bounds),
	)
}

// ByKey returns the metric with a key among those of [Table] with [DefaultBounds].
func ByKey(key string) (m Metric, ok bool) {
	table := Table(DefaultBounds())
	i := slices.IndexFunc(table, func(m Metric) bool { return m.Key == key })
	if i < 0 {
		return Metric{}, false
	}
	return table[i], true
}

// slowdowns are the average slowdowns, weighted and not, with each of the bounds.
// SLDwW_60 is always among them.
func slowdowns(bounds []int64) []Metric {
	var all []Metric
	if !slices.Contains(bounds, mainBound) {
		all = append(all, weightedSlowdown(mainBound))
	}
	for _, b := range bounds {
		all = append(all, weightedSlowdown(b), plainSlowdown(b))
	}
	return all
}

func weightedSlowdown(bound int64) Metric {
	return Metric{
		Key: fmt.Sprintf("sldww_%d", bound), Name: fmt.Sprintf("SLDwW_%d", bound), Title: fmt.Sprintf("Slowdown weighted by width, %d s", bound),
		Meaning: "average " + raised(bound) + ", weighted by width", Format: thousandths,
		value: func(m *Metrics) (float64, bool) {
			if bound == mainBound {
				return m.SLDwW60, true
			}
			s, ok := m.slowdown(bound)
			return s.Weighted, ok
		},
	}
}

func plainSlowdown(bound int64) Metric {
	return Metric{
		Key: fmt.Sprintf("sld_%d", bound), Name: fmt.Sprintf("SLD_%d", bound), Meaning: "average " + raised(bound), Format: thousandths,
		value: func(m *Metrics) (float64, bool) {
			s, ok := m.slowdown(bound)
			return s.Plain, ok
		},
	}
}

// raised words a slowdown with a bound.
func raised(bound int64) string { return fmt.Sprintf("slowdown, times raised to %d s", bound) }

// statistics describe a distribution.
var statistics = []struct {
	key, meaning string
	of           func(Spread) float64
}{
	{"p50", "median", func(s Spread) float64 { return s.P50 }},
	{"p90", "90 % do not exceed it", func(s Spread) float64 { return s.P90 }},
	{"p95", "95 % do not exceed it", func(s Spread) float64 { return s.P95 }},
	{"p99", "99 % do not exceed it", func(s Spread) float64 { return s.P99 }},
	{"max", "largest", func(s Spread) float64 { return s.Max }},
	{"stddev", "standard deviation", func(s Spread) float64 { return s.StdDev }},
}

// distribution returns the statistics of what base stands for.
func distribution(base Metric, spread func(*Metrics) (Spread, bool)) []Metric {
	all := make([]Metric, len(statistics))
	for i, s := range statistics {
		all[i] = base
		all[i].Key, all[i].Name, all[i].Meaning = base.Key+"_"+s.key, s.key+" "+base.Name, base.Meaning+": "+s.meaning
		all[i].value = func(m *Metrics) (float64, bool) {
			values, ok := spread(m)
			return s.of(values), ok
		}
	}
	return all
}

// waits describe the wait times. The largest is plotted.
func waits() []Metric {
	all := distribution(Metric{Key: "wait", Name: "wait [s]", Unit: "s", Meaning: "wait time", Format: tenths}, func(m *Metrics) (Spread, bool) { return m.Waits, true })
	for i := range all {
		if all[i].Key == "wait_max" {
			all[i].Title, all[i].Format = "Largest wait time", whole
		}
	}
	return all
}

// stretches describe the slowdowns with the first of the bounds.
func stretches(bounds []int64) []Metric {
	if len(bounds) == 0 {
		return nil
	}
	b := bounds[0]
	return distribution(Metric{Key: fmt.Sprintf("sld_%d", b), Name: fmt.Sprintf("SLD_%d", b), Meaning: raised(b), Format: thousandths}, func(m *Metrics) (Spread, bool) {
		return m.Stretches, len(m.Slowdowns) > 0 && m.Slowdowns[0].Bound == b
	})
}
