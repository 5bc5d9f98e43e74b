package verify

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// DefaultOptimumJobs is the OptimumJobs of the zero [Options]: 6! = 720 orders of jobs
// take less than a millisecond.
const DefaultOptimumJobs = 6

// MaxOptimumJobs is the largest OptimumJobs. It keeps the enumeration within seconds:
// 9! = 362880 orders of jobs.
const MaxOptimumJobs = 9

// Options choose the checks of results. The zero value is fit for use.
type Options struct {
	// OptimumJobs is the largest number of jobs of a step that is solved by
	// enumeration. 0 means DefaultOptimumJobs, -1 means none, 9 is the most.
	OptimumJobs int
	// Methods are the names of methods, or of algorithms, that results may have; nil means any.
	Methods []string
	// Expected are the methods of which each problem has to have a result, beside those of which
	// any problem has one.
	Expected []string
	// Arguments are those of the run whose results are checked, by name, nil if they are not known.
	Arguments map[string]string
	// UnderWay tells that the run has not ended. Several lines may then be about one result: a run
	// that sought results again and was killed leaves both.
	UnderWay bool
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (o Options) Validate() error {
	if o.OptimumJobs < -1 || o.OptimumJobs > MaxOptimumJobs {
		return optgap.BadField(
			"optimum-jobs",
			o.OptimumJobs,
			fmt.Sprintf("-1 to %d", MaxOptimumJobs),
		)
	}
	return nil
}

// nameOf names a step.
func nameOf(trace string, index int) string {
	if trace == "" {
		return fmt.Sprintf("step %d", index)
	}
	return fmt.Sprintf("step %d of trace %s", index, trace)
}

// assertions returns the bounds of the result that rest on a search or a solver alone. One is
// the largest at one second, the other that of the grid. A grid of one second with the
// safe horizon is the problem at one second, and has no assertion of its own.
func (j *judge) assertions() (assertions []Assertion) {
	assertion := Assertion{Line: j.about.Line, Step: &j.facts.step, Method: j.Method, Seed: j.Seed}
	trusted := func(p record.Proof) bool { return rank(p) < rank(record.ProofRecomputed) }
	if j.Bound > 0 && trusted(j.rests) && j.objective != nil {
		assertion.Bound = j.Bound
		assertion.Objective = j.Objective
		assertions = append(assertions, assertion)
	}
	g := j.scaled()
	known := g != nil && !g.Second && j.Horizon != ""
	if known && j.GridBound > 0 && trusted(j.gridRests()) && j.GridObjective > 0 {
		assertion.TimeScale = j.TimeScale
		assertion.Horizon = j.Horizon
		assertion.Bound = j.GridBound
		assertion.Objective = j.GridObjective
		assertions = append(assertions, assertion)
	}
	return assertions
}
