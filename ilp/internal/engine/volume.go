package engine

import (
	"cmp"
	"math"
	"slices"
)

// Reach says how far steps of the volume algorithm (Barahona and Anbil 2000) go. Share is that of the
// missing value at which the next step aims. It grows after a step that gained and that would have
// gained more had it been longer. It shrinks after worseSteps steps without a gain.
type Reach struct {
	Share float64
	worse int // steps without a gain
}

// FirstReach is that of the first step.
const (
	FirstReach   = 0.01
	reachGrows   = 1.5
	reachShrinks = 0.66
	worseSteps   = 10
)

// Gained notes a step that gained. further: a longer one would have gained more.
func (r *Reach) Gained(further bool) {
	r.worse = 0
	if further {
		r.Share *= reachGrows
	}
}

// Failed notes a step without a gain.
func (r *Reach) Failed() {
	r.worse++
	if r.worse == worseSteps {
		r.Share *= reachShrinks
		r.worse = 0
	}
}

// ShareOfStep returns the share of a step in the mean excess that makes the mean's norm least, within
// limits. It takes the squared norm of the difference of the step's excess to the mean, and minus the
// product of this difference with the mean.
func ShareOfStep(squared, toMean float64) float64 {
	const (
		least = 0.01
		most  = 0.1
	)
	if squared == 0 {
		return most
	}
	return min(most, max(least, toMean/squared))
}

// Scale returns what the mean excess is divided by to be a direction, from the mean square of the
// excess (as Adam does, Kingma and Ba 2015), because the excess of most jobs is 0 in most buckets and
// steps.
func Scale(square float64) float64 {
	const floor = 0.03
	return math.Sqrt(square) + floor
}

// Maximise ends where the reach is at most leastReach. squareMemory is the share of the steps before
// in the mean square of the excess.
const (
	leastReach   = 1e-5
	squareMemory = 0.99
)

// sortWork is the work of sorting a start, as a watch counts work.
const sortWork = 50

// Maximise takes at most so many steps towards better prices. It returns the best
// value, in units, and sets the prices to the best. It ends early where the value
// proves that no schedule costs less than upper, or where stop returns true.
//
// Maximise is the volume algorithm. Each step goes from the best
// prices along the mean excess. Then the excess of the step enters the mean, with the
// share that makes the mean's norm least. At optimal prices some mean is zero, and its
// starts solve the linear program. Where time is up, the starts are not computed.
func (a *Decomposition) Maximise(upper int64, steps int, stop func() bool) int64 {
	for i := range a.found {
		a.found[i] = a.found[i][:0]
	}
	best := a.Value()
	if a.Problem.Watch.Up() {
		return 0
	}
	a.keep()
	a.moved = append(a.moved[:0], 0)
	if a.Dual.Starts == nil {
		a.moved[0] = 1
		for i, e := range a.excess {
			copy(a.Dual.Mean[i], e)
		}
	}
	goal := math.Ldexp(float64(upper), int(a.Problem.Unit))
	reach := Reach{Share: FirstReach}
	for i := 0; i < steps && !a.Problem.Reached(best, upper) && reach.Share > leastReach && !stop(); i++ {
		if !a.step(reach.Share * (goal - float64(best))) {
			break
		}
		value := a.Value()
		if a.Problem.Watch.Up() {
			break
		}
		further := a.average()
		if value > best {
			best = value
			a.keep()
			reach.Gained(further)
		} else {
			reach.Failed()
		}
	}
	for i, c := range a.Curves {
		copy(c.Price[c.low:c.high], a.Dual.Prices[i][c.low:])
	}
	if !a.Problem.Watch.Up() {
		a.Dual.Starts = a.weighted()
	}
	return best
}

