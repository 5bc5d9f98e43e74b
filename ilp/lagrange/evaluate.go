package lagrange

import (
	"math"

	"github.com/optgap/optgap/ilp/grid"
)

// Evaluate returns L for any prices, one per slot. Missing prices count as 0, and so do
// those below 0 or not a number, as L is a bound for prices >= 0 only. L is -Inf for
// infinite prices. L is +Inf where a class has no start left, as no schedule exists.
//
// The value is lowered by more than the rounding errors of its sums can be, also
// where the sums are far above the value. O(slots + starts).
func Evaluate(p *grid.Problem, price []float64) float64 {
	prefix := make([]float64, len(p.Capacity)+1)
	value, size := float64(p.Offset), math.Abs(float64(p.Offset)) // size is the sum of the terms' absolute values
	for t, capacity := range p.Capacity {
		v := 0.0
		if t < len(price) && price[t] > 0 {
			v = price[t]
		}
		prefix[t+1] = prefix[t] + v
		value -= v * float64(capacity)
		size += v * float64(capacity)
	}
	for c := range p.Classes {
		cl := &p.Classes[c]
		least := math.Inf(1)
		for k, start := range cl.Starts {
			least = min(least, float64(cl.Costs[k])+float64(cl.Width)*(prefix[start+cl.Slots]-prefix[start]))
		}
		value += float64(len(cl.Jobs)) * least
		size += float64(len(cl.Jobs)) * least
	}
	if math.IsInf(value, 1) {
		return value
	}
	value -= sumError * size
	if math.IsNaN(value) {
		return math.Inf(-1)
	}
	return value
}

// sumError bounds the relative rounding error of a sum of up to ten thousands of
// doubles of one sign. The errors of the sums met in practice are far smaller.
const sumError = 1e-11
