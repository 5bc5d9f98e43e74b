package verify

import (
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// byWidth is the objective of a result that names none, of a step without weights.
const byWidth = string(optgap.ObjectiveARTwW)

// mostObjectiveError is the largest relative error of an average slowdown.
const mostObjectiveError = 1e-3

// hasWeights reports whether a job of the step has a weight of its own.
func hasWeights(s *optgap.Step) bool {
	return slices.ContainsFunc(s.Jobs, func(j optgap.Job) bool { return j.Weight != 0 })
}

// slowdown checks the average slowdown: the true one, in fractions, is as near as its error says.
func (j *judge) slowdown(starts []int64) {
	truth := new(big.Rat)
	for i, job := range j.facts.step.Jobs {
		truth.Add(truth, big.NewRat(starts[i]-job.Submit+job.Estimate, job.Estimate))
	}
	want, _ := truth.Mul(truth, big.NewRat(1, int64(len(starts)))).Float64()
	within := min(max(j.ObjectiveValueError, 0), mostObjectiveError)
	j.hold(
		math.Abs(j.ObjectiveValue-want) <= (within+quotients)*j.ObjectiveValue,
		"objective_value",
		j.ObjectiveValue,
		"%v within the relative error %g",
		want,
		within,
	)
}
