package dynp

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"

	"github.com/optgap/optgap"
)

// TuneOptions steer TuneBasic.
type TuneOptions struct {
	// Start has the bounds at which the search begins, both above 0; both 0: those of
	// HiPC2001. All options that the search tries have the threshold of Start.
	Start       BasicOptions
	Evaluations int    // calls of the objective; 0: 100
	Seed        uint64 // of the search's samples
}

// TuneBasic searches the bounds for which the objective is least. The objective may
// be the ARTwW of a replay under NewBasic. The paper found its bounds by trial and
// error. TuneBasic uses gonum's covariance matrix adaptation evolution strategy on
// the logarithms of the bounds. It returns the best options met, which are never
// worse than the start, and their objective. The same seed gives the same answer.
// An error of the objective ends the search and is returned.
func TuneBasic(objective func(BasicOptions) (float64, error), o TuneOptions) (BasicOptions, float64, error) {
	if o.Start.Lower == 0 && o.Start.Upper == 0 {
		threshold := o.Start.Threshold
		o.Start = HiPC2001()
		o.Start.Threshold = threshold
	}
	if o.Evaluations == 0 {
		o.Evaluations = 100
	}
	if err := o.validate(); err != nil {
		return BasicOptions{}, 0, err
	}
	t := &tuneRun{objective: objective, left: o.Evaluations, best: math.Inf(1)}
	t.evaluate(o.Start)
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			lower, upper := math.Exp(min(x[0], x[1])), math.Exp(max(x[0], x[1]))
			return t.evaluate(BasicOptions{Lower: lower, Upper: upper, Threshold: o.Start.Threshold})
		},
		Status: func() (optimize.Status, error) {
			if t.err != nil || t.left <= 0 {
				return optimize.FunctionEvaluationLimit, t.err
			}
			return optimize.NotTerminated, nil
		},
	}
	const factorOfE = 1 // the first samples differ by about a factor of e
	method := &optimize.CmaEsChol{InitStepSize: factorOfE, Src: rand.NewPCG(o.Seed, 0xd19a)}
	settings := &optimize.Settings{Converger: optimize.NeverTerminate{}, Concurrent: 1}
	if t.left > 0 && t.err == nil {
		start := []float64{math.Log(o.Start.Lower), math.Log(o.Start.Upper)}
		if _, err := optimize.Minimize(problem, start, settings, method); err != nil && t.err == nil {
			return t.options, t.best, err
		}
	}
	return t.options, t.best, t.err
}

func (o TuneOptions) validate() error {
	if o.Evaluations < 1 {
		return &optgap.FieldError{
			Field:    "evaluations",
			Found:    fmt.Sprint(o.Evaluations),
			Expected: "at least 1, or 0 for the default",
		}
	}
	if !(o.Start.Lower > 0) || math.IsInf(o.Start.Upper, 1) {
		return &optgap.FieldError{
			Field:    "start",
			Found:    fmt.Sprintf("bounds %g and %g", o.Start.Lower, o.Start.Upper),
			Expected: "finite bounds above 0",
		}
	}
	return o.Start.Validate()
}

// tuneRun is the state of a search.
type tuneRun struct {
	objective func(BasicOptions) (float64, error)
	left      int // evaluations
	options   BasicOptions
	best      float64
	err       error
}

// evaluate calls the objective while evaluations are left.
func (t *tuneRun) evaluate(o BasicOptions) float64 {
	if t.left <= 0 || t.err != nil {
		return math.Inf(1)
	}
	t.left--
	v, err := t.objective(o)
	if err != nil {
		t.err = err
		return math.Inf(1)
	}
	if v < t.best {
		t.options, t.best = o, v
	}
	return v
}
