// Package workload generates jobs from published models.
//
//	name -> ByName -> Model -> New(Options) -> Generator -> Jobs(seed), Take
//	jobs of a trace -> Resample -> Generator
//	Generator -> WithEstimates -> Generator
//
// A [Model] cites its source and has named parameters with defaults. [Options] choose the
// machine, the load and other values of parameters. A [Generator] draws jobs without end.
// [Resample] returns a generator that draws from the jobs of a trace. [WithEstimates] gives
// jobs other estimates. [FitWeibull] fits a Weibull distribution, such as that of
// interarrival times. [Shrink] raises the load of jobs: it shortens their interarrival
// times.
//
// The load is lambda E[width * time on the processors] / machine, with lambda the rate of
// arrivals. The expectation is computed from the distributions of the model. Drawn jobs
// thus have the load up to sampling error. A model with its own arrivals is stretched to a
// given load.
//
// Times are drawn as real numbers. Submissions and run times are rounded to the nearest
// second, run times to at least 1. Rounding changes the mean m of an exponential
// distribution by less than 1/m seconds.
//
// The rest of this page is about the presets ctc, kth, pc2 and sdsc, see [Published].
//
// # Published
//
// The source is Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching"
// (2002). Table 2 prints the width of the machine, the mean and largest width, estimate,
// run time and interarrival time, and the share of jobs that run past their estimate. It
// also prints the shape alpha and the scale beta of the Weibull distribution of the
// interarrival times. The text of section 4 says that half of PC2's jobs (52 %) have one of
// three estimates.
//
// The printed alpha and beta do not give the printed mean, which would be
// beta Gamma(1+1/alpha). Cutting the tail at the printed maximum makes the mean
// smaller still:
//
//	      alpha  beta  beta Gamma(1+1/alpha)  printed mean
//	CTC   0.35     60                  302 s         369 s
//	KTH   0.35    200                 1006 s        1031 s
//	PC2   0.25     40                  960 s         870 s
//	SDSC  0.40    290                  964 s         934 s
//
// The mean decides the load. So the mean, the maximum and alpha are kept, and the scale is
// fitted to them, see [Statistics].
//
// # Assumed
//
// The paper draws width, estimate and run time from a matrix of probabilities
// that it does not print. This package draws them from families of distributions
// with one parameter, which is fitted to the published mean:
//
//   - Widths: a share of jobs has one processor (Serial). Among the others powers
//     of two and the largest width are the most frequent, even widths less and odd
//     ones least, with equal weight in every octave. Width w is then weighted by w
//     to the power theta, and theta fits the mean. That powers of two are frequent
//     is characteristic 2 in Aida, "Effect of Job Size Characteristics on Job
//     Scheduling Performance" (2000).
//   - Estimates: the values that users like (10 min, 1 h, 12 h, ...) and the
//     largest estimate are the most frequent. The others are full minutes up to an
//     hour, multiples of 5 minutes up to 6 hours, and full hours. A power of the
//     estimate is again the weight that fits the mean.
//   - Run times: a beta-distributed fraction of the estimate, U-shaped, so that
//     many jobs end early and many close to the estimate. The published share
//     of jobs runs past the estimate, by a factor uniform up to Overrun.
//   - Width and estimate depend on each other through a Gaussian copula whose
//     Correlation was chosen such that the mean area (width times time on the
//     processors) comes near utilization * machine * mean interarrival time of
//     Tables 3 and 5.
//
// Not modelled: days and nights, users and sessions, estimates and run times
// shorter than a minute and a second, and SDSC's largest run time in Table 2,
// three times its largest estimate. The table's "likelihood of interarrival
// time" is not used.
//
// The package may change at any time.
package workload

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// A Model is a published model of workloads.
type Model struct {
	Name        string      // lower case
	About       string      // the jobs in a line
	Source      string      // the publication
	Machine     int64       // processors by default
	OwnArrivals bool        `yaml:"own-arrivals"` // the model has arrivals; other models need a load
	Parameters  []Parameter `yaml:"-"`
	build       func(settings) (Generator, error)
}

// A Parameter is a number that the jobs of a model depend on.
type Parameter struct {
	Name      string
	Usage     string
	Default   float64
	Formula   string  `yaml:"-"` // the default in words where it depends on the machine; "": it is Default
	Less      float64 `yaml:"-"` // it is log2(processors) less this number,
	Least     float64 `yaml:"-"` // and at least this one
	Low, High float64 // allowed values
	Whole     bool    // whole numbers only
}

// Options choose a workload of a model.
type Options struct {
	Machine int64 // processors; 0: the model's own
	// Load is the mean area of a job (width times time on the processors) per mean interarrival
	// time and processor; 0: the arrivals of the model.
	Load   float64
	Values map[string]float64 // by parameter; other parameters have their default
	// Ticks is the number of units per second in the times of the jobs; 0: 1. It is for uses
	// that rounding to seconds would disturb. The presets draw whole seconds.
	Ticks int64
}

//go:embed models.yaml
var file []byte

