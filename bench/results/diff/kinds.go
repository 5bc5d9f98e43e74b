package diff

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/moldable"
)

// A Kind is a kind of results.
type Kind string

const (
	Studies   Kind = "results of studies"
	Replays   Kind = "replays"
	Moldables Kind = "moldable results"

	tableRows Kind = "rows of a report's table" // which say less than the results that they are about
)

// A Measure is a value that is compared, besides times.
type Measure struct {
	Name   string // of the field in JSON
	Larger bool   // larger values are better
	Bound  bool   // a lower bound
	of     func(*line) Number
}

// kinds says how results are known and compared. The first measure is the objective.
var kinds = map[Kind]struct {
	format   string
	key      string // what results are paired by
	measures []Measure
}{
	Studies: {record.ResultFormat, "the step, method and time scale", []Measure{
		{Name: "objective", of: func(l *line) Number { return positive(l.Objective) }},
		{Name: "bound", Larger: true, Bound: true, of: func(l *line) Number { return positive(l.Bound) }},
	}},
	Moldables: {record.MoldableResultFormat, "the instance and algorithm", []Measure{
		{Name: "minsum", of: func(l *line) Number { return positive(l.Minsum) }},
		{Name: "makespan", of: func(l *line) Number { return positive(int64(decimal(l.Makespan).float)) }},
		{Name: "minsum_bounds", Larger: true, Bound: true, of: func(l *line) Number { return largest(l.MinsumBounds) }},
		{Name: "makespan_bounds", Larger: true, Bound: true, of: func(l *line) Number { return largest(l.MakespanBounds) }},
	}},
	Replays: {sweep.RunFormat, "the machine, scheduler, factor and estimates", []Measure{
		{Name: "artww", of: func(l *line) Number { return decimal(l.ARTwW) }},
		{Name: "art", of: func(l *line) Number { return decimal(l.ART) }},
		{Name: "sldwa", of: func(l *line) Number { return decimal(l.SLDwA) }},
		{Name: "sldww_60", of: func(l *line) Number { return decimal(l.SLDwW60) }},
		{Name: "loc", of: func(l *line) Number { return decimal(l.LOC) }},
		{Name: "makespan", of: func(l *line) Number { return decimal(l.Makespan) }},
		{Name: "util", Larger: true, of: func(l *line) Number { return decimal(l.Util) }},
	}},
}

// Measures returns the measures of a kind. The first one is the objective.
func (k Kind) Measures() []Measure { return kinds[k].measures }

// A line holds what is compared of a line of any kind. What other kinds have is empty.
type line struct {
	Format string `json:"format"`

	Trace     string  `json:"trace,omitempty"`
	Index     *int    `json:"index,omitempty"`
	Name      string  `json:"name,omitempty"`
	Machine   int64   `json:"machine,omitempty"`
	Factor    float64 `json:"factor,omitempty"`
	Estimates string  `json:"estimates,omitempty"`
	Method    string  `json:"method,omitempty"`
	Algorithm string  `json:"algorithm,omitempty"`
	Scheduler string  `json:"scheduler,omitempty"`
	TimeScale int64   `json:"time_scale,omitempty"`
	problem

	Status        optgap.Status `json:"status,omitempty"`
	Scope         optgap.Scope  `json:"scope,omitempty"`
	ObjectiveName string        `json:"objective_name,omitempty"`
	SolveSeconds  float64       `json:"solve_seconds,omitempty"`

	Objective      int64                        `json:"objective,omitempty"`
	Bound          int64                        `json:"bound,omitempty"`
	Minsum         int64                        `json:"minsum,omitempty"`
	MinsumBounds   map[moldable.BoundName]int64 `json:"minsum_bounds,omitempty"`
	MakespanBounds map[moldable.BoundName]int64 `json:"makespan_bounds,omitempty"`
	ARTwW          *float64                     `json:"artww,omitempty"`
	ART            *float64                     `json:"art,omitempty"`
	SLDwA          *float64                     `json:"sldwa,omitempty"`
	SLDwW60        *float64                     `json:"sldww_60,omitempty"`
	LOC            *float64                     `json:"loc,omitempty"`
	Makespan       *float64                     `json:"makespan,omitempty"`
	Util           *float64                     `json:"util,omitempty"`
}

// A problem is equal in both results of a pair.
type problem struct {
	Now                int64 `json:"now,omitempty"`
	Jobs               int64 `json:"jobs,omitempty"`
	AccumulatedRunTime int64 `json:"accumulated_run_time,omitempty"`
}

// result returns the line as a result of a kind.
func (l *line) result(k Kind) Result {
	r := Result{
		Key: Key{
			Trace: l.Trace, Problem: l.Name, Method: cmp.Or(l.Method, l.Algorithm, l.Scheduler), TimeScale: l.TimeScale,
		},
		Status: l.Status, Scope: l.Scope, Seconds: l.SolveSeconds, problem: l.problem, objective: l.ObjectiveName,
	}
	switch k {
	case Replays:
		r.Problem = l.setting()
	case Studies:
		r.Index = *l.Index
	}
	r.Values = table.Each(k.Measures(), func(m Measure) Number { return m.of(l) })
	return r
}

// setting names the setting of a replay.
func (l *line) setting() string {
	setting := []string{format.Count(l.Machine, "processor")}
	if l.Factor != 1 && l.Factor != 0 {
		setting = append(setting, fmt.Sprintf("factor %g", l.Factor))
	}
	if l.Estimates != "" {
		setting = append(setting, l.Estimates+" estimates")
	}
	if l.Name != "" {
		setting = append(setting, l.Name)
	}
	return strings.Join(setting, ", ")
}

func largest(bounds map[moldable.BoundName]int64) Number {
	most := int64(0)
	for _, b := range bounds {
		most = max(most, b)
	}
	return positive(most)
}

// A Number is an integer or a float64. The zero value is no number. Integers are compared
// and written exactly.
type Number struct {
	whole  int64
	float  float64
	exists bool
}

// positive returns a whole number, or no number for 0.
func positive(v int64) Number { return Number{v, float64(v), v != 0} }

// decimal returns the number at v, or no number for nil.
func decimal(v *float64) Number {
	if v == nil {
		return Number{}
	}
	return Number{0, *v, true}
}

// Exists is false for the zero value of Number.
func (n Number) Exists() bool { return n.exists }

// Float returns the nearest float64.
func (n Number) Float() float64 { return n.float }

// compare orders two numbers, both integers or both not.
func (n Number) compare(o Number) int {
	return cmp.Or(cmp.Compare(n.float, o.float), cmp.Compare(n.whole, o.whole))
}

// Digits returns the number of digits after the point for people: 0 for integers.
func (n Number) Digits() int {
	if n.whole != 0 {
		return 0
	}
	return 4
}

// String writes all digits. It returns "" for no number.
func (n Number) String() string {
	switch {
	case !n.exists:
		return ""
	case n.whole != 0:
		return format.Digits(n.whole)
	}
	return format.Exact(n.float)
}

// MarshalJSON writes the number, or null for no number.
func (n Number) MarshalJSON() ([]byte, error) {
	switch {
	case !n.exists:
		return []byte("null"), nil
	case n.whole != 0:
		return json.Marshal(n.whole)
	}
	return json.Marshal(n.float)
}
