package analysis

import (
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// A Unit is the unit of a statistic.
type Unit int

// The units.
const (
	Count Unit = iota // number of jobs or users
	Processors
	Seconds
	Share   // from 0 to 1
	Hour    // of the day, from 0
	Weekday // from 1, Monday, or the day of second 0: see Cycle.Clock
	Number
)

// A Statistic is one number of an analysis.
type Statistic struct {
	Key   string // path in JSON, where it is there, with _ between the names
	Group string // subject, such as "run time"
	Name  string // name within the group, such as "mean"
	Unit  Unit
	Brief bool // one of the most important statistics
}

// parts holds the keys and names of the statistics of a quantity.
var parts = [][2]string{
	{"count", "count"},
	{"mean", "mean"},
	{"min", "min"},
	{"p10", "10 % up to"},
	{"p25", "25 % up to"},
	{"p50", "median"},
	{"p75", "75 % up to"},
	{"p90", "90 % up to"},
	{"p99", "99 % up to"},
	{"max", "max"},
	{"sd", "standard deviation"},
}

// quantity returns the statistics of a quantity. most holds the keys of the important ones,
// with blanks in between.
func quantity(key, group string, unit Unit, most string) (all []Statistic) {
	for _, p := range parts {
		all = append(
			all,
			Statistic{
				key + "_" + p[0],
				group,
				p[1],
				unit,
				slices.Contains(strings.Fields(most), p[0]),
			},
		)
	}
	all[0].Unit = Count
	return all
}

// Statistics returns all statistics in the order of tables. First come those of Table 2 of
// Streit (2002).
func Statistics() []Statistic {
	const (
		usual             = "mean min p50 max"
		past              = "actual > estimated"
		likelihood        = "Weibull, likelihood"
		moments           = "Weibull, moments"
		hours, days       = "hours of the day", "days of the week"
		brief, notBrief   = true, false
		itsShare          = "its share of jobs"
		shape, scale, log = "α, shape", "β, scale [s]", "log-likelihood"
	)
	return slices.Concat(
		[]Statistic{
			{"jobs", "jobs", "", Count, brief},
			{"machine", "machine", "", Processors, brief},
		},
		quantity("width", "width", Processors, usual),
		quantity("estimate", "estimated run time [s]", Seconds, usual),
		quantity("run_time", "actual run time [s]", Seconds, usual),
		[]Statistic{
			{"past_estimate", past, "jobs", Count, brief},
			{"past_estimate_share", past, "share", Share, brief},
		},
		quantity("interarrival", "interarrival time [s]", Seconds, usual),
		[]Statistic{
			{"zero_interarrival_share", "interarrival times of 0 s", "share", Share, brief},
			{"interarrival_weibull_shape", likelihood, shape, Number, brief},
			{"interarrival_weibull_scale", likelihood, scale, Seconds, brief},
			{"interarrival_log_likelihood", likelihood, log, Number, brief},
			{"interarrival_moments_shape", moments, shape, Number, brief},
			{"interarrival_moments_scale", moments, scale, Seconds, brief},
			{"interarrival_moments_log_likelihood", moments, log, Number, brief},
			{"span", "submissions [s]", "first to last", Seconds, brief},
			{"load", "load", "", Share, brief},
			{"utilisation", "utilisation", "", Share, brief},
		},
		quantity("wait", "wait [s]", Seconds, "mean p50 max"),
		quantity("allocated", "allocated processors", Processors, ""),
		[]Statistic{
			{"serial_share", "widths", "1", Share, brief},
			{"power_of_two_share", "widths", "powers of two", Share, brief},
			{"square_share", "widths", "squares", Share, brief},
			{"multiple_of_ten_share", "widths", "multiples of ten", Share, brief},
			{"hours_most", hours, "busiest from", Hour, brief},
			{"hours_most_share", hours, itsShare, Share, brief},
			{"hours_least", hours, "quietest from", Hour, brief},
			{"hours_least_share", hours, itsShare, Share, brief},
			{"days_most", days, "busiest", Weekday, brief},
			{"days_most_share", days, itsShare, Share, brief},
			{"days_least", days, "quietest", Weekday, brief},
			{"days_least_share", days, itsShare, Share, brief},
			{"users_count", "users", "", Count, brief},
			{"users_jobs", "users", "jobs", Count, notBrief},
			{"users_largest_share", "users", "jobs of the busiest", Share, brief},
		},
		[]Statistic{
			{"completed", "status", "completed", Count, brief},
			{"failed", "status", "failed", Count, brief},
			{"cancelled", "status", "cancelled", Count, brief},
			{"partial_executions", "lines", "partial executions", Count, notBrief},
			{"malformed", "lines", "malformed", Count, notBrief},
			{"unsorted", "lines", "out of order", Count, notBrief},
		},
	)
}

// Values returns all existing statistics of the analysis by their keys.
func (a *Analysis) Values() map[string]float64 {
	values := map[string]float64{}
	for _, s := range Statistics() {
		if s.Name == parts[0][1] {
			values[s.Key] = 0 // of a quantity without values
		}
	}
	collect(values, "", reflect.ValueOf(*a))
	addPeaks(values, "hours", a.Cycle.Hours[:], 0)
	addPeaks(values, "days", a.Cycle.Days[:], 1)
	return values
}

// collect adds the numbers of a struct that are in JSON. Their keys are their paths.
func collect(values map[string]float64, path string, v reflect.Value) {
	for i := range v.NumField() {
		name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if name == "-" || option == "omitempty" && field.IsZero() {
			continue
		}
		field = reflect.Indirect(field)
		switch field.Kind() {
		case reflect.Int64:
			values[path+name] = float64(field.Int())
		case reflect.Float64:
			values[path+name] = field.Float()
		case reflect.Struct:
			if name != "" { // an embedded struct has none
				name += "_"
			}
			collect(values, path+name, field)
		}
	}
}

// addPeaks adds the places of the largest and the least count, the first of equal ones, and
// their shares. The first place has the number first. Without any submission there are none.
func addPeaks(values map[string]float64, key string, counts []int64, first int) {
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return
	}
	for name, n := range map[string]int64{"most": slices.Max(counts), "least": slices.Min(counts)} {
		values[key+"_"+name] = float64(first + slices.Index(counts, n))
		values[key+"_"+name+"_share"] = float64(n) / float64(total)
	}
}

// Rows returns a row of all statistics for each analysis, for CSV. Nothing is rounded. A
// value that does not exist is blank.
func Rows(analyses []*Analysis) table.Table {
	statistics := Statistics()
	t := table.Table{Columns: table.Words("trace", "width_from", "clock")}
	for _, s := range statistics {
		t.Columns = append(t.Columns, table.Heading{Name: s.Key})
	}
	for _, a := range analyses {
		row := []string{a.Trace, a.WidthFrom, a.Cycle.Clock}
		values := a.Values()
		for _, s := range statistics {
			cell := ""
			if v, ok := values[s.Key]; ok {
				cell = format.Plain(v)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
