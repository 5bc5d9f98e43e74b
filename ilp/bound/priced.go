package bound

import (
	"math"

	"github.com/optgap/optgap/ilp/grid"
)

// evaluate returns L, as the package's comment states it, for any prices, one per slot.
// Missing prices count as 0, and so do those below 0 or not a number, as L is a bound for
// prices >= 0 only. L is -Inf for infinite prices. L is +Inf where a class has no start
// left, as no schedule exists.
//
// The value is lowered by more than the rounding errors of its sums can be, also
// where the sums are far above the value. O(slots + starts).
func evaluate(p *grid.Problem, price []float64) float64 {
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
		least := cheapest(cl, prefix)
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

// cheapest returns the priced cost of the cheapest start of a job of the class; +Inf where
// the class has no start.
func cheapest(cl *grid.Class, prefix []float64) float64 {
	least := math.Inf(1)
	for k := range cl.Starts {
		least = min(least, priced(cl, k, prefix))
	}
	return least
}

// priced returns the cost of the class's start with index k, with the prices that a job
// pays.
func priced(cl *grid.Class, k int, prefix []float64) float64 {
	start := cl.Starts[k]
	return float64(cl.Costs[k]) + float64(cl.Width)*(prefix[start+cl.Slots]-prefix[start])
}

// fix drops starts from the problem. The prices are those of a processor in each slot, and
// at least 0. They prove that no schedule with an objective of at most upper uses a dropped
// start. Where upper is below the bound of the prices there is no such schedule, and classes
// may be left without a start.
func fix(p *grid.Problem, price []float64, upper int64) {
	prefix := make([]float64, len(p.Capacity)+1)
	for t := range p.Capacity {
		prefix[t+1] = prefix[t] + price[t]
	}
	slack := float64(upper) + grid.Tolerance(float64(upper)) - evaluate(p, price)
	least := make([]float64, len(p.Classes))
	for c := range p.Classes {
		least[c] = cheapest(&p.Classes[c], prefix)
	}
	p.Keep(func(c, k int) bool { return priced(&p.Classes[c], k, prefix)-least[c] <= slack })
}
