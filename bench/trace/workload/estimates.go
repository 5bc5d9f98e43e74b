package workload

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
)

// An Estimator is a model of the run times that users request.
type Estimator struct {
	Name  string
	About string
	Value string // meaning of VALUE in NAME=VALUE; "": there is no value
	// wrap returns the generator with other estimates. The float64 is VALUE, the int64 the number
	// of jobs.
	wrap  func(Generator, float64, int64) (Generator, error)
	value func(float64) bool // reports whether a value is allowed
	usual float64            // value without =VALUE
}

// Estimators returns all models of estimates.
func Estimators() []Estimator {
	allowed := func(most float64) bool { return most >= hour && most <= 1e9 && most == math.Trunc(most) }
	const maximum = "MAX seconds, at least 3600; the model's longest run time in full hours if not given"
	return []Estimator{
		{Name: "perfect", About: "the run time", wrap: perfect},
		// Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime
		// Estimates in Scheduling the IBM SP2 with Backfilling" (2001)
		{
			Name:  "factor",
			Value: "F, 1 if not given, at least 0",
			usual: 1,
			About: "uniform from the run time to 1+F times it",
			value: func(f float64) bool { return f >= 0 && f <= 1e6 },
			wrap:  factor,
		},
		// Tsafrir, Etsion and Feitelson, "Modeling User Runtime Estimates" (2005)
		{
			Name:  "tsafrir",
			Value: maximum,
			About: "20 round values for 89 % of the jobs, none below the run time, dealt to all jobs at once",
			value: allowed,
			wrap:  newTsafrir,
		},
		{
			Name:  "tsafrir-simplified",
			Value: maximum,
			About: "the same to jobs one by one, with other popular values, as in the library of steps",
			value: allowed,
			wrap:  newSimplified,
		},
	}
}

// WithEstimates returns the generator with estimates by another model. The text is such as perfect,
// factor=2 or tsafrir=64800. A job that g would kill at its estimate has that time as its run time.
// jobs says how many will be drawn: tsafrir deals its estimates to as many at once. A wrong text is
// a *optgap.FieldError.
func WithEstimates(g Generator, text string, jobs int64) (Generator, error) {
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
			x, err = field.ParseDecimal(value)
			if e.value == nil || err != nil || !e.value(x) {
				return nil, invalid("estimates", strconv.Quote(text), e.expected())
			}
		}
		return e.wrap(g, x, jobs)
	}
	return nil, invalid("estimates", strconv.Quote(text), format.Enumeration("or", names))
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
	note  string
	block int                               // jobs that get their estimates at once
	begin func(seed uint64) (dealer, error) // starts a sequence of jobs
}

// A dealer sets the estimates of the next block of jobs.
type dealer func([]optgap.TraceJob) error

// each returns a dealer that sets the estimate of one job after the other.
func each(estimate func(*optgap.TraceJob)) dealer {
	return func(jobs []optgap.TraceJob) error {
		for i := range jobs {
			estimate(&jobs[i])
		}
		return nil
	}
}

func (e estimated) Notes() []string { return append(e.Generator.Notes(), e.note) }

func (e estimated) Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error] {
	return func(yield func(optgap.TraceJob, error) bool) {
		deal, err := e.begin(seed)
		if err != nil {
			yield(optgap.TraceJob{}, err)
			return
		}
		block := make([]optgap.TraceJob, 0, e.block)
		for j, err := range e.Generator.Jobs(seed) {
			if err == nil {
				j.RunTime = j.Duration()
				block = append(block, j)
				if len(block) < e.block {
					continue
				}
				err = deal(block)
			}
			if err != nil {
				yield(optgap.TraceJob{}, err)
				return
			}
			for _, j := range block {
				if j.Submit+j.Estimate > latest {
					yield(optgap.TraceJob{}, tooLate(j.ID))
					return
				}
				if !yield(j, nil) {
					return
				}
			}
			block = block[:0]
		}
	}
}

// perfect returns g with the run time as the estimate, at least a second.
func perfect(g Generator, _ float64, _ int64) (Generator, error) {
	return estimated{g, "estimates: perfect, the run time", 1, func(uint64) (dealer, error) {
		return each(func(j *optgap.TraceJob) { j.Estimate = max(j.RunTime, 1) }), nil
	}}, nil
}

// factor returns g with estimates uniform between the run time and 1+f times it, rounded up
// to a second. This is the f-model: "given a runtime r, the estimate is uniformly
// distributed in [r, (f+1) r]" (Tsafrir and Feitelson, "The Dynamics of Backfilling", 2006).
func factor(g Generator, f float64, _ int64) (Generator, error) {
	note := fmt.Sprintf(
		"estimates: factor %g, uniform from the run time to %g times it (Mu'alem and Feitelson 2001)",
		f,
		1+f,
	)
	return estimated{g, note, 1, func(seed uint64) (dealer, error) {
		r := random(seed, estimateStream)
		return each(func(j *optgap.TraceJob) {
			j.Estimate = max(int64(math.Ceil(min(float64(j.RunTime)*(1+f*r.Float64()), latest))), 1)
		}), nil
	}}, nil
}
