package workload

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// A Model is a published model of workloads.
type Model struct {
	Name        string // lower case
	About       string // the jobs in a line
	Source      string // the publication
	Machine     int64  // processors by default
	OwnArrivals bool   // the model has arrivals; other models need a load
	Parameters  []Parameter
	build       func(settings) (Generator, error)
}

// A Parameter is a number that the jobs of a model depend on.
type Parameter struct {
	Name      string
	Usage     string
	Default   float64
	Derived   func(machine int64) float64 // default that depends on the machine; nil: Default
	Formula   string                      // Derived in words
	Low, High float64                     // allowed values; infinite High: no upper limit
	Whole     bool                        // whole numbers only
}

// Options choose a workload of a model.
type Options struct {
	Machine int64 // processors; 0: the model's own
	// Load is the mean area of a job (width times time on the processors) per mean interarrival
	// time and processor; 0: the arrivals of the model.
	Load   float64
	Values map[string]float64 // by parameter; other parameters have their default
	// Ticks is the number of units per second in the times of the jobs; 0: 1. It is for uses
	// that rounding to seconds would disturb. The presets draw whole seconds and allow no more
	// than 1.
	Ticks int64
}

// Models returns all models.
func Models() []Model {
	return slices.Concat(aida2000(), []Model{feitelson1996(), lublin2003()}, presets())
}

// Names returns the names of [Models].
func Names() []string {
	var names []string
	for _, m := range Models() {
		names = append(names, m.Name)
	}
	return names
}

// ByName returns the model of a name. An unknown name is a *optgap.FieldError.
func ByName(name string) (Model, error) {
	models := Models()
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == name })
	if i < 0 {
		return Model{}, invalid("model", strconv.Quote(name), oneOf(Names()))
	}
	return models[i], nil
}

func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// New returns the generator of the chosen workload. Options out of range and unknown
// parameters are *optgap.FieldError.
func (m Model) New(o Options) (Generator, error) {
	s := settings{
		model: m, machine: o.Machine, load: o.Load,
		ticks: float64(max(o.Ticks, 1)), values: make(map[string]float64), given: o.Values,
	}
	if s.machine == 0 {
		s.machine = m.Machine
	}
	const widest = 1 << 20 // processors; every width has an entry in a table
	switch {
	case s.machine < 1 || s.machine > widest:
		return nil, invalid("machine", s.machine, fmt.Sprintf("1 to %d processors", widest))
	case o.Ticks < 0 || o.Ticks > 1e9:
		return nil, invalid("ticks", o.Ticks, "1 to 10^9 a second")
	case s.load == 0 && !m.OwnArrivals:
		return nil, invalid("load", "none", "a number above 0, as model "+m.Name+" has no arrivals of its own")
	case s.load != 0 && !(s.load >= 1e-9 && s.load <= 1e9):
		return nil, badLoad(s.load)
	}
	if err := s.set(); err != nil {
		return nil, err
	}
	return m.build(s)
}

// settings holds options that are valid one by one.
type settings struct {
	model   Model
	machine int64
	load    float64 // 0: none
	ticks   float64
	values  map[string]float64 // values of all parameters
	given   map[string]float64 // values of the options
}

// set fills in the given values and the defaults of the other parameters.
func (s settings) set() error {
	for _, p := range s.model.Parameters {
		v, given := s.given[p.Name]
		switch {
		case !given && p.Derived != nil:
			v = p.Derived(s.machine)
		case !given:
			v = p.Default
		case !(v >= p.Low && v <= p.High) || p.Whole && v != math.Trunc(v):
			return invalid(p.Name, v, p.Range())
		}
		s.values[p.Name] = v
	}
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		if _, ok := s.values[name]; !ok {
			return invalid("set", strconv.Quote(name), s.expected())
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

// is tells whether a parameter of 0 or 1 is 1.
func (s settings) is(name string) bool { return s.values[name] == 1 }

// notes returns a line each on the model, its source and its parameters. A parameter is left
// out where used is false.
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

// every is the function used of models whose jobs depend on every parameter.
func every(string) bool { return true }

// Range says in words which values are allowed.
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

// number writes all digits of a number, so that the same number is read back. There is no
// exponent unless the number is very small or large.
func number(x float64) string {
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e15) {
		return format.Exact(x)
	}
	return format.Plain(x)
}

func formatted(a, b float64) string { return fmt.Sprintf("%g and %g", a, b) }

func badLoad(load float64) error {
	return invalid("load", load, "a number above 0, such as 0.7")
}

// invalid returns the error about a field.
func invalid(field string, found any, expected string) error {
	return optgap.BadField(field, found, expected)
}
