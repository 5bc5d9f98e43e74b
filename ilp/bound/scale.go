package bound

import (
	"math"

	"github.com/optgap/optgap"
)

// choose returns a scale, in seconds per slot, at which the cutoff leaves about so many
// starts. A job can start at its earliest start and later, as long as its delay alone does
// not cost more than the cutoff allows.
func choose(step *optgap.Step, cutoff int64, starts float64) int64 {
	slack := float64(cutoff - serial(step, flows(step)))
	seconds := 0.0
	kinds := map[[3]int64]bool{}
	for i, j := range step.Jobs {
		if kind := [3]int64{j.Width, j.Estimate, step.Weight(i)}; !kinds[kind] {
			kinds[kind] = true
			last := float64(step.SafeEnd() - j.Estimate - step.History.Earliest(j.Width, j.Estimate))
			seconds += 1 + min(last, slack/float64(step.Weight(i)))
		}
	}
	return roundest(step, int64(max(1, math.Ceil(seconds/starts))))
}

// scalesTried is the most scales that roundest compares.
const scalesTried = 200

// roundest returns the scale, from least to twice that, at which rounding loses the
// least area. Rounding an estimate down loses the remainder, and rounding a start is taken
// to lose a quarter of a slot. Estimates are mostly multiples of a minute or more. A grid
// on which they stay exact is worth more than a finer one.
func roundest(step *optgap.Step, least int64) int64 {
	best, fewest := least, math.Inf(1)
	for s := least; s <= 2*least; s += max(1, least/scalesTried) {
		lost := 0.0
		for _, j := range step.Jobs {
			lost += float64(j.Width) * (float64(j.Estimate%s) + float64(s)/4)
		}
		if lost < fewest {
			best, fewest = s, lost
		}
	}
	return best
}
