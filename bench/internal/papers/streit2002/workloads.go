package streit2002

import (
	"maps"
	"math"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// A JobSet holds the numbers of a trace or of a synthetic job set, as printed or as measured, by the keys of
// package analysis. Shares are from 0 to 1. A number that does not exist is missing.
type JobSet map[string]float64

// of returns a number; NaN: it does not exist.
func (s JobSet) of(key string) float64 {
	if v, ok := s[key]; ok {
		return v
	}
	return math.NaN()
}

// Keys of the parameters of the Weibull distribution. They are those of maximum likelihood, though another
// method must have given the printed ones.
const (
	weibullAlpha = "interarrival_weibull_shape"
	weibullBeta  = "interarrival_weibull_scale"
)

// four are the numbers of the sets ctc, kth, pc2 and sdsc.
type four [4]float64

// tables23 holds the rows of Tables 2 and 3: of the traces, and of the synthetic sets, in the order of the sets.
// Only Table 2 has the last ones. The share of zeros is its likelihood of interarrival time: times the number of
// jobs, it is a whole number in all four columns.
var tables23 = []struct {
	name, key  string
	digits     int
	trace, set four // of Table 2 and of Table 3
}{
	{"number of jobs", "jobs", 0, four{79302, 28490, 35094, 67667}, four{10000, 10000, 10000, 10000}},
	{"maximum job width", "width_max", 0, four{336, 100, 96, 128}, four{330, 100, 96, 128}},
	{"width of machine", "machine", 0, four{430, 100, 96, 352}, four{430, 100, 96, 352}},
	{"average width", "width_mean", 2, four{10.72, 7.68, 6.34, 10.53}, four{10.67, 7.73, 6.48, 10.71}},
	{"estimate: average [s]", "estimate_mean", 0, four{24324, 13677, 11716, 14337}, four{24260, 13643, 11516, 14305}},
	{"estimate: min [s]", "estimate_min", 0, four{0, 60, 1, 0}, four{0, 60, 1, 0}},
	{"estimate: max [s]", "estimate_max", 0, four{64800, 216000, 1209600, 172800}, four{64800, 216000, 604800, 64800}},
	{"run time: average [s]", "run_time_mean", 0, four{10983, 8876, 4346, 6119}, four{10924, 9060, 4442, 6085}},
	{"run time: min [s]", "run_time_min", 0, four{0, 0, 1, 0}, four{0, 0, 1, 0}},
	{"run time: max [s]", "run_time_max", 0, four{71998, 226709, 604800, 510209}, four{71998, 215965, 604800, 64884}},
	{"jobs past their estimate", "past_estimate", 0, four{7180, 478, 0, 4327}, four{929, 178, 0, 640}},
	{"  share", "past_estimate_share", percentage, four{9.05, 1.68, 0, 6.39}, four{9.29, 1.78, 0, 6.40}},
	{"interarrival: average [s]", "interarrival_mean", 0, four{369, 1031, 870, 934}, four{287, 1047, 1013, 945}},
	{"interarrival: min [s]", "interarrival_min", 0, four{}, four{}},
	{
		"interarrival: max [s]", "interarrival_max", 0, four{164472, 327952, 313861, 79503},
		four{24815, 191258, 236546, 76019},
	},
	{
		name: "interarrival time 0 s, share", key: "zero_interarrival_share", digits: 7,
		trace: four{0.0063932, 0.0116883, 0.0659942, 0.0104926},
	},
	{name: "Weibull alpha, most likely", key: weibullAlpha, digits: 2, trace: four{0.35, 0.35, 0.25, 0.4}},
	{name: "Weibull beta, most likely [s]", key: weibullBeta, trace: four{60, 200, 40, 290}},
}

const (
	percentage = -1 // in the place of digits: the paper has a share in percent
	inBoth     = 15 // number of rows that both tables have
)

// Column returns the printed numbers of Table 2 beside a trace, whose interarrival times give the likelihood of
// the parameters; nil: none.
func (p *Published) Column(beside *analysis.Analysis) report.WorkloadColumn {
	values := maps.Clone(p.Trace)
	if beside != nil && beside.Interarrival != nil {
		values["interarrival_log_likelihood"] = beside.Interarrival.Distribution.LogLikelihood(
			values[weibullAlpha], values[weibullBeta])
	}
	return report.WorkloadColumn{Name: "paper, " + p.traceName(), Values: values}
}

// table2 returns Table 2, about the traces.
func table2(columns []column) table.Table {
	first := heads("", columns)
	for i, c := range columns {
		if c.Published != nil {
			first[i+1].Name = c.Published.traceName()
		}
	}
	return tableOf("Table 2. The traces, from the fields as written", first, columns, len(tables23), traced)
}

// table3 returns Table 3, about the synthetic sets.
func table3(columns []column) table.Table {
	return tableOf("Table 3. The job sets drawn from the traces, means over the sets", heads("", columns), columns, inBoth,
		pooled)
}

// tableOf returns a table of the first rows of both. of returns a number of it.
func tableOf(title string, heads []table.Column, columns []column, rows int, of func(key string) number) table.Table {
	return beside(title, heads, columns, func(int) (all []row) {
		for _, r := range tables23[:rows] {
			write := decimals(r.digits)
			if r.digits == percentage {
				write = share100
			}
			all = append(all, row{name: r.name, write: write, of: of(r.key)})
		}
		return all
	})
}

// traced, pooled and timed return a number of Table 2, Table 3 or Figure 1; NaN: there is none.
func traced(key string) number { return func(n *Numbers) float64 { return n.Trace.of(key) } }
func pooled(key string) number { return func(n *Numbers) float64 { return n.Set.of(key) } }
func timed(key string) number  { return func(n *Numbers) float64 { return n.Times.of(key) } }

// averages are the keys of the averages of both tables that the statements are about.
var averages = []string{"width_mean", "estimate_mean", "run_time_mean", "interarrival_mean"}
