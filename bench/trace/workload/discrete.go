package workload

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
)

const (
	minute = 60
	hour   = 60 * minute
)

// A discrete is a distribution over whole numbers.
type discrete struct {
	values     []int64
	cumulative []float64 // probability of all values up to this one; the last is 1
}

// quantile returns the value at the share u of the distribution, 0 <= u <= 1.
func (d discrete) quantile(u float64) int64 {
	i, _ := slices.BinarySearch(d.cumulative, u)
	return d.values[min(i, len(d.values)-1)]
}

// weighed returns the distribution of the numbers from 1 to largest with probabilities in
// proportion to their weights. Numbers of weight 0 are left out.
func weighed(largest int64, weight func(int64) float64) discrete {
	var values []int64
	var weights []float64
	for v := int64(1); v <= largest; v++ {
		if w := weight(v); w > 0 {
			values = append(values, v)
			weights = append(weights, w)
		}
	}
	return discrete{values, cumulative(weights)}
}

// cumulative returns, for each weight, the share of the weights up to it. The last is 1. Where all
// weights are 0, all are NaN, and any quantile is the last value.
func cumulative(weights []float64) []float64 {
	upTo := floats.CumSum(make([]float64, len(weights)), weights)
	for i, last := 0, len(upTo)-1; i <= last; i++ {
		upTo[i] /= upTo[last]
	}
	return upTo
}

// expect returns the expectation of a function of the value.
func (d discrete) expect(f func(int64) float64) (sum float64) {
	before := 0.0
	for i, v := range d.values {
		sum += (d.cumulative[i] - before) * f(v)
		before = d.cumulative[i]
	}
	return sum
}

func (d discrete) mean() float64 { return d.expect(func(v int64) float64 { return float64(v) }) }

// widths returns the distribution of the sizes up to the machine with such weights.
func (s settings) widths(weight func(int64) float64) (discrete, error) {
	d := weighed(s.machine, weight)
	if len(d.values) == 0 || !(d.mean() <= float64(s.machine)) {
		return d, invalid("machine", s.machine, "a machine that has a size of model "+s.model.Name)
	}
	return d, nil
}

// fitted returns the distribution in which value fixed[k] has the probability
// share/len(fixed). The other values share the rest in proportion to weight(v) * v^theta.
// theta is chosen so that the distribution has the given mean, for which there is such a theta. values are increasing
// and hold every fixed one. share is below 1. It takes O(len(values)) time per step of a bisection.
func fitted(
	values, fixed []int64,
	share float64,
	weight func(int64) float64,
	mean float64,
) discrete {
	each := share / float64(max(len(fixed), 1))
	isFixed := make([]bool, len(values))
	restMean := mean
	for i, v := range values {
		isFixed[i] = share > 0 && slices.Contains(fixed, v)
		if isFixed[i] {
			restMean -= each * float64(v)
		}
	}
	restMean /= 1 - share
	largest := float64(values[len(values)-1])
	p := make([]float64, len(values))
	tilt := func(theta float64) (mean float64) {
		total := 0.0
		for i, v := range values {
			if isFixed[i] {
				continue
			}
			p[i] = weight(v) * math.Pow(float64(v)/largest, theta)
			total += p[i]
			mean += p[i] * float64(v)
		}
		for i := range p {
			p[i] /= total
		}
		return mean / total
	}
	const steepest = 40 // largest |theta|; v^-40 leaves only the smallest value
	tilt(Bisect(-steepest, steepest, func(theta float64) bool { return tilt(theta) < restMean }))
	d := discrete{values, p}
	sum := 0.0
	for i := range values {
		sum += (1 - share) * p[i]
		if isFixed[i] {
			sum += each
		}
		p[i] = sum
	}
	p[len(p)-1] = 1
	return d
}

// Bisect returns the place in [low, high] where below turns false, to the precision of a
// float64.
func Bisect(low, high float64, below func(float64) bool) float64 {
	for range 200 {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// widthWeight returns weights that favour powers of two and the largest width. In each
// octave a power of two weighs 1, the other even widths weigh 1/4 together, and the odd ones
// 1/10.
func widthWeight(largest int64) func(int64) float64 {
	const even, odd, whole = 0.25, 0.1, 0.25
	return func(w int64) float64 {
		halfOctave := math.Ldexp(1, bits.Len64(uint64(w))-2)
		switch {
		case w&(w-1) == 0:
			return 1
		case w == largest:
			return whole
		case w%2 == 0:
			return even / halfOctave
		}
		return odd / halfOctave
	}
}

// estimateValues returns the possible estimates in seconds: round ones, full minutes up to
// an hour, multiples of 5 minutes up to 6 hours, full hours, and the extra ones.
func estimateValues(largest int64, extra []int64) []int64 {
	values := append([]int64{largest}, extra...)
	add := func(step, upTo int64) {
		for d := step; d <= min(upTo, largest); d += step {
			values = append(values, d)
		}
	}
	add(minute, hour)
	add(5*minute, 6*hour)
	add(hour, largest)
	slices.Sort(values)
	return slices.Compact(values)
}

func estimateWeight(largest int64) func(int64) float64 {
	const other = 0.01
	return func(d int64) float64 {
		if d == largest || slices.Contains(models().RoundEstimates, d) {
			return 1
		}
		return other
	}
}

// A cycle is a day whose parts, such as hours, have more or fewer arrivals. It maps arrivals
// of even intensity to arrivals of the cycle.
type cycle struct {
	upTo []float64 // share of the arrivals of a day before the end of each part; the last is 1
}

const day = 24 * hour

// newCycle returns the cycle whose parts have arrivals in proportion to the weights. All
// parts are equally long. The sum of the weights is above 0.
func newCycle(weights []float64) cycle {
	return cycle{cumulative(weights)}
}

// at returns the second that has as many arrivals before it as second even has at even
// intensity. The result does not decrease as even grows. Whole days map to whole days.
func (c cycle) at(even float64) float64 {
	days := float64(int64(even / day))
	share := even/day - days
	// This part has arrivals.
	i := sort.Search(len(c.upTo)-1, func(i int) bool { return c.upTo[i] > share })
	before := 0.0
	if i > 0 {
		before = c.upTo[i-1]
	}
	within := (share - before) / (c.upTo[i] - before)
	return day * (days + (float64(i)+within)/float64(len(c.upTo)))
}
