package performance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
)

// Metric is one performance metric.
type Metric struct {
	Key     string               // in JSON and CSV: artww, sldww_60, ...
	Name    string               // at the head of a column
	Title   string               // above a plot against the load; blank: the metric is not plotted
	Unit    string               // "s", "/h", "jobs" or "" for shares and ratios
	Meaning string               // in a few words
	Share   bool                 // a part of a whole, which plots show in percent
	Format  func(float64) string // writes a value as tables show it

	place
}

// Heading is the metric in words with its unit, such as "Response time weighted by width [s]".
func (m Metric) Heading() string {
	name := cmp.Or(m.Title, m.Meaning)
	if m.Unit != "" {
		name += " [" + m.Unit + "]"
	}
	return name
}

// Axis is the name of an axis that shows the metric: the heading in lower case.
func (m Metric) Axis() string {
	name := m.Heading()
	return strings.ToLower(name[:1]) + name[1:]
}

// place finds the value of a metric among Metrics.
type place struct {
	at     func(*Metrics) any // a *float64, *int or *int64 to the value
	exists func(*Metrics) bool
}

// number returns the value, and whether the value exists.
func (p place) number(m *Metrics) (float64, bool) {
	if !p.exists(m) {
		return 0, false
	}
	return numberAt(p.at(m)), true
}

// numberAt returns the number that a pointer of any of the types points to.
func numberAt(pointer any) float64 {
	switch p := pointer.(type) {
	case *int:
		return float64(*p)
	case *int64:
		return float64(*p)
	}
	return *pointer.(*float64)
}

// Formats of values in tables.
func whole(v float64) string       { return format.Decimal(v, 0) }
func tenths(v float64) string      { return format.Decimal(v, 1) }
func thousandths(v float64) string { return format.Decimal(v, 3) }
func percent(v float64) string     { return format.Percent(100 * v) }

// always is the place of a value that every replay has.
func always(at func(*Metrics) any) place { return place{at, func(*Metrics) bool { return true }} }

// timed is the place of a value that a replay has if it takes time.
func timed(at func(*Metrics) any) place {
	return place{at, func(m *Metrics) bool { return m.Makespan > 0 }}
}

// positive is the place of a value that exists if it is above 0.
func positive(at func(*Metrics) any) place {
	return place{at, func(m *Metrics) bool { return numberAt(at(m)) > 0 }}
}

