package frame

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// A Kind says what the lines of a format are known by, and what of them is compared. Fields are
// told by their paths.
type Kind struct {
	Name     string // of the results in words
	Method   string // what found a result
	Index    string // an integer of the key that each line has, as it may be 0; "": there is none
	Measures []Measure
	format   string            // of a line
	of       reflect.Type      // a struct with the fields of a line. Measures that it lacks are numbers
	known    string            // key in words
	key      []string          // without the parts of a problem
	problem  func(*Row) string // names what a row is about, which is a part of its key; nil: a step
	parts    []string          // of a problem
	same     []string          // of the problem, equal in both rows of a pair
}

// A Measure is a value that is compared, besides times. The first of a kind is the objective.
type Measure struct {
	Path   string // its name; with "/*" behind it the largest of the numbers in it
	Larger bool   // larger values are better
	bound  bool   // it is a lower bound
}

// below is the end of a path of the largest of several numbers.
const below = "/*"

// Name returns the name of the field.
func (m Measure) Name() string { return nameOf(m.Path) }

// nameOf returns the name of the field at a path.
func nameOf(path string) string { return strings.TrimSuffix(path, below) }

// Paths that several kinds have.
const (
	Status        = "status"
	Scope         = "scope" // what the status is about
	Seconds       = "solve_seconds"
	objectiveName = "objective_name"
	formatField   = "format"
)

// The kinds: results of the steps of studies, replays of sweeps, which prove nothing, results on
// moldable instances.
var (
	Studies = &Kind{
		Name:   "results of studies",
		format: record.ResultFormat,
		of:     reflect.TypeFor[record.Result](),
		known:  "the step, method and time scale",
		key:    []string{"trace", "method", "index", "time_scale"},
		Index:  "index",
		Method: "method",
		same:   []string{"now", "jobs", "accumulated_run_time"},
		Measures: []Measure{
			{"objective", false, false},
			{"bound", true, true},
		},
	}
	Replays = &Kind{
		Name:     "replays",
		format:   record.RunFormat,
		of:       reflect.TypeFor[sweep.Head](),
		known:    "the machine, scheduler, factor and estimates",
		key:      []string{"trace", "scheduler"},
		Method:   "scheduler",
		problem:  settingOf,
		parts:    []string{"name", "estimates", "machine", "factor"},
		same:     []string{"jobs"},
		Measures: metrics(),
	}
	Moldables = &Kind{
		Name:    "moldable results",
		format:  record.MoldableResultFormat,
		of:      reflect.TypeFor[record.MoldableResult](),
		known:   "the instance and algorithm",
		key:     []string{"name", "algorithm"},
		Method:  "algorithm",
		problem: func(r *Row) string { return r.Text("name") },
		Measures: []Measure{
			{"minsum", false, false}, {"makespan", false, false},
			{"minsum_bounds" + below, true, true},
			{"makespan_bounds" + below, true, true},
		},
	}
	kinds = []*Kind{Studies, Replays, Moldables}
)

// expected is what all files of results are to hold.
const expected = "results of a study, replays or moldable results"

// metrics returns the metrics that are compared, those of which more is better last.
func metrics() (all []Measure) {
	for _, m := range performance.Table(nil) {
		if m.Goal != 0 {
			all = append(all, Measure{Path: m.Key, Larger: m.Goal == performance.Larger})
		}
	}
	slices.SortStableFunc(
		all,
		func(a, b Measure) int { return count(a.Larger) - count(b.Larger) },
	)
	return all
}

// settingOf names the setting of a replay.
func settingOf(r *Row) string {
	setting := []string{format.Count(int64(r.Float("machine")), "processor")}
	if f := r.Float("factor"); f != 1 && f != 0 {
		setting = append(setting, fmt.Sprintf("factor %g", f))
	}
	if estimates := r.Text("estimates"); estimates != "" {
		setting = append(setting, estimates+" estimates")
	}
	if name := r.Text("name"); name != "" {
		setting = append(setting, name)
	}
	return strings.Join(setting, ", ")
}

// fields returns the paths of what is read of a line.
func (k *Kind) fields() []string {
	measures := lists.Each(k.Measures, func(m Measure) string { return m.Path })
	all := slices.Concat(k.key, k.same, measures, k.parts)
	for _, path := range []string{formatField, Status, Scope, Seconds, objectiveName} {
		if k.Has(path) {
			all = append(all, path)
		}
	}
	return all
}

// typeOf returns the type that the field at a path has in rows; nil: the struct of the lines has no
// such field.
func (k *Kind) typeOf(path string) reflect.Type {
	for _, f := range reflect.VisibleFields(k.of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != nameOf(path) {
			continue
		}
		switch f.Type.Kind() {
		case reflect.String:
			return reflect.TypeFor[string]()
		case reflect.Int, reflect.Int64:
			return reflect.TypeFor[int64]()
		case reflect.Map:
			return reflect.TypeFor[largest]()
		}
		return reflect.TypeFor[*float64]()
	}
	return nil
}

// Has reports whether the struct of lines has a field.
func (k *Kind) Has(path string) bool { return k.typeOf(path) != nil }

// Proves reports whether results of the kind say what they have proven.
func (k *Kind) Proves() bool { return k.Has(Status) }
