package engine

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Shared is the Lagrangian of the capacity. Its prices are those of a processor in each
// second, the same for all jobs.
type Shared struct {
	problem  *Problem
	Price    *Curve           // of one processor
	tails    []*Tail          // by kind: see ratio
	times    []int64          // by kind: jobs times the factor of the kind's tail
	multiple map[int64]*Curve // multiples of the price, by factor; not the price itself
	capacity []int64          // by bucket: free processor-seconds
	used     []int64          // by bucket: processor-seconds that the cheapest starts use
	ascent   *Ascent          // its prices, rounded down, are those of price
	Best     []int64          // by bucket: the best price
	highest  float64          // the largest price with which no sum overflows
}

// NewShared returns the Lagrangian at prices of 0.
func NewShared(p *Problem, g *Timeline) *Shared {
	a := &Shared{
		problem: p, Price: newCurve(g), capacity: make([]int64, g.N), used: make([]int64, g.N),
		Best: make([]int64, g.N), multiple: map[int64]*Curve{},
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
	a.highest = math.Ldexp(1, priceBits) / float64(most) / float64(g.End())
	a.ascent = NewAscent(g.lengths(), a.highest)
	known := map[ratio]*Tail{}
	for i := range p.Kinds {
		k := &p.Kinds[i]
		r, factor := ratioOf(k)
		if known[r] == nil {
			if p.Watch.Spend(cornerWork * g.N) {
				return a // incomplete: maximise ends at once when time is up
			}
			known[r] = newTail(
				a.curve(r.width),
				r.weight<<p.Unit,
				&Kind{Duration: r.duration, Latest: r.latest},
			)
		}
		a.tails = append(a.tails, known[r])
		a.times = append(a.times, k.Count*factor)
	}
	return a
}

// ratio is what kinds need to share a tail: a duration, a latest start, and the ratio of
// weight to width in its lowest terms. Costs are those of the tail times a factor.
type ratio struct{ duration, latest, weight, width int64 }

// ratioOf returns the ratio of a kind, and its factor.
func ratioOf(k *Kind) (r ratio, factor int64) {
	factor = ledger.GCD(k.Weight, k.Width)
	return ratio{k.Duration, k.Latest, k.Weight / factor, k.Width / factor}, factor
}

// curve returns the curve of a multiple of the price.
func (a *Shared) curve(factor int64) *Curve {
	if factor == 1 {
		return a.Price
	}
	if a.multiple[factor] == nil {
		a.multiple[factor] = newCurve(a.Price.timeline)
	}
	return a.multiple[factor]
}

// unpriced returns the Lagrangian at prices of 0, in units.
func (a *Shared) unpriced() int64 {
	total := int64(0)
	for i := range a.problem.Kinds {
		k := &a.problem.Kinds[i]
		total += k.Weight * k.Count * k.Earliest << a.problem.Unit
	}
	return total
}

// Value returns the Lagrangian at the prices, in units, and sets used. Where time is up, it
// returns any number.
func (a *Shared) Value() int64 {
	a.Price.sum()
	for factor, c := range a.multiple {
		for b, v := range a.Price.Price {
			c.Price[b] = factor * v
		}
		c.sum()
	}
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
		least, at := a.tails[i].cheapest(k.Earliest)
		total += a.times[i] * least
		addPerSecond(a.Price.timeline, a.used, at, at+k.Duration, k.Width*k.Count)
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
func (a *Shared) Maximise(upper int64, steps int, stop func() bool) int64 {
	best := a.unpriced()
	if a.problem.Watch.Up() {
		return best
	}
	if value := a.Value(); !a.problem.Watch.Up() {
		best = max(best, value)
	}
	goal := math.Ldexp(float64(upper), int(a.problem.Unit))
	step := sharedStep
	since := 0
	value := best
	for i := 0; i < steps && !a.problem.Reached(best, upper) && !stop(); i++ {
		since++
		if since > sharedPatience {
			step *= sharedShrink
			if step < sharedLeast {
				break
			}
			since = 0
			a.restore()
		} else if !a.move(step * (goal - float64(value))) {
			break
		}
		value = a.Value()
		if a.problem.Watch.Up() {
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
func (a *Shared) keep() { copy(a.Best, a.Price.Price) }

// restore sets the prices to the best.
func (a *Shared) restore() {
	copy(a.Price.Price, a.Best)
	best := make([]float64, len(a.Best))
	for b, v := range a.Best {
		best[b] = float64(v)
	}
	a.ascent.Restart(best)
}

// move takes a step by which a linear value would rise by rise. It returns false where no
// step is possible.
func (a *Shared) move(rise float64) bool {
	for b := range a.used {
		a.ascent.Excess[b] = float64(
			a.used[b]-a.capacity[b],
		) / float64(
			a.Price.timeline.length(b),
		)
	}
	if !a.ascent.Move(rise) {
		return false
	}
	for b, v := range a.ascent.Price {
		a.Price.Price[b] = int64(v)
	}
	return true
}

// Dual returns the best prices as prices by kind: those of a processor times the width.
func (a *Shared) Dual() Dual {
	d := Dual{Timeline: a.Price.timeline}
	for i := range a.problem.Kinds {
		prices := make([]int64, len(a.Best))
		for b, v := range a.Best {
			prices[b] = a.problem.Kinds[i].Width * v
		}
		d.Prices = append(d.Prices, prices)
	}
	return d
}

// Starts returns the cheapest start of each kind at the best prices. Where time is up, some
// are missing.
func (a *Shared) Starts() []int64 {
	var starts []int64
	for i := range a.tails {
		if a.problem.Watch.Spend(len(a.tails[i].corners.list)) {
			break
		}
		_, at := a.tails[i].cheapest(a.problem.Kinds[i].Earliest)
		starts = append(starts, at)
	}
	return starts
}
