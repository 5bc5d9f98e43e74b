package aida2000

import (
	"math"

	"github.com/optgap/optgap/bench/papers/statement"
)

// gains holds the largest gains of utilisation over FCFS that the text states, in percent.
var gains = []struct {
	pair
	percent float64
}{
	{pair{"uniform", largest}, 16}, {pair{"uniform", smallest}, 13}, {pair{"uniform", fitLargest}, 34},
	{pair{"harmonic", smallest}, 32}, {pair{"harmonic", firstFit}, 40}, {pair{"harmonic", backfilling}, 31},
	{pair{"power2", largest}, 48}, {pair{"power2", firstFit}, 51}, {pair{"power2", backfilling}, 28},
}

// Printed returns the numbers of the paper. The figures print no values, so it has gains alone. The
// shares of narrow jobs are those of the distribution in section 2.3.1.
func Printed() Data {
	printed := make(map[pair]float64)
	for _, g := range gains {
		printed[g.pair] = g.percent
	}
	return Data{gains: printed, narrow: map[int]statement.Estimate{
		2: statement.Exact(harmonicShare(2)), 16: statement.Exact(harmonicShare(16)),
	}}
}

// harmonicShare returns the share of the jobs on at most most processors, in percent, where the
// probability of n processors is proportional to 1/n^1.5.
func harmonicShare(most int) float64 {
	part, whole := 0.0, 0.0
	for n := 1; n <= Machine; n++ {
		p := math.Pow(float64(n), -1.5)
		whole += p
		if n <= most {
			part += p
		}
	}
	return 100 * part / whole
}
