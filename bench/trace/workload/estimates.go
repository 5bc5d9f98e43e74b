package workload

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// An Estimator is a model of the run times that users request.
type Estimator struct {
	Name   string
	About  string
	Source string // "": none
	Value  string // meaning of VALUE in NAME=VALUE; "": there is no value
	wrap   func(Generator, float64) (Generator, error)
	value  func(float64) bool // tells whether a value is allowed
	usual  float64            // value without =VALUE
}

// Estimators returns all models of estimates.
func Estimators() []Estimator {
	return []Estimator{
		{Name: "perfect", About: "the run time", wrap: perfect},
		{
			Name: "factor", Value: "F, 1 if not given, at least 0", usual: 1,
			About: "uniform from the run time to 1+F times it",
			Source: `Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime Estimates ` +
				`in Scheduling the IBM SP2 with Backfilling" (2001)`,
			value: func(f float64) bool { return f >= 0 && f <= 1e6 },
			wrap:  factor,
		},
		{
			Name: "tsafrir", Value: "MAX seconds, at least 3600; the model's longest run time in full hours if not given",
			About:  "20 round values for 89 % of the jobs, none below the run time",
			Source: `Tsafrir, Etsion and Feitelson, "Modeling User Runtime Estimates" (2005), simplified`,
			value:  func(most float64) bool { return most >= hour && most <= 1e9 && most == math.Trunc(most) },
			wrap:   newTsafrir,
		},
	}
}

// WithEstimates returns the generator with estimates by another model. The text is such as
// perfect, factor=2 or tsafrir=64800. A job that g would kill at its estimate has that time
// as its run time. A wrong text is a *optgap.FieldError.
func WithEstimates(g Generator, text string) (Generator, error) {
	name, value, given := strings.Cut(text, "=")
	var names []string
	for _, e := range Estimators() {
		names = append(names, e.Name)
		if e.Name != name {
			continue
		}
		x := e.usual
		if given {
			var err error
			if x, err = strconv.ParseFloat(value, 64); e.value == nil || err != nil || !e.value(x) {
				return nil, &optgap.FieldError{Field: "estimates", Found: fmt.Sprintf("%q", text), Expected: e.expected()}
			}
		}
		return e.wrap(g, x)
	}
	return nil, &optgap.FieldError{Field: "estimates", Found: fmt.Sprintf("%q", text), Expected: oneOf(names)}
}

func (e Estimator) expected() string {
	if e.Value == "" {
		return e.Name + " without a value"
	}
	return e.Name + " or " + e.Name + "=" + e.Value
}

// An estimated is a generator with other estimates.
type estimated struct {
	Generator
	note string
	// begin starts a sequence of jobs. It returns a function that sets the estimate of the next
	// job.
	begin func(seed uint64) (func(*optgap.TraceJob), error)
}

func (e estimated) Notes() []string { return append(e.Generator.Notes(), e.note) }

func (e estimated) Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error] {
	return func(yield func(optgap.TraceJob, error) bool) {
		estimate, err := e.begin(seed)
		if err != nil {
			yield(optgap.TraceJob{}, err)
			return
		}
		for j, err := range e.Generator.Jobs(seed) {
			if err == nil {
				j.RunTime = j.Duration()
				estimate(&j)
				if j.Submit+j.Estimate > latest {
					err = tooLate(j.ID)
				}
			}
			if !yield(j, err) || err != nil {
				return
			}
		}
	}
}

// perfect returns g with the run time as the estimate, at least a second.
func perfect(g Generator, _ float64) (Generator, error) {
	return estimated{g, "estimates: perfect, the run time", func(uint64) (func(*optgap.TraceJob), error) {
		return func(j *optgap.TraceJob) { j.Estimate = max(j.RunTime, 1) }, nil
	}}, nil
}

// factor returns g with estimates uniform between the run time and 1+f times it, rounded up
// to a second. This is the f-model: "given a runtime r, the estimate is uniformly
// distributed in [r, (f+1) r]" (Tsafrir and Feitelson, "The Dynamics of Backfilling", 2006).
func factor(g Generator, f float64) (Generator, error) {
	note := fmt.Sprintf("estimates: factor %g, uniform from the run time to %g times it (Mu'alem and Feitelson 2001)",
		f, 1+f)
	return estimated{g, note, func(seed uint64) (func(*optgap.TraceJob), error) {
		r := random(seed, estimateStream)
		return func(j *optgap.TraceJob) {
			j.Estimate = max(int64(math.Ceil(min(float64(j.RunTime)*(1+f*r.Float64()), latest))), 1)
		}, nil
	}}, nil
}
