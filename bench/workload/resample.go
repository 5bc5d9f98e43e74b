package workload

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
)

// Resample returns a synthetic job set of n jobs, made as in Streit (2002, section
// 4). Width, estimate and run time are drawn together from the jobs of a trace: the
// paper's probability matrix of all three has the same effect. The interarrival
// times are drawn from a Weibull distribution with the given alpha (shape) and beta
// (scale, seconds). Table 2 of the paper has alpha and beta of four traces. Ids
// count from 1. The first job is submitted at second 0, and submissions are rounded
// down. Errors are *optgap.FieldError.
func Resample(jobs []optgap.TraceJob, n int, alpha, beta float64, seed uint64) ([]optgap.TraceJob, error) {
	switch {
	case len(jobs) == 0:
		return nil, &optgap.FieldError{Field: "jobs", Found: "none", Expected: "a trace to draw from"}
	case n < 1:
		return nil, &optgap.FieldError{Field: "number of jobs", Found: fmt.Sprint(n), Expected: "at least 1"}
	case !(alpha > 0) || !(beta > 0):
		return nil, &optgap.FieldError{Field: "Weibull parameters", Found: fmt.Sprintf("%g and %g", alpha, beta), Expected: "numbers above 0"}
	}
	source := rand.NewPCG(seed, 0x7e5a)
	r := rand.New(source)
	between := distuv.Weibull{K: alpha, Lambda: beta, Src: source}
	drawn := make([]optgap.TraceJob, n)
	at := 0.0
	for i := range drawn {
		if i > 0 {
			at += between.Rand()
		}
		drawn[i] = jobs[r.IntN(len(jobs))]
		drawn[i].ID, drawn[i].Submit = int64(i+1), int64(at)
	}
	return drawn, nil
}
