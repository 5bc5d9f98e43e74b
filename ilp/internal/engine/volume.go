package engine

import (
	"cmp"
	"math"
	"slices"
)

// The reach is the share of the difference between the upper bound and the best value that
// a step of maximise aims to gain. It is multiplied by reachGrows after a step that gained
// and that would have gained more had it been longer. It is multiplied by reachShrinks
// after worseSteps steps without a gain. maximise ends where the reach is at most
// leastReach.
//
// A direction is divided by the root mean square of the excess (as Adam does, Kingma and Ba
// 2015), because the excess of most kinds is 0 in most buckets and steps.
const (
	firstReach   = 0.01
	leastReach   = 1e-5
	reachGrows   = 1.5
	reachShrinks = 0.66
	worseSteps   = 10
	mostMoved    = 0.1  // largest share of a step in the mean excess
	leastMoved   = 0.01 // smallest share of a step in the mean excess
	squareMemory = 0.99 // share of the steps before in the mean square of the excess
	squareFloor  = 0.03 // added to the root of the mean square
)

// sortWork is the work of sorting a start, as a watch counts work.
const sortWork = 50

// Maximise takes at most so many steps towards better prices. It returns the best
// value, in units, and sets the prices to the best. It ends early where the value
// proves that no schedule costs less than upper, or where stop returns true.
//
// maximise is the volume algorithm (Barahona and Anbil 2000). Each step goes from the best
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
	reach := firstReach
	worse := 0
	for i := 0; i < steps && !a.Problem.Reached(best, upper) && reach > leastReach && !stop(); i++ {
		if !a.step(reach * (goal - float64(best))) {
			break
		}
		value := a.Value()
		if a.Problem.Watch.Up() {
			break
		}
		further := a.average()
		if value > best {
			best = value
			worse = 0
			a.keep()
			if further {
				reach *= reachGrows
			}
		} else {
			worse++
			if worse == worseSteps {
				reach *= reachShrinks
				worse = 0
			}
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
	move := mostMoved
	if squared > 0 {
		move = min(mostMoved, max(leastMoved, toFound/squared))
	}
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
	return 1 / ((math.Sqrt(square) + squareFloor) * seconds)
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
