package verify

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// byWidth is the objective of a result that names none, of a step without weights.
const byWidth = string(optgap.ObjectiveARTwW)

// hasWeights reports whether a job of the step has a weight of its own.
func hasWeights(s *optgap.Step) bool {
	return slices.ContainsFunc(s.Jobs, func(j optgap.Job) bool { return j.Weight != 0 })
}

// wide returns the sum of width times response time.
func wide(s *optgap.Step, starts []int64) *big.Int {
	return weightedSum(s, starts, func(j optgap.Job) int64 { return j.Width })
}
