package verify

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// byWidth is the objective of a result that names none, of a step without weights.
const byWidth = string(optgap.ObjectiveARTwW)

// known tells that results may name the objective; "": that of the step.
func known(objective string) bool {
	return objective == "" || slices.ContainsFunc(optgap.Averages(), func(a optgap.Average) bool {
		return string(a.Objective) == objective
	})
}

// mostObjectiveError is the largest relative error of an average slowdown.
const mostObjectiveError = 1e-3

// hasWeights reports whether a job of the step has a weight of its own.
func hasWeights(s *optgap.Step) bool {
	return slices.ContainsFunc(s.Jobs, func(j optgap.Job) bool { return j.Weight != 0 })
}

// wide returns the sum of width times response time.
func wide(s *optgap.Step, starts []int64) *big.Int {
	return weightedSum(s, starts, func(j optgap.Job) int64 { return j.Width })
}

// apart returns the difference of the largest weight times estimate to the least, as a share of the
// least.
func apart(s *optgap.Step) *big.Rat {
	least, most := new(big.Int), new(big.Int)
	for i, j := range s.Jobs {
		v := product(weight(j), j.Estimate)
		if i == 0 || v.Cmp(least) < 0 {
			least = v
		}
		most = larger(most, v)
	}
	if least.Sign() == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(new(big.Int).Sub(most, least), least)
}

// slowdown checks the average slowdown: the true one, in fractions, is as near as its error says, and
// the weights are.
func (j *judge) slowdown(starts []int64) {
	step := &j.facts.step
	truth := new(big.Rat)
	for i, job := range step.Jobs {
		truth.Add(truth, big.NewRat(starts[i]-job.Submit+job.Estimate, job.Estimate))
	}
	truth.Mul(truth, big.NewRat(1, int64(len(step.Jobs))))
	want, _ := truth.Float64()
	within, value := j.ObjectiveValueError, j.ObjectiveValue
	inRange := within >= 0 && within <= mostObjectiveError
	if !j.hold(inRange, "objective_value_error", within, "0 to %g", mostObjectiveError) {
		return
	}
	tolerance := (within + ULPs*epsilon) * value
	j.hold(value >= want-tolerance && value <= want+tolerance, "objective_value", value,
		"%v within the relative error %g", want, within)
	off, _ := apart(step).Float64()
	j.hold(off <= (2*within+ULPs*epsilon)*(1+3*mostObjectiveError), "objective_value_error", within,
		"at least half of %g, by which the weights differ from the slowdown's", off)
}