// step goes from the best prices along the mean excess, so far that a linear value
// would rise by rise. It returns false where the mean is zero.
func (a *Decomposition) step(rise float64) bool {
	norm := 0.0
	for i, c := range a.Curves {
		mean := a.Dual.Mean[i][c.low:c.high]
		weight := a.weight[i][c.low:c.high]
		best := a.Dual.Prices[i][c.low:c.high]
		direction := a.direction[i][c.low:c.high]
		for b, e := range mean {
			if e == 0 || e < 0 && best[b] == 0 {
				direction[b] = 0
				continue
			}
			direction[b] = e * weight[b]
			norm += e * direction[b]
		}
	}
	if norm == 0 {
		return false
	}
	by := rise / norm
	for i, c := range a.Curves {
		best := a.Dual.Prices[i][c.low:c.high]
		price := c.Price[c.low:c.high]
		for b, d := range a.direction[i][c.low:c.high] {
			price[b] = best[b]
			if d != 0 {
				price[b] = int64(min(max(0, float64(best[b])+by*d), a.highest))
			}
		}
	}
	return true
}

// average moves the mean excess towards the excess of the last step. further reports whether
// the value still rises in the step's direction.
func (a *Decomposition) average() (further bool) {
	toFound := 0.0 // minus the product of the mean with the difference of the excess to the mean
	squared := 0.0 // product of this difference with itself
	along := 0.0   // product of the excess with the direction
	for i, c := range a.Curves {
		excess := a.excess[i][c.low:c.high]
		mean := a.Dual.Mean[i][c.low:c.high]
		square := a.Dual.Square[i][c.low:c.high]
		weight := a.weight[i][c.low:c.high]
		direction := a.direction[i][c.low:c.high]
		lengths := a.lengths[c.low:c.high]
		for b, e := range excess {
			by := e - mean[b]
			toFound -= by * mean[b] * weight[b]
			squared += by * by * weight[b]
			along += e * direction[b]
			length := lengths[b]
			e /= length
			square[b] = squareMemory*square[b] + (1-squareMemory)*e*e
			weight[b] = weightOf(square[b], length)
		}
	}
	move := ShareOfStep(squared, toFound)
	for i, c := range a.Curves {
		mean := a.Dual.Mean[i][c.low:c.high]
		for b, e := range a.excess[i][c.low:c.high] {
			mean[b] += move * (e - mean[b])
		}
	}
	a.moved = append(a.moved, move)
	return along > 0
}

// weightOf returns the weight of a bucket of so many seconds.
func weightOf(square, seconds float64) float64 {
	return 1 / (Scale(square) * seconds)
}

// weighted returns the starts of the steps, by kind, with the shares that the steps have in
// the mean excess. Starts with next to no share are left out. Where time is up, some kinds
// have no starts.
func (a *Decomposition) weighted() [][]start {
	const least = 1e-6
	weights := make([]float64, len(a.moved))
	left := 1.0
	for i := len(weights) - 1; i >= 0; i-- {
		weights[i] = left * a.moved[i]
		left -= weights[i]
	}
	starts := make([][]start, len(a.Problem.Kinds))
	for i := range starts {
		if a.Problem.Watch.Spend(sortWork * len(a.found[i])) {
			break
		}
		var all []start
		if a.Dual.Starts != nil {
			for _, s := range a.Dual.Starts[i] {
				all = append(all, start{s.At, s.Share * left})
			}
		}
		each := len(a.found[i]) / len(weights) // starts of a step
		for k, at := range a.found[i] {
			all = append(all, start{at, weights[k/each] / float64(each)})
		}
		slices.SortStableFunc(all, func(a, b start) int { return cmp.Compare(a.At, b.At) })
		merged := all[:0]
		sum := 0.0
		for k := 0; k < len(all); {
			s := all[k]
			for k++; k < len(all) && all[k].At == s.At; k++ {
				s.Share += all[k].Share
			}
			if s.Share >= least {
				merged = append(merged, s)
				sum += s.Share
			}
		}
		for _, s := range merged {
			starts[i] = append(starts[i], start{s.At, s.Share / sum})
		}
	}
	return starts
}
