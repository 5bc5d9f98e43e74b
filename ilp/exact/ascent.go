package exact

import "math"

// Subgradient steps follow Polyak's rule towards the upper bound. After patience
// steps without a better value the next are cut and start from the best prices; a
// direction keeps a share of the one before.
const (
	patience   = 10
	cut        = 0.6
	deflection = 0.6
	smallest   = 1e-3
	gain       = 1e-5 // of the value: less is no better value
)

// ascent seeks the prices with the largest Lagrangian.
type ascent struct {
	p                *prices
	kinds            []kind
	tails            []*tail // per kind
	capacity, used   []int64 // processor-seconds of each bucket
	real, directions []float64
	best             []int64
}

func newAscent(p *prices, kinds []kind, free []segment) *ascent {
	n := len(p.price)
	a := &ascent{
		p: p, kinds: kinds, capacity: p.supply(free), used: make([]int64, n),
		real: make([]float64, n), directions: make([]float64, n), best: make([]int64, n),
	}
	byDuration := map[int64]*tail{}
	for _, k := range kinds {
		if byDuration[k.duration] == nil {
			byDuration[k.duration] = newTail(p, k.duration)
		}
		a.tails = append(a.tails, byDuration[k.duration])
	}
	return a
}

// set computes what follows from the prices.
func (a *ascent) set() {
	a.p.sum()
	var done *tail
	for _, t := range a.tails {
		if t != done { // equal durations mostly stand together
			t.fill(a.p)
			done = t
		}
	}
}

// paid returns the price of the whole capacity, in units.
func (a *ascent) paid() int64 {
	total := int64(0)
	for b, v := range a.p.price {
		total += v * a.capacity[b]
	}
	return total
}

// value returns the Lagrangian at the prices, in units, and leaves in used what
// the starts that attain it use.
func (a *ascent) value() int64 {
	a.set()
	clear(a.used)
	total := -a.paid()
	for i := range a.kinds {
		k := &a.kinds[i]
		width := k.width * int64(len(k.jobs))
		least, at := a.tails[i].from(a.p, k.release)
		total += width * least
		a.p.spread(a.used, at, at+k.duration, width)
	}
	return total
}

// maximise takes at most so many steps and returns the best value, in units, with
// its prices set. It ends early once that proves that nothing is below upper.
func (a *ascent) maximise(upper int64, steps int) int64 {
	best, step, since := int64(math.MinInt64), 1.0, 0
	goal := float64(upper) * float64(int64(1)<<a.p.unit)
	for range steps {
		value := a.value()
		if value > best {
			if float64(value)-float64(best) > gain*math.Abs(goal) {
				since = 0
			}
			best = value
			copy(a.best, a.p.price)
			if a.p.reached(best, upper) {
				break
			}
		}
		if since++; since > patience {
			if step *= cut; step < smallest {
				break
			}
			since = 0
			a.restore()
		} else if !a.move(step * (goal - float64(value))) {
			break
		}
	}
	a.restore()
	a.set()
	return best
}

func (a *ascent) restore() {
	clear(a.directions)
	copy(a.p.price, a.best)
	for b, v := range a.best {
		a.real[b] = float64(v)
	}
}

// move steps so far that a linear value would rise by rise; false where the
// subgradient is zero.
func (a *ascent) move(rise float64) bool {
	length := float64(int64(1) << a.p.shift)
	norm := 0.0
	for b := range a.real {
		excess := float64(a.used[b]-a.capacity[b]) / length
		if a.real[b] == 0 && excess < 0 {
			excess = 0 // a price below 0 is cut off anyway
		}
		a.directions[b] = excess + deflection*a.directions[b]
		norm += a.directions[b] * a.directions[b] * length
	}
	if norm == 0 {
		return false
	}
	for b, d := range a.directions {
		a.real[b] = max(0, a.real[b]+rise/norm*d)
		a.p.price[b] = int64(a.real[b])
	}
	return true
}
