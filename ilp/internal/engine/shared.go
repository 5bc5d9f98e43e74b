package engine

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/subgradient"
)

// shared is the Lagrangian of the capacity. Its prices are those of a processor in each
// second, the same for all jobs.
type shared struct {
	problem  *Problem
	Price    *Curve              // of one processor
	tails    []*Tail             // by kind, for one processor of a job
	capacity []int64             // by bucket: free processor-seconds
	used     []int64             // by bucket: processor-seconds that the cheapest starts use
	ascent   *subgradient.Ascent // its prices, rounded down, are those of price
	Best     []int64             // by bucket: the best price
}

// NewShared returns the Lagrangian at prices of 0.
func NewShared(p *Problem, g *Timeline) *shared {
	a := &shared{
		problem: p, Price: newCurve(g), capacity: make([]int64, g.N), used: make([]int64, g.N),
		Best: make([]int64, g.N),
	}
	most := p.width()
	for i, seg := range p.Free {
		most = max(most, seg.Free)
		end := g.End()
		if i+1 < len(p.Free) {
			end = min(end, p.Free[i+1].Time)
		}
		addPerSecond(g, a.capacity, seg.Time, end, seg.Free)
	}
	highest := math.Ldexp(1, priceBits) / float64(most) / float64(g.End()) // no sum of prices overflows
	a.ascent = subgradient.New(g.lengths(), highest)
	byDuration := map[int64]*Tail{}
	for _, k := range p.Kinds {
		if byDuration[k.Duration] == nil {
			if p.Watch.Spend(cornerWork * g.N) {
				return a // incomplete: maximise ends at once when time is up
			}
			byDuration[k.Duration] = newTail(a.Price, 1<<p.Unit, &Kind{Duration: k.Duration, Latest: always})
		}
		a.tails = append(a.tails, byDuration[k.Duration])
	}
	return a
}

// unpriced returns the Lagrangian at prices of 0, in units.
func (a *shared) unpriced() int64 {
	total := int64(0)
	for i := range a.problem.Kinds {
		k := &a.problem.Kinds[i]
		total += k.Width * k.Count * k.Earliest << a.problem.Unit
	}
	return total
}

// Value returns the Lagrangian at the prices, in units, and sets used. Where time is up, it
// returns any number.
func (a *shared) Value() int64 {
	a.Price.sum()
	clear(a.used)
	total := int64(0)
	for b, v := range a.Price.Price {
		total -= v * a.capacity[b]
	}
	for i := range a.problem.Kinds {
		k := &a.problem.Kinds[i]
		if a.problem.Watch.Spend(len(a.tails[i].corners.list)) {
			return 0
		}
		width := k.Width * k.Count
		least, at := a.tails[i].cheapest(k.Earliest)
		total += width * least
		addPerSecond(a.Price.timeline, a.used, at, at+k.Duration, width)
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

// Maximise takes at most so many steps towards better prices. It returns the best
// value, in units, and sets the prices to the best. It ends early where the value
// proves that no schedule costs less than upper, or where stop returns true.
func (a *shared) Maximise(upper int64, steps int, stop func() bool) int64 {
	best := a.unpriced() // the first prices are 0
	if a.problem.Watch.Up() {
		return best
	}
	a.Value()
	goal := math.Ldexp(float64(upper), int(a.problem.Unit))
	step, since, value := sharedStep, 0, best
	for i := 0; i < steps && !a.problem.Reached(best, upper) && !stop(); i++ {
		if since++; since > sharedPatience {
			if step *= sharedShrink; step < sharedLeast {
				break
			}
			since = 0
			a.restore()
		} else if !a.move(step * (goal - float64(value))) {
			break
		}
		if value = a.Value(); a.problem.Watch.Up() {
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
func (a *shared) keep() { copy(a.Best, a.Price.Price) }

// restore sets the prices to the best.
func (a *shared) restore() {
	copy(a.Price.Price, a.Best)
	best := make([]float64, len(a.Best))
	for b, v := range a.Best {
		best[b] = float64(v)
	}
	a.ascent.Restart(best)
}

// move takes a step by which a linear value would rise by rise. It returns false where no
// step is possible.
func (a *shared) move(rise float64) bool {
	for b := range a.used {
		a.ascent.Excess[b] = float64(a.used[b]-a.capacity[b]) / float64(a.Price.timeline.length(b))
	}
	if !a.ascent.Move(rise) {
		return false
	}
	for b, v := range a.ascent.Price {
		a.Price.Price[b] = int64(v)
	}
	return true
}
