package frame

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
)

// A Kind says what the lines of a format are known by, and what of them is compared.
type Kind struct {
	Name     string // of the results in words
	Format   string // of a line
	Known    string // Key in words
	Key      []Field
	Index    string            // path of an integer of the key that each line has, as it may be 0; "": there is none
	Method   string            // path of what found a result
	Problem  func(*Row) string // names what a row is about, which is a part of its key; nil: a step
	Same     []Field           // of the problem, equal in both rows of a pair
	Measures []Measure         // besides times; the first is the objective
	Others   []Field
}

// A Field is a value of a line.
type Field struct {
	Path string       // its name; with "/*" behind it the largest of the numbers in it
	Type reflect.Type // one of those below
}

var (
	word  = reflect.TypeFor[string]()
	whole = reflect.TypeFor[int64]()
	real  = reflect.TypeFor[*float64]()
	most  = reflect.TypeFor[largest]() // of several integers
)

// below is the end of a path of the largest of several numbers.
const below = "/*"

// A Measure is a value that is compared, besides times.
type Measure struct {
	Field
	Title string // in plots
	Goal  Goal
}

// A Goal says which values of a measure are better.
type Goal int

const (
	Smaller Goal = iota
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
	Name: "results of studies", Format: record.ResultFormat, Known: "the step, method and time scale",
	Key:    append(words("trace", "method"), wholes("index", "time_scale")...),
	Index:  "index",
	Method: "method",
	Same:   wholes("now", "jobs", "accumulated_run_time"),
	Measures: []Measure{
		{Field{"objective", whole}, "Objective", Smaller},
		{Field{"bound", whole}, "Bound", Bound},
	},
	Others: append(words(Status, Scope, objectiveName), Field{Seconds, real}),
}

// Moldables are results on moldable instances.
var Moldables = &Kind{
	Name: "moldable results", Format: record.MoldableResultFormat, Known: "the instance and algorithm",
	Key:     words("name", "algorithm"),
	Method:  "algorithm",
	Problem: func(r *Row) string { return r.Text("name") },
	Measures: []Measure{
		{Field{"minsum", whole}, "Minsum", Smaller},
		{Field{"makespan", whole}, "Makespan", Smaller},
		{Field{"minsum_bounds" + below, most}, "Bound of the minsum", Bound},
		{Field{"makespan_bounds" + below, most}, "Bound of the makespan", Bound},
	},
	Others: append(words(Status), Field{Seconds, real}),
}

// Replays are replays of sweeps. They prove nothing.
var Replays = &Kind{
	Name: "replays", Format: record.RunFormat, Known: "the machine, scheduler, factor and estimates",
	Key:     words("trace", "scheduler"),
	Method:  "scheduler",
	Problem: setting,
	Same:    wholes("jobs"),
	Measures: []Measure{
		{Field{"artww", real}, "Response time weighted by width", Smaller},
		{Field{"art", real}, "Response time", Smaller},
		{Field{"sldwa", real}, "Slowdown weighted by area", Smaller},
		{Field{"sldww_60", real}, "Slowdown weighted by width", Smaller},
		{Field{"loc", real}, "Loss of capacity", Smaller},
		{Field{"makespan", real}, "Makespan", Smaller},
		{Field{"util", real}, "Utilization", Larger},
	},
	Others: append(words("name", "estimates"), Field{"machine", whole}, Field{"factor", real}),
}

// Kinds are all kinds. A new kind of result is one more entry.
var Kinds = []*Kind{Studies, Replays, Moldables}

func words(paths ...string) []Field  { return typed(word, paths) }
func wholes(paths ...string) []Field { return typed(whole, paths) }

func typed(of reflect.Type, paths []string) []Field {
	return table.Each(paths, func(path string) Field { return Field{path, of} })
}

// Fields returns all fields of the kind.
func (k *Kind) Fields() []Field {
	measures := table.Each(k.Measures, func(m Measure) Field { return m.Field })
	return slices.Concat(k.Key, k.Same, measures, k.Others, words(formatField, Folder))
}

// Has reports whether lines of the kind have a field.
func (k *Kind) Has(path string) bool {
	return slices.ContainsFunc(k.Fields(), func(c Field) bool { return c.Path == path })
}

// Proves reports whether results of the kind say what they have proven.
func (k *Kind) Proves() bool { return k.Has(Status) }

// setting names the setting of a replay.
func setting(r *Row) string {
	setting := []string{format.Count(r.Int("machine"), "processor")}
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

// Expected is what all files of results are to hold.
const Expected = "results of a study, replays or moldable results"
