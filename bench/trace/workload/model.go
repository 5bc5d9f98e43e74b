package workload

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// Model is a published model of workloads.
type Model struct {
	Name        string // lower case
	About       string // what its jobs are like, in a line
	Source      string // the publication
	Machine     int64  // processors if Options do not tell
	OwnArrivals bool   // arrivals of its own; others need a load
	Parameters  []Parameter
	build       func(settings) (Generator, error)
}

// Parameter is a number that a model depends on.
type Parameter struct {
	Name      string
	Usage     string
	Default   float64
	Derived   func(machine int64) float64 // the default where it depends on the machine, else nil
	Formula   string                      // Derived in words
	Low, High float64                     // allowed values; an infinite High is any number
	Whole     bool                        // whole numbers only
}

// Options choose a workload of a model.
type Options struct {
	Machine int64 // processors; 0: the model's own
	// Load is the mean area of a job (width times time on the processors) per mean
	// interarrival time and processor. 0 leaves the arrivals of models that have
	// some of their own.
	Load   float64
	Values map[string]float64 // of parameters; the others have their default
	// Ticks is how many units the times of the jobs have per second, for uses that
	// rounding to seconds would disturb; 0 is 1. Ticks above 1 are for models
	// whose times are real numbers: all but the presets.
	Ticks int64
}

// Models returns all models.
func Models() []Model {
	return slices.Concat(aida2000(), []Model{feitelson1996(), lublin2003()}, presets())
}

// Names returns the names of Models.
func Names() []string {
	var names []string
	for _, m := range Models() {
		names = append(names, m.Name)
	}
	return names
}

// ByName returns the model of a name, or a *optgap.FieldError.
func ByName(name string) (Model, error) {
	models := Models()
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == name })
	if i < 0 {
		return Model{}, &optgap.FieldError{Field: "model", Found: fmt.Sprintf("%q", name), Expected: oneOf(Names())}
	}
	return models[i], nil
}

func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// New returns the generator of the workload that the options choose. Options out
// of range and parameters that the model does not have are *optgap.FieldError.
func (m Model) New(o Options) (Generator, error) {
	s := settings{
		model: m, machine: o.Machine, load: o.Load,
		ticks: float64(max(o.Ticks, 1)), values: make(map[string]float64), given: o.Values,
	}
	if s.machine == 0 {
		s.machine = m.Machine
	}
	const widest = 1 << 20 // as every width has an entry in a table
	switch {
	case s.machine < 1 || s.machine > widest:
		return nil, &optgap.FieldError{
			Field: "machine", Found: fmt.Sprint(s.machine), Expected: fmt.Sprintf("1 to %d processors", widest),
		}
	case o.Ticks < 0 || o.Ticks > 1e9:
		return nil, &optgap.FieldError{Field: "ticks", Found: fmt.Sprint(o.Ticks), Expected: "1 to 10^9 a second"}
	case s.load == 0 && !m.OwnArrivals:
		return nil, &optgap.FieldError{
			Field: "load", Found: "none", Expected: "a number above 0, as model " + m.Name + " has no arrivals of its own",
		}
	case s.load != 0 && !(s.load >= 1e-9 && s.load <= 1e9):
		return nil, badLoad(s.load)
	}
	if err := s.set(); err != nil {
		return nil, err
	}
	return m.build(s)
}

// settings are options of which each was checked for itself.
type settings struct {
	model   Model
	machine int64
	load    float64 // 0: none
	ticks   float64
	values  map[string]float64 // of all parameters
	given   map[string]float64 // those that are not the default
}

// set takes the given values and the other defaults.
func (s settings) set() error {
	for _, p := range s.model.Parameters {
		v, given := s.given[p.Name]
		switch {
		case !given && p.Derived != nil:
			v = p.Derived(s.machine)
		case !given:
			v = p.Default
		case !(v >= p.Low && v <= p.High) || p.Whole && v != math.Trunc(v):
			return &optgap.FieldError{Field: p.Name, Found: fmt.Sprint(v), Expected: p.Range()}
		}
		s.values[p.Name] = v
	}
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		if _, ok := s.values[name]; !ok {
			return &optgap.FieldError{Field: "set", Found: fmt.Sprintf("%q", name), Expected: s.expected()}
		}
	}
	return nil
}

func (s settings) expected() string {
	var names []string
	for _, p := range s.model.Parameters {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return "none, as model " + s.model.Name + " has no parameters"
	}
	return "one of model " + s.model.Name + ": " + strings.Join(names, ", ")
}

// is tells whether a parameter that is 0 or 1 is 1.
func (s settings) is(name string) bool { return s.values[name] == 1 }

// notes says which model and parameters these are, a line each.
func (s settings) notes(used func(name string) bool) []string {
	arrivals := "its own arrivals"
	if s.load > 0 {
		arrivals = fmt.Sprintf("load %g", s.load)
	}
	notes := []string{
		fmt.Sprintf("model %s, %d processors, %s: %s", s.model.Name, s.machine, arrivals, s.model.About),
		"source: " + s.model.Source,
	}
	var values []string
	for _, p := range s.model.Parameters {
		if used(p.Name) {
			values = append(values, p.Name+"="+number(s.values[p.Name]))
		}
	}
	if len(values) > 0 {
		notes = append(notes, "parameters: "+strings.Join(values, ","))
	}
	return notes
}

// every is for models whose jobs depend on every parameter.
func every(string) bool { return true }

// Range says which values are allowed.
func (p Parameter) Range() string {
	kind := "a number"
	if p.Whole {
		kind = "a whole number"
	}
	switch {
	case p.Low == 0 && p.High == 1 && p.Whole:
		return "0 or 1"
	case math.IsInf(p.High, 1):
		return fmt.Sprintf("%s of at least %g", kind, p.Low)
	}
	return fmt.Sprintf("%s from %g to %g", kind, p.Low, p.High)
}

// DefaultText returns the default value, or the formula for it.
func (p Parameter) DefaultText() string {
	if p.Derived != nil {
		return p.Formula
	}
	return number(p.Default)
}

// number formats a number so that the same is read back, without an exponent unless
// it is very small or large.
func number(x float64) string {
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e15) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func formatted(a, b float64) string { return fmt.Sprintf("%g and %g", a, b) }

func badLoad(load float64) error {
	return &optgap.FieldError{Field: "load", Found: fmt.Sprint(load), Expected: "a number above 0, such as 0.7"}
}
