package workload

import "sort"

// A cycle is a day whose parts, such as hours, have more or fewer arrivals. It maps arrivals
// of even intensity to arrivals of the cycle.
type cycle struct {
	upTo []float64 // share of the arrivals of a day before the end of each part; the last is 1
}

const day = 24 * hour

// newCycle returns the cycle whose parts have arrivals in proportion to the weights. All
// parts are equally long. The sum of the weights is above 0.
func newCycle(weights []float64) cycle {
	upTo := make([]float64, len(weights))
	sum := 0.0
	for i, w := range weights {
		sum += w
		upTo[i] = sum
	}
	for i := range upTo {
		upTo[i] /= sum
	}
	upTo[len(upTo)-1] = 1
	return cycle{upTo}
}

// at returns the second that has as many arrivals before it as second even has at even
// intensity. The result does not decrease as even grows. Whole days map to whole days.
func (c cycle) at(even float64) float64 {
	days := float64(int64(even / day))
	share := even/day - days
	i := sort.Search(len(c.upTo)-1, func(i int) bool { return c.upTo[i] > share }) // this part has arrivals
	before := 0.0
	if i > 0 {
		before = c.upTo[i-1]
	}
	within := (share - before) / (c.upTo[i] - before)
	return day * (days + (float64(i)+within)/float64(len(c.upTo)))
}
