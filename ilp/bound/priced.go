package bound

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// evaluate returns L, as the package's comment states it, for any prices, one per slot.
// Missing prices count as 0, and so do those below 0 or not a number, as L is a bound for
// prices >= 0 only. L is -Inf for infinite prices. L is +Inf where a kind has no start
// left, as no schedule exists.
//
// The value is lowered by more than the rounding errors of its sums can be, also
// where the sums are far above the value. O(slots + starts).
func evaluate(p *program.Problem, price []float64) float64 {
	end := p.End()
	prefix := make([]float64, end+1)
	value, size := float64(p.Offset), math.Abs(float64(p.Offset)) // size is the sum of the terms' absolute values
	for at, t := 0, int64(0); t < end; t++ {
		if at+1 < len(p.Free) && p.Free[at+1].Time == t {
			at++
		}
		v := 0.0
		if t < int64(len(price)) && price[t] > 0 {
			v = price[t]
		}
		prefix[t+1] = prefix[t] + v
		value -= v * float64(p.Free[at].Free)
		size += v * float64(p.Free[at].Free)
	}
	for _, kd := range p.Kinds {
		least := cheapest(&kd, prefix)
		value += float64(kd.Count) * least
		size += float64(kd.Count) * least
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

// cheapest returns the priced cost of the cheapest start of a job of the kind; +Inf where
// the kind has no start.
func cheapest(kd *program.Kind, prefix []float64) float64 {
	least := math.Inf(1)
	for k := range kd.Starts {
		least = min(least, priced(kd, k, prefix))
	}
	return least
}

// priced returns the cost of the kind's start with index k, with the prices that a job
// pays.
func priced(kd *program.Kind, k int, prefix []float64) float64 {
	start := kd.Starts[k]
	return float64(kd.Costs[k]) + float64(kd.Width)*(prefix[start+kd.Duration]-prefix[start])
}

// fix drops starts from the problem. The prices are those of a processor in each slot, and
// at least 0. They prove that no schedule with an objective of at most upper uses a dropped
// start. Where upper is below the bound of the prices there is no such schedule, and kinds
// may be left without a start.
func fix(p *program.Problem, price []float64, upper int64) {
	prefix := make([]float64, p.End()+1)
	for t := range prefix[1:] {
		prefix[t+1] = prefix[t] + price[t]
	}
	slack := float64(upper) + mip.Tolerance(float64(upper)) - evaluate(p, price)
	for i := range p.Kinds {
		kd, n := &p.Kinds[i], 0
		least := cheapest(kd, prefix)
		for k := range kd.Starts {
			if priced(kd, k, prefix)-least <= slack {
				kd.Starts[n], kd.Costs[n] = kd.Starts[k], kd.Costs[k]
				n++
			}
		}
		kd.Starts, kd.Costs = kd.Starts[:n], kd.Costs[:n]
	}
}
