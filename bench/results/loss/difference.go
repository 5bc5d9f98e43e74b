package loss

import (
	"slices"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/base/paired"
)

// A Difference is the average loss of a scheduler minus that of Table.Against on the same steps, in percentage points.
// Steps are paired, so its interval is narrower than those of the two losses suggest.
type Difference struct {
	Average    paired.Interval  // its two ends, where an optimum is not proven
	Confidence *paired.Interval // as that of a [Distribution]
}

// differences returns what each scheduler loses more than the one at index against. losses holds, by scheduler, the
// losses at each step.
func differences(losses [][]paired.Interval, against int) []Difference {
	return frame.Each(losses, func(own []paired.Interval) Difference {
		minus := make([]paired.Interval, len(own))
		for i, l := range own {
			// The difference is 100 * optimum * (1 / other - 1 / own), so it is largest and least at the ends.
			atSchedule, atBound := l.Low-losses[against][i].Low, l.High-losses[against][i].High
			minus[i] = paired.Interval{Low: min(atSchedule, atBound), High: max(atSchedule, atBound)}
		}
		d := Describe(minus)
		return Difference{d.Average, d.Confidence}
	})
}

// leastLoss returns the index of the policy that loses least on average. Those that take the best of others do not
// count, as nobody can schedule by the best of several plans without making them.
func leastLoss(policies int, observations []Observation) int {
	sums := lossSums(policies, observations)
	return slices.Index(sums, slices.Min(sums))
}

// lossSums returns the sums of the upper ends of the losses of the first n schedulers.
func lossSums(n int, observations []Observation) []float64 {
	sums := make([]float64, n)
	for _, o := range observations {
		for k := range sums {
			sums[k] += o.Loss[k].High
		}
	}
	return sums
}
