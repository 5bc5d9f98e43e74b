package performance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

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

	exists existence
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

// existence says which replays have a value.
type existence int

const (
	always     existence = iota
	ifTimed              // those that take time
	ifPositive           // those of which it is above 0
)

// Formats of values in tables.
func whole(v float64) string       { return format.Decimal(v, 0) }
func tenths(v float64) string      { return format.Decimal(v, 1) }
func thousandths(v float64) string { return format.Decimal(v, 3) }
func percent(v float64) string     { return format.Percent(100 * v) }

// Table returns the performance metrics in a fixed order. bounds are those of the
// slowdowns, in seconds.
func Table(bounds []int64) []Metric {
	return slices.Concat(
		[]Metric{
			{"jobs", "jobs", "", "jobs", "jobs measured", false, whole, always},
			{"artww", "ARTwW [s]", "Response time weighted by width", "s", "average response time weighted by width",
				false, format.Seconds, always},
			{"art", "ART [s]", "Response time", "s", "average response time", false, format.Seconds, always},
			{"wait", "wait [s]", "Wait time", "s", "average wait time", false, format.Seconds, always},
			{"run_time", "run time [s]", "", "s", "average actual run time", false, format.Seconds, always},
			{"sldwa", "SLDwA", "Slowdown weighted by area", "", "average slowdown weighted by area",
				false, thousandths, ifPositive},
		},
		slowdowns(bounds),
		[]Metric{
			{"util", "UTIL", "Utilization", "", "used share of the machine", true, percent, ifTimed},
			{"loc", "LOC", "Loss of capacity", "", "loss of capacity: share idle while jobs wait", true, percent, ifTimed},
			{"idle", "idle", "", "", "share idle while no job waits", true, percent, ifTimed},
			{"throughput", "throughput [/h]", "", "/h", "jobs ended per hour", false, tenths, ifTimed},
			{"queue", "queue", "", "jobs", "waiting jobs, average over time", false, tenths, ifTimed},
			{"reserved", "reserved", "", "", "share held by reservations", true, percent, ifPositive},
			{"queue_max", "max queue", "", "jobs", "most jobs waiting at once", false, whole, always},
			{"makespan", "makespan [s]", "", "s", "first submission to last end", false, whole, always},
			{"window", "window [s]", "", "s", "seconds measured: the rest of the makespan is trimmed",
				false, whole, ifPositive},
			{"killed", "killed", "", "jobs", "jobs killed at their estimate", false, whole, always},
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
	return Metric{
		Key: fmt.Sprint(weightedPrefix, bound), Name: fmt.Sprintf("SLDwW_%d", bound),
		Title:   fmt.Sprintf("Slowdown weighted by width, %d s", bound),
		Meaning: "average " + raised(bound) + ", weighted by width", Format: thousandths,
	}
}

// The beginnings of the keys of slowdowns. The bound follows.
const (
	weightedPrefix = "sldww_"
	plainPrefix    = "sld_"
)

// plainSlowdown returns the average slowdown that is not weighted.
func plainSlowdown(bound int64) Metric {
	return Metric{
		Key: fmt.Sprint(plainPrefix, bound), Name: fmt.Sprintf("SLD_%d", bound),
		Meaning: "average " + raised(bound), Format: thousandths,
	}
}

// raised words a slowdown with a bound.
func raised(bound int64) string { return fmt.Sprintf("slowdown, times raised to %d s", bound) }

// statistics describe a distribution by its values, which are sorted. Those with a share are the smallest value that at
// least this share of the jobs do not exceed.
var statistics = []struct {
	key, meaning string
	of           func(sorted []float64) float64
}{
	{"p50", "median", quantile(0.5)},
	{"p90", "90 % do not exceed it", quantile(0.9)},
	{"p95", "95 % do not exceed it", quantile(0.95)},
	{"p99", "99 % do not exceed it", quantile(0.99)},
	{"max", "largest", quantile(1)},
	{"stddev", "standard deviation", func(sorted []float64) float64 { return stat.PopStdDev(sorted, nil) }},
}

func quantile(share float64) func(sorted []float64) float64 {
	return func(sorted []float64) float64 { return stat.Quantile(share, stat.Empirical, sorted, nil) }
}

// distribution returns a metric for each of the statistics. Each is like base, with a key,
// a name and a meaning of its own.
func distribution(base Metric) []Metric {
	all := make([]Metric, len(statistics))
	for i, s := range statistics {
		all[i] = base
		all[i].Key, all[i].Name, all[i].Meaning = base.Key+"_"+s.key, s.key+" "+base.Name, base.Meaning+": "+s.meaning
	}
	return all
}

// waits returns the statistics of the wait times. The largest is plotted.
func waits() []Metric {
	all := distribution(Metric{Key: "wait", Name: "wait [s]", Unit: "s", Meaning: "wait time", Format: format.Seconds})
	largest := slices.IndexFunc(all, func(m Metric) bool { return m.Key == "wait_max" })
	all[largest].Title, all[largest].Format = "Largest wait time", whole
	return all
}

// stretches returns the statistics of the slowdowns with the first of the bounds, or nil if
// there is no bound.
func stretches(bounds []int64) []Metric {
	if len(bounds) == 0 {
		return nil
	}
	slowdown := plainSlowdown(bounds[0])
	slowdown.Meaning = raised(bounds[0])
	return distribution(slowdown)
}
