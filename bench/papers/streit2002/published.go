package streit2002

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/workload"
)

// A Published holds the printed numbers of one of the four synthetic job sets.
type Published struct {
	Key     string     // ctc, kth, pc2 or sdsc, as in package workload
	Name    string     // name in the paper
	Factors [2]float64 // largest and smallest shrinking factor of Figures 2 to 8 (section 5.2)

	Trace statement.Numbers `yaml:"-"` // Table 2, by the keys of package analysis
	rows  statement.Rows    // of all tables
}

//go:embed printed.yaml
var printedFile []byte

// A page holds the numbers in printedFile, and the rows of tables.
type page struct {
	Sets   []*Published
	Jobs   []jobsRow
	Table4 map[string]map[string][]float64 // by set and metric, of each column
	Detail map[string][]float64            // by metric, of each set
	Tables map[string]sheet                // by number. The rows of Tables 2 and 3 are those of Jobs

	Replays []replay
	Lists   map[string][]string                           // of names in numbers; columns: of Table 4
	Figures []struct{ Name, Title, Metric, Lines string } // Lines: a list
}

// A jobsRow is a row of Tables 2 and 3: of the traces and of the synthetic sets.
type jobsRow struct {
	Row        row `yaml:",inline"`
	Key        string
	Trace, Set []float64
}

// printed holds the numbers of the paper, with the rows of its sets in the order of Names.
var printed = sync.OnceValue(func() (p page) {
	if err := yaml.UnmarshalWithOptions(printedFile, &p, yaml.Strict()); err != nil {
		panic(err)
	}
	for _, r := range p.Replays {
		if r.Table {
			p.Lists["columns"] = append(p.Lists["columns"], nameOf(r.Name))
		}
	}
	for k, set := range p.Sets {
		p.fill(k, set)
	}
	return p
})

// fill gives the k-th set its numbers.
func (p page) fill(k int, set *Published) {
	drawn := statement.Numbers{}
	set.Trace = statement.Numbers{}
	for _, row := range p.Jobs {
		of := 1.0
		if row.Row.Unit == "%" {
			of = 100
		}
		set.Trace[row.Key] = row.Trace[k] / of
		if row.Set != nil {
			drawn[row.Key] = row.Set[k] / of
		}
	}
	set.rows = slices.Concat(
		keyed(statement.NoRun, "trace", set.Trace, anyTrace),
		keyed(statement.NoRun, "trace", set.Trace, ownTrace),
		keyed(statement.NoRun, "set", drawn, ""),
	)
	set.rows.Exact(nil, statement.Numbers{"jobs": SetJobs})
	add := func(scheduler, metric string, v float64) {
		at := statement.At{"scheduler": scheduler, "factor": format.Exact(tableFactor)}
		set.rows.Exact(at, statement.Numbers{metric: v})
	}
	for metric, columns := range p.Table4[set.Key] {
		for i, name := range p.Lists["columns"] {
			add(name, metric, columns[i])
		}
	}
	for metric, sets := range p.Detail {
		add(best, metric, sets[k])
	}
}

// key returns the key of the set, nil if there is none.
func (p *Published) key() string {
	if p == nil {
		return ""
	}
	return p.Key
}

// Data returns the numbers for the ledger; nil: there is no set.
func (p *Published) Data() *statement.Data {
	if p == nil {
		return nil
	}
	return dataOf(p.rows, nil, nil)
}

// Column returns the printed numbers of Table 2 beside a trace, whose interarrival times give the
// likelihood of the parameters, nil if there is none.
func (p *Published) Column(beside *analysis.Analysis) report.WorkloadColumn {
	values := maps.Clone(p.Trace)
	if beside != nil && beside.Interarrival != nil {
		values["interarrival_log_likelihood"] = beside.Interarrival.Distribution.LogLikelihood(
			p.Weibull(),
		)
	}
	return report.WorkloadColumn{Name: "paper, " + p.traceName(), Values: values}
}

// Weibull returns the parameters of the interarrival times. They are those of maximum likelihood,
// though another method must have given the printed ones.
func (p *Published) Weibull() (shape, scale float64) {
	return p.Trace["interarrival_weibull_shape"], p.Trace["interarrival_weibull_scale"]
}

// traceName returns the name of the trace in Table 2.
func (p *Published) traceName() string { return strings.TrimSuffix(p.Name, "_syn") + "_trace" }

// Names returns the keys of the published sets.
func Names() []string {
	return lists.Each(workload.Published(), func(s workload.Statistics) string { return s.Name })
}

// NameOf returns the key of the set whose machine is a word in the name of a trace; "":
// there is none. HPC2N does not have the word PC2.
func NameOf(trace string) string {
	words := strings.FieldsFunc(strings.ToLower(trace),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, name := range Names() {
		if slices.Contains(words, name) {
			return name
		}
	}
	return ""
}

// None is the name for no published set.
const None = "none"

// Choose returns the published set of that name, in upper or lower case; "": the set of the trace.
// The set is nil for None, and for a trace without a set.
func Choose(name, trace string) (*Published, error) {
	if name == "" {
		name = NameOf(trace)
	}
	if name == "" || name == None {
		return nil, nil
	}
	i := slices.Index(Names(), strings.ToLower(name))
	if i < 0 {
		return nil, optgap.BadText("paper-set", name, strings.Join(Names(), ", ")+" or "+None)
	}
	return printed().Sets[i], nil
}

// FigureFactors returns the shrinking factors of Figures 2 to 8: the range of the set in
// steps of 0.05. Where p is nil, the range is 1 to 0.6.
func (p *Published) FigureFactors() []float64 {
	ends := [2]float64{1, 0.6}
	if p != nil {
		ends = p.Factors
	}
	var factors []float64
	for k := math.Round(ends[0] * 20); k >= math.Round(ends[1]*20); k-- {
		factors = append(factors, k/20)
	}
	return factors
}