// models are those of the file, its statistics, and the tables of estimates.
var models = sync.OnceValue(func() (f struct {
	Models         []entry
	Published      []Statistics
	RoundEstimates []int64 `yaml:"round-estimates"`
	Tsafrir        struct {
		Common, Steps   []int64
		Popularity      [][]int
		Jobs, Estimates []float64
	}
}) {
	if err := yaml.UnmarshalWithOptions(file, &f, yaml.Strict()); err != nil {
		panic(err) // the file is a part of the program
	}
	return f
})

// An entry is a model as the file has it: its parameters in lists that several models share, and
// those that each of its types of jobs has by a prefix.
type entry struct {
	Model      `yaml:",inline"`
	Parameters [][]Parameter
	Types      []string
	OfTypes    []struct {
		Parameter             `yaml:",inline"`
		Defaults, Less, Least []float64
		Formulas              []string
	} `yaml:"of-types"`
}

// builders make the generators of models by their names.
var builders = map[string]func(settings) (Generator, error){
	"uniform":       aidaBuilder(among(func(int64) bool { return true })),
	"harmonic":      aidaBuilder(harmonic),
	"power2":        aidaBuilder(among(isPowerOfTwo)),
	"square":        aidaBuilder(among(isSquare)),
	"multi10":       aidaBuilder(among(func(n int64) bool { return n%10 == 0 })),
	"feitelson1996": newFeitelson1996,
	"lublin2003":    newLublin2003,
}

// model returns the model of an entry.
func (e entry) model() Model {
	m := e.Model
	m.Parameters = slices.Concat(e.Parameters...)
	m.build = builders[m.Name]
	for i, prefix := range e.Types {
		for _, of := range e.OfTypes {
			p := of.Parameter
			p.Name = prefix + p.Name
			if of.Formulas == nil {
				p.Default = of.Defaults[i]
			} else {
				p.Formula = of.Formulas[i]
				p.Less = of.Less[i]
				p.Least = of.Least[i]
			}
			m.Parameters = append(m.Parameters, p)
		}
	}
	return m
}

// Models returns all models.
func Models() []Model { return append(lists.Each(models().Models, entry.model), presets()...) }

// Names returns the names of [Models].
func Names() []string { return lists.Each(Models(), func(m Model) string { return m.Name }) }

// ByName returns the model of a name. An unknown name is a *optgap.FieldError.
func ByName(name string) (Model, error) {
	models := Models()
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == name })
	if i < 0 {
		return Model{}, invalid("model", strconv.Quote(name), format.Enumeration("or", Names()))
	}
	return models[i], nil
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
	case s.load == 0 && !m.OwnArrivals:
		return nil, invalid(
			"load",
			"none",
			"a number above 0, as model "+m.Name+" has no arrivals of its own",
		)
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

	used func(parameter string) bool // whether jobs depend on it; nil: on all
}

// set fills in the given values and the defaults of the other parameters.
func (s settings) set() error {
	for _, p := range s.model.Parameters {
		v, given := s.given[p.Name]
		switch {
		case !given:
			v = p.usual(s.machine)
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

// expected names the parameters.
func (s settings) expected() string {
	names := lists.Each(s.model.Parameters, func(p Parameter) string { return p.Name })
	if len(names) == 0 {
		return "none, as model " + s.model.Name + " has no parameters"
	}
	return "one of model " + s.model.Name + ": " + strings.Join(names, ", ")
}

// usual returns the default of a parameter.
func (s settings) usual(name string) float64 {
	i := slices.IndexFunc(s.model.Parameters, func(p Parameter) bool { return p.Name == name })
	return s.model.Parameters[i].usual(s.machine)
}

// is reports whether a parameter of 0 or 1 is 1.
func (s settings) is(name string) bool { return s.values[name] == 1 }

// notes returns a line each on the model, its source and its parameters.
func (s settings) notes() []string {
	arrivals := "its own arrivals"
	if s.load > 0 {
		arrivals = fmt.Sprintf("load %g", s.load)
	}
	notes := []string{
		fmt.Sprintf(
			"model %s, %d processors, %s: %s",
			s.model.Name,
			s.machine,
			arrivals,
			s.model.About,
		),
		"source: " + s.model.Source,
	}
	var values []string
	for _, p := range s.model.Parameters {
		if s.used == nil || s.used(p.Name) {
			values = append(values, p.Name+"="+number(s.values[p.Name]))
		}
	}
	if len(values) > 0 {
		notes = append(notes, "parameters: "+strings.Join(values, ","))
	}
	return notes
}

// Range says in words which values are allowed.
func (p Parameter) Range() string {
	kind := "a number"
	if p.Whole {
		kind = "a whole number"
	}
	switch {
	case p.Low == 0 && p.High == 1 && p.Whole:
		return "0 or 1"
	}
	return fmt.Sprintf("%s from %g to %g", kind, p.Low, p.High)
}

// DefaultText returns the default value, or the formula for it.
func (p Parameter) DefaultText() string { return cmp.Or(p.Formula, number(p.Default)) }

// usual returns the default on a machine.
func (p Parameter) usual(machine int64) float64 {
	if p.Formula == "" {
		return p.Default
	}
	return max(math.Log2(float64(machine))-p.Less, p.Least)
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