// Table returns the performance metrics in a fixed order. bounds are those of the
// slowdowns, in seconds.
func Table(bounds []int64) []Metric {
	return slices.Concat(
		[]Metric{
			{"jobs", "jobs", "", "jobs", "jobs measured", false, whole, always(func(m *Metrics) any { return &m.Jobs })},
			{"artww", "ARTwW [s]", "Response time weighted by width", "s", "average response time weighted by width",
				false, format.Seconds, always(func(m *Metrics) any { return &m.ARTwW })},
			{"art", "ART [s]", "Response time", "s", "average response time",
				false, format.Seconds, always(func(m *Metrics) any { return &m.ART })},
			{"wait", "wait [s]", "Wait time", "s", "average wait time",
				false, format.Seconds, always(func(m *Metrics) any { return &m.Wait })},
			{"run_time", "run time [s]", "", "s", "average actual run time",
				false, format.Seconds, always(func(m *Metrics) any { return &m.RunTime })},
			{"sldwa", "SLDwA", "Slowdown weighted by area", "", "average slowdown weighted by area",
				false, thousandths, positive(func(m *Metrics) any { return &m.SLDwA })},
		},
		slowdowns(bounds),
		[]Metric{
			{"util", "UTIL", "Utilization", "", "used share of the machine",
				true, percent, timed(func(m *Metrics) any { return &m.Util })},
			{"loc", "LOC", "Loss of capacity", "", "loss of capacity: share idle while jobs wait",
				true, percent, timed(func(m *Metrics) any { return &m.LOC })},
			{"idle", "idle", "", "", "share idle while no job waits",
				true, percent, timed(func(m *Metrics) any { return &m.Idle })},
			{"throughput", "throughput [/h]", "", "/h", "jobs ended per hour",
				false, tenths, timed(func(m *Metrics) any { return &m.Throughput })},
			{"queue", "queue", "", "jobs", "waiting jobs, average over time",
				false, tenths, timed(func(m *Metrics) any { return &m.Queue })},
			{"reserved", "reserved", "", "", "share held by reservations",
				true, percent, positive(func(m *Metrics) any { return &m.Reserved })},
			{"queue_max", "max queue", "", "jobs", "most jobs waiting at once",
				false, whole, always(func(m *Metrics) any { return &m.MaxQueue })},
			{"makespan", "makespan [s]", "", "s", "first submission to last end",
				false, whole, always(func(m *Metrics) any { return &m.Makespan })},
			{"window", "window [s]", "", "s", "seconds measured: the rest of the makespan is trimmed",
				false, whole, positive(func(m *Metrics) any { return &m.Window })},
			{"killed", "killed", "", "jobs", "jobs killed at their estimate",
				false, whole, always(func(m *Metrics) any { return &m.Killed })},
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

// slowdowns returns the average slowdowns, weighted and not, with each of the bounds.
// SLDwW_60 is always one of them.
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

// weightedSlowdown returns the average slowdown weighted by width.
func weightedSlowdown(bound int64) Metric {
	m := Metric{
		Key: fmt.Sprintf("sldww_%d", bound), Name: fmt.Sprintf("SLDwW_%d", bound),
		Title:   fmt.Sprintf("Slowdown weighted by width, %d s", bound),
		Meaning: "average " + raised(bound) + ", weighted by width", Format: thousandths,
		place: slowdownPlace(bound, func(s *Slowdown) any { return &s.Weighted }),
	}
	if bound == mainBound {
		m.place = always(func(m *Metrics) any { return &m.SLDwW60 })
	}
	return m
}

// plainPrefix begins the key of a slowdown that is not weighted. The bound follows.
const plainPrefix = "sld_"

// plainSlowdown returns the average slowdown that is not weighted.
func plainSlowdown(bound int64) Metric {
	return Metric{
		Key: fmt.Sprint(plainPrefix, bound), Name: fmt.Sprintf("SLD_%d", bound),
		Meaning: "average " + raised(bound), Format: thousandths,
		place: slowdownPlace(bound, func(s *Slowdown) any { return &s.Plain }),
	}
}

// slowdownPlace is the place of a value of the slowdown with a bound. The value exists if
// this slowdown was measured.
func slowdownPlace(bound int64, at func(*Slowdown) any) place {
	return place{
		func(m *Metrics) any { return at(m.slowdown(bound)) },
		func(m *Metrics) bool { return m.slowdown(bound) != nil },
	}
}

// raised words a slowdown with a bound.
func raised(bound int64) string { return fmt.Sprintf("slowdown, times raised to %d s", bound) }

// statistics describe a distribution.
var statistics = []struct {
	key, meaning string
	at           func(*Spread) *float64
}{
	{"p50", "median", func(s *Spread) *float64 { return &s.P50 }},
	{"p90", "90 % do not exceed it", func(s *Spread) *float64 { return &s.P90 }},
	{"p95", "95 % do not exceed it", func(s *Spread) *float64 { return &s.P95 }},
	{"p99", "99 % do not exceed it", func(s *Spread) *float64 { return &s.P99 }},
	{"max", "largest", func(s *Spread) *float64 { return &s.Max }},
	{"stddev", "standard deviation", func(s *Spread) *float64 { return &s.StdDev }},
}

// distribution returns a metric for each of the statistics. Each is like base, with a key,
// a name and a meaning of its own.
func distribution(base Metric, spread func(*Metrics) *Spread, exists func(*Metrics) bool) []Metric {
	all := make([]Metric, len(statistics))
	for i, s := range statistics {
		all[i] = base
		all[i].Key, all[i].Name, all[i].Meaning = base.Key+"_"+s.key, s.key+" "+base.Name, base.Meaning+": "+s.meaning
		all[i].place = place{func(m *Metrics) any { return s.at(spread(m)) }, exists}
	}
	return all
}

// waits returns the statistics of the wait times. The largest is plotted.
func waits() []Metric {
	wait := Metric{Key: "wait", Name: "wait [s]", Unit: "s", Meaning: "wait time", Format: format.Seconds}
	all := distribution(wait, func(m *Metrics) *Spread { return &m.Waits }, func(*Metrics) bool { return true })
	for i := range all {
		if all[i].Key == "wait_max" {
			all[i].Title, all[i].Format = "Largest wait time", whole
		}
	}
	return all
}

// stretches returns the statistics of the slowdowns with the first of the bounds; nil:
// there is no bound.
func stretches(bounds []int64) []Metric {
	if len(bounds) == 0 {
		return nil
	}
	b := bounds[0]
	slowdown := plainSlowdown(b)
	slowdown.Meaning = raised(b)
	return distribution(slowdown, func(m *Metrics) *Spread { return &m.Stretches },
		func(m *Metrics) bool { return len(m.Slowdowns) > 0 && m.Slowdowns[0].Bound == b })
}
