package performance

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
)

// Metric is one performance metric.
type Metric struct {
	Key     string // in JSON and CSV: artww, sldww_60, ...
	Name    string // at the head of a column
	Title   string // above a plot against the load; blank: the metric is not plotted
	Unit    string // "s", "/h", "jobs" or "" for shares and ratios
	Meaning string // in a few words
	Style
	Goal Goal // in comparisons; 0: it is not compared

	exists existence
	of     measure
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

// A Goal says which values of a metric are better.
type Goal int

const (
	Smaller Goal = 1 + iota
	Larger
)

// existence says which replays have a value.
type existence int

const (
	always     existence = iota
	ifTimed              // those that take time
	ifPositive           // those of which it is above 0
)

// Style is how the values of a metric are written.
type Style struct {
	Format func(float64) string // as tables show a value
	Share  bool                 // a part of a whole, which plots show in percent
	Whole  bool                 // values are whole numbers
}

var (
	whole       = Style{Format: format.Whole, Whole: true}
	seconds     = Style{Format: format.Seconds}
	oneDigit    = Style{Format: func(v float64) string { return format.Decimal(v, 1) }}
	thousandths = Style{Format: func(v float64) string { return format.Decimal(v, 3) }}
	percent     = Style{
		Format: func(v float64) string { return format.Percent(100 * v) },
		Share:  true,
	}
)

// Table returns the performance metrics in a fixed order. bounds are those of the
// slowdowns, in seconds.
func Table(bounds []int64) []Metric {
	return slices.Concat(
		[]Metric{
			{"jobs", "jobs", "", "jobs", "jobs measured", whole, 0, always,
				number(func(r *replayed) float64 { return float64(len(r.jobs)) })},
			{
				"artww",
				"ARTwW [s]",
				"Response time weighted by width",
				"s",
				"average response time weighted by width",
				seconds,
				Smaller,
				always,
				average{weighted(response), width, classed},
			},
			{"art", "ART [s]", "Response time", "s", "average response time",
				seconds, Smaller, always, average{response, alike, classed}},
			{"wait", "wait [s]", "Wait time", "s", "average wait time",
				seconds, 0, always, average{wait, alike, classed}},
			{"run_time", "run time [s]", "", "s", "average actual run time",
				seconds, 0, always, average{duration, alike, plain}},
			{
				"sldwa",
				"SLDwA",
				"Slowdown weighted by area",
				"",
				"average slowdown weighted by area",
				thousandths,
				Smaller,
				ifPositive,
				average{weighted(response), weighted(duration), withTenths},
			},
		},
		slowdowns(bounds),
		[]Metric{
			{
				"util",
				"UTIL",
				"Utilization",
				"",
				"used share of the machine",
				percent,
				Larger,
				ifTimed,
				number(func(r *replayed) float64 { return r.busy / r.capacity }),
			},
			{
				"loc",
				"LOC",
				"Loss of capacity",
				"",
				"loss of capacity: share idle while jobs wait",
				percent,
				Smaller,
				ifTimed,
				number(func(r *replayed) float64 { return r.lost / r.capacity }),
			},
			{"idle", "idle", "", "", "share idle while no job waits", percent, 0, ifTimed,
				number(func(r *replayed) float64 { return r.idle / r.capacity })},
			{
				"throughput",
				"throughput [/h]",
				"",
				"/h",
				"jobs ended per hour",
				oneDigit,
				0,
				ifTimed,
				number(func(r *replayed) float64 { return float64(r.ended) / r.length * 3600 }),
			},
			{"queue", "queue", "", "jobs", "waiting jobs, average over time", oneDigit, 0, ifTimed,
				number(func(r *replayed) float64 { return r.waiting / r.length })},
			{
				"reserved",
				"reserved",
				"",
				"",
				"share held by reservations",
				percent,
				0,
				ifPositive,
				number(func(r *replayed) float64 { return r.reserved / r.capacity }),
			},
			{"queue_max", "max queue", "", "jobs", "most jobs waiting at once", whole, 0, always,
				number(func(r *replayed) float64 { return float64(r.maxQueue) })},
			{
				"makespan",
				"makespan [s]",
				"",
				"s",
				"first submission to last end",
				whole,
				Smaller,
				always,
				number(func(r *replayed) float64 { return r.makespan }),
			},
			{
				"window",
				"window [s]",
				"",
				"s",
				"seconds measured: the rest of the makespan is trimmed",
				whole,
				0,
				ifPositive,
				number(func(r *replayed) float64 { return r.window }),
			},
			{"killed", "killed", "", "jobs", "jobs killed at their estimate", whole, 0, always,
				number(func(r *replayed) float64 { return float64(r.killed) })},
		},
		distribution(
			Metric{
				Key:     "wait",
				Name:    "wait [s]",
				Unit:    "s",
				Meaning: "wait time",
				Style:   seconds,
			},
			wait,
		),
		stretches(bounds),
	)
}

// ByKey returns the metric with a key among those of [Table] with [DefaultBounds]; zero: there is
// none.
func ByKey(key string) Metric {
	for _, m := range Table(DefaultBounds()) {
		if m.Key == key {
			return m
		}
	}
	return Metric{}
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

// mainBound is the bound of SLDwW_60 in seconds (Streit 2002).
const mainBound = 60

// weightedSlowdown returns the average slowdown weighted by width.
func weightedSlowdown(bound int64) Metric {
	m := Metric{
		Key: fmt.Sprint("sldww_", bound), Name: fmt.Sprintf("SLDwW_%d", bound),
		Title:   fmt.Sprintf("Slowdown weighted by width, %d s", bound),
		Meaning: "average " + raised(bound) + ", weighted by width", Style: thousandths,
		of: average{weighted(slowdown(bound)), width, plain},
	}
	if bound == mainBound {
		m.Goal, m.of = Smaller, average{weighted(slowdown(bound)), width, classed}
	}
	return m
}

// plainPrefix begins the keys of slowdowns that are not weighted. The bound follows.
const plainPrefix = "sld_"

// plainSlowdown returns the average slowdown that is not weighted.
func plainSlowdown(bound int64) Metric {
	return Metric{
		Key:  fmt.Sprint(plainPrefix, bound),
		Name: fmt.Sprintf("SLD_%d", bound),
		Meaning: "average " + raised(
			bound,
		),
		Style: thousandths,
		of:    average{slowdown(bound), alike, plain},
	}
}

// IsSlowdown reports whether the metric is an average slowdown that is not weighted.
func (m Metric) IsSlowdown() bool {
	bound, plain := strings.CutPrefix(m.Key, plainPrefix)
	_, err := strconv.Atoi(bound)
	return plain && err == nil
}

// raised words a slowdown with a bound.
func raised(bound int64) string { return fmt.Sprintf("slowdown, times raised to %d s", bound) }

// statistics describe a distribution by its values, which are sorted. Those with a share are the
// smallest value that at least this share of the jobs do not exceed.
var statistics = []struct {
	key, meaning string
	of           func(sorted []float64) float64
}{
	{"p50", "median", quantile(0.5)},
	{"p90", "90 % do not exceed it", quantile(0.9)},
	{"p95", "95 % do not exceed it", quantile(0.95)},
	{"p99", "99 % do not exceed it", quantile(0.99)},
	{"max", "largest", quantile(1)},
	{
		"stddev",
		"standard deviation",
		func(sorted []float64) float64 { return stat.PopStdDev(sorted, nil) },
	},
}

func quantile(share float64) func(sorted []float64) float64 {
	return func(sorted []float64) float64 { return stat.Quantile(share, stat.Empirical, sorted, nil) }
}

// distribution returns a metric for each of the statistics of a term. Each is like base, with a
// key, a name and a meaning of its own. The largest time is plotted.
func distribution(base Metric, of term) []Metric {
	all := make([]Metric, len(statistics))
	for i, s := range statistics {
		m := base
		m.Key = base.Key + "_" + s.key
		m.Name = s.key + " " + base.Name
		m.Meaning = base.Meaning + ": " + s.meaning
		m.of = number(func(r *replayed) float64 { return s.of(r.sorted(base.Key, of)) })
		if s.key == "max" && base.Unit == "s" {
			m.Title = "Largest " + base.Meaning
			m.Style = whole
		}
		all[i] = m
	}
	return all
}

// stretches returns the statistics of the slowdowns with the first of the bounds, or nil if
// there is no bound.
func stretches(bounds []int64) []Metric {
	if len(bounds) == 0 {
		return nil
	}
	base := plainSlowdown(bounds[0])
	base.Meaning = raised(bounds[0])
	return distribution(base, slowdown(bounds[0]))
}
