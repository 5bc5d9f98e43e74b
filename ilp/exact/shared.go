package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/subgradient"
)

// shared is the Lagrangian of the capacity. Its prices are those of a processor in each
// second, the same for all jobs.
type shared struct {
	problem  *problem
	price    *curve              // of one processor
	tails    []*tail             // by kind, for one processor of a job
	capacity []int64             // by bucket: free processor-seconds
	used     []int64             // by bucket: processor-seconds that the cheapest starts use
	ascent   *subgradient.Ascent // its prices, rounded down, are those of price
	best     []int64             // by bucket: the best price
}

// newShared returns the Lagrangian at prices of 0.
func newShared(p *problem, g *timeline) *shared {
	a := &shared{
		problem: p, price: newCurve(g), capacity: make([]int64, g.n), used: make([]int64, g.n),
		best: make([]int64, g.n),
	}
	most := p.width()
	for i, seg := range p.free {
		most = max(most, seg.free)
		end := g.end()
		if i+1 < len(p.free) {
			end = min(end, p.free[i+1].time)
		}
		addPerSecond(g, a.capacity, seg.time, end, seg.free)
	}
	highest := math.Ldexp(1, priceBits) / float64(most) / float64(g.end()) // no sum of prices overflows
	a.ascent = subgradient.New(g.lengths(), highest)
	byDuration := map[int64]*tail{}
	for _, k := range p.kinds {
		if byDuration[k.duration] == nil {
			if p.watch.spend(cornerWork * g.n) {
				return a // incomplete: maximise ends at once when time is up
			}
			byDuration[k.duration] = newTail(a.price, 1<<p.unit, &kind{duration: k.duration, latest: always})
		}
		a.tails = append(a.tails, byDuration[k.duration])
	}
	return a
}

// unpriced returns the Lagrangian at prices of 0, in units.
func (a *shared) unpriced() int64 {
	total := int64(0)
	for i := range a.problem.kinds {
		k := &a.problem.kinds[i]
		total += k.width * k.count * k.earliest << a.problem.unit
	}
	return total
}

// value returns the Lagrangian at the prices, in units, and sets used. Where time is up, it
// returns any number.
func (a *shared) value() int64 {
	a.price.sum()
	clear(a.used)
	total := int64(0)
	for b, v := range a.price.price {
		total -= v * a.capacity[b]
	}
	for i := range a.problem.kinds {
		k := &a.problem.kinds[i]
		if a.problem.watch.spend(len(a.tails[i].corners.list)) {
			return 0
		}
		width := k.width * k.count
		least, at := a.tails[i].cheapest(k.earliest)
		total += width * least
		addPerSecond(a.price.timeline, a.used, at, at+k.duration, width)
	}
	return total
}

// A step of maximise is that of Polyak's rule times a factor, along a deflected subgradient.
// The factor is sharedStep at first. After sharedPatience steps without a better value it
// is multiplied by sharedShrink, and the next step begins at the best prices. maximise ends
// where the factor is below sharedLeast.
const (
	sharedStep     = 1.0
	sharedShrink   = 0.6
	sharedLeast    = 1e-3
	sharedPatience = 10
	sharedGain     = 1e-5 // a value is better if it gains more than this share of the upper bound
)

// maximise takes at most so many steps towards better prices. It returns the best
// value, in units, and sets the prices to the best. It ends early where the value
// proves that no schedule costs less than upper, or where stop returns true.
func (a *shared) maximise(upper int64, steps int, stop func() bool) int64 {
	best := a.unpriced() // the first prices are 0
	if a.problem.watch.up() {
		return best
	}
	a.value()
	goal := math.Ldexp(float64(upper), int(a.problem.unit))
	step, since, value := sharedStep, 0, best
	for i := 0; i < steps && !a.problem.reached(best, upper) && !stop(); i++ {
		if since++; since > sharedPatience {
			if step *= sharedShrink; step < sharedLeast {
				break
			}
			since = 0
			a.restore()
		} else if !a.move(step * (goal - float64(value))) {
			break
		}
		if value = a.value(); a.problem.watch.up() {
			break
		}
		if value > best {
			if float64(value-best) > sharedGain*goal {
				since = 0
			}
			best = value
			a.keep()
		}
	}
	a.restore()
	return best
}

// keep remembers the present prices as the best.
func (a *shared) keep() { copy(a.best, a.price.price) }

// restore sets the prices to the best.
func (a *shared) restore() {
	copy(a.price.price, a.best)
	best := make([]float64, len(a.best))
	for b, v := range a.best {
		best[b] = float64(v)
	}
	a.ascent.Restart(best)
}

// move takes a step by which a linear value would rise by rise. It returns false where no
// step is possible.
func (a *shared) move(rise float64) bool {
	for b := range a.used {
		a.ascent.Excess[b] = float64(a.used[b]-a.capacity[b]) / float64(a.price.timeline.length(b))
	}
	if !a.ascent.Move(rise) {
		return false
	}
	for b, v := range a.ascent.Price {
		a.price.price[b] = int64(v)
	}
	return true
}
