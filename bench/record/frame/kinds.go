package frame

import (
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// A Kind says what the lines of a format are known by, and what of them is compared. Fields are told by their paths.
type Kind struct {
	Name     string       // of the results in words
	Format   string       // of a line
	Line     reflect.Type // a struct with the fields of a line. Measures that it lacks are numbers
	Known    string       // Key in words
	Key      []string
	Index    string            // an integer of the key that each line has, as it may be 0; "": there is none
	Method   string            // what found a result
	Problem  func(*Row) string // names what a row is about, which is a part of its key; nil: a step
	Same     []string          // of the problem, equal in both rows of a pair
	Measures []Measure         // besides times; the first is the objective
	Others   []string
}

// A Measure is a value that is compared, besides times.
type Measure struct {
	Path  string // its name; with "/*" behind it the largest of the numbers in it
	Title string // in plots
	Goal  Goal
}

// below is the end of a path of the largest of several numbers.
const below = "/*"

// A Goal says which values of a measure are better.
type Goal int

const (
	Smaller Goal = 1 + iota
	Larger
	Bound // larger ones, of lower bounds
)

// Name returns the name of the field.
func (m Measure) Name() string { return Name(m.Path) }

// Name returns the name of the field at a path.
func Name(path string) string { return strings.TrimSuffix(path, below) }

// Paths that several kinds have.
const (
	Status        = "status"
	Scope         = "scope" // what the status is about
	Seconds       = "solve_seconds"
	Folder        = "folder" // of the file, within what is compared; no line has it
	objectiveName = "objective_name"
	formatField   = "format"
)

// Studies are results of the steps of studies.
var Studies = &Kind{
	Name: "results of studies", Format: record.ResultFormat, Line: reflect.TypeFor[record.Result](),
	Known: "the step, method and time scale", Key: []string{"trace", "method", "index", "time_scale"},
	Index: "index", Method: "method", Same: []string{"now", "jobs", "accumulated_run_time"},
	Measures: []Measure{{"objective", "Objective", Smaller}, {"bound", "Bound", Bound}},
}

// Moldables are results on moldable instances.
var Moldables = &Kind{
	Name: "moldable results", Format: record.MoldableResultFormat, Line: reflect.TypeFor[record.MoldableResult](),
	Known: "the instance and algorithm", Key: []string{"name", "algorithm"},
	Method: "algorithm", Problem: func(r *Row) string { return r.Text("name") },
	Measures: []Measure{
		{"minsum", "Minsum", Smaller}, {"makespan", "Makespan", Smaller},
		{"minsum_bounds" + below, "Bound of the minsum", Bound}, {"makespan_bounds" + below, "Bound of the makespan", Bound},
	},
}

// Fields returns the paths of what is read of a line.
func (k *Kind) Fields() []string {
	measures := lists.Each(k.Measures, func(m Measure) string { return m.Path })
	all := slices.Concat(k.Key, k.Same, measures, k.Others)
	for _, path := range []string{formatField, Status, Scope, Seconds, objectiveName, Folder} {
		if path == Folder || k.typeOf(path) != nil {
			all = append(all, path)
		}
	}
	return all
}

// typeOf returns the type that the field at a path has in rows; nil: the struct of the lines has no such field.
func (k *Kind) typeOf(path string) reflect.Type {
	for _, f := range reflect.VisibleFields(k.Line) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != Name(path) {
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

// Has reports whether lines of the kind have a field.
func (k *Kind) Has(path string) bool { return slices.Contains(k.Fields(), path) }

// Proves reports whether results of the kind say what they have proven.
func (k *Kind) Proves() bool { return k.Has(Status) }

// Expected is what all files of results are to hold.
const Expected = "results of a study, replays or moldable results"
