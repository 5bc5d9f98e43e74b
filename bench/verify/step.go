package verify

import (
	"math/big"

	"github.com/optgap/optgap"
)

// integer returns a new big integer.
func integer(v int64) *big.Int { return big.NewInt(v) }

// product returns a times b.
func product(a, b int64) *big.Int { return new(big.Int).Mul(integer(a), integer(b)) }

// weight returns the weight of a job in the objective.
func weight(j optgap.Job) int64 {
	if j.Weight == 0 {
		return j.Width
	}
	return j.Weight
}

// value returns the objective of the starts of all jobs of a step: the sum of weight times
// (start - submit + estimate).
func value(s *optgap.Step, starts []int64) *big.Int { return weightedSum(s, starts, weight) }

// weightedSum returns the sum of (start - submit + estimate), each times the weight that a function
// gives the job.
func weightedSum(s *optgap.Step, starts []int64, weight func(optgap.Job) int64) *big.Int {
	sum := new(big.Int)
	for i, j := range s.Jobs {
		response := integer(starts[i])
		response.Sub(response, integer(j.Submit))
		response.Add(response, integer(j.Estimate))
		sum.Add(sum, response.Mul(response, integer(weight(j))))
	}
	return sum
}
