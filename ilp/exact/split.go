package exact

import "math"

// split seeks prices for each kind of jobs of its own: the Lagrangian
// decomposition into the starts of each job and the set of jobs that the machine
// holds in each second.
type split struct {
	*problem
	grid
	curves  []*curve // per kind: the price of one job
	tails   []*tail  // per kind
	pack    *packing
	best    [][]int64 // prices by kind and bucket
	highest float64   // price with which no sum overflows
	starts  [][]int64 // per kind: the cheapest of all steps

	// By kind and bucket, excess in job-seconds.
	excess, real, direction, square [][]float64
}

// newSplit starts from prices by kind and bucket, but for buckets in which no job
// of the kind can run.
func newSplit(p *problem, g grid, prices [][]int64) *split {
	a := &split{
		problem: p, grid: g, pack: newPacking(p, g), starts: make([][]int64, len(p.kinds)),
		highest: math.Ldexp(1, priceBits) / float64(p.jobs()) / float64(g.end()),
	}
	reals := make([]float64, 4*len(p.kinds)*g.n)
	for i := range p.kinds {
		k, c := &p.kinds[i], newCurve(g)
		c.narrow(k.earliest, k.latest+k.duration)
		for b := c.low; b < c.high; b++ {
			c.price[b] = min(prices[i][b], int64(a.highest))
		}
		a.curves = append(a.curves, c)
		a.tails = append(a.tails, newTail(c, k.width<<p.unit, k.duration, k.latest))
		a.best = append(a.best, make([]int64, g.n))
		for _, v := range []*[][]float64{&a.excess, &a.real, &a.direction, &a.square} {
			*v = append(*v, reals[:g.n:g.n])
			reals = reals[g.n:]
		}
	}
	a.keep()
	a.restore()
	return a
}

// value returns the bound at the prices, in units, and leaves in excess how much
// more of each bucket the cheapest starts use than the best sets hold.
func (a *split) value() int64 {
	total := int64(0)
	for i := range a.kinds {
		k := &a.kinds[i]
		a.curves[i].sum()
		a.tails[i].fill()
		least, start := a.tails[i].from(k.earliest)
		total += k.count * least
		a.starts[i] = append(a.starts[i], start)
		clear(a.excess[i][a.curves[i].low:a.curves[i].high])
		spread(&a.grid, a.excess[i], start, start+k.duration, float64(k.count))
	}
	return total - a.pack.settle(a.curves, func(kind, bucket int, seconds int64) {
		a.excess[kind][bucket] -= float64(seconds)
	})
}

// Steps of climb, with each direction divided by the root mean square
// of what it was before (as Adam does, Kingma and Ba 2015): most prices rest most
// of the time, and without it a tenth of the gain takes as many steps.
const (
	splitStep       = 0.1
	splitPatience   = 30 // at least; more steps deserve more
	splitDeflection = 0.9
	splitMemory     = 0.99
	splitFloor      = 0.03
)

// maximise is as climb, with the prices of the best value set.
func (a *split) maximise(upper int64, steps int, stop func() bool) int64 {
	return climb(a, a.problem, splitStep, max(splitPatience, steps/50), upper, steps, stop)
}

func (a *split) keep() {
	for i, c := range a.curves {
		copy(a.best[i][c.low:], c.price[c.low:c.high])
	}
}

func (a *split) restore() {
	for i, c := range a.curves {
		clear(a.direction[i][c.low:c.high])
		for b := c.low; b < c.high; b++ {
			c.price[b] = a.best[i][b]
			a.real[i][b] = float64(c.price[b])
		}
	}
}

func (a *split) move(rise float64) bool {
	length := float64(int64(1) << a.shift)
	norm := 0.0
	for i, c := range a.curves {
		real, excess := a.real[i][c.low:c.high], a.excess[i][c.low:c.high]
		direction, square := a.direction[i][c.low:c.high], a.square[i][c.low:c.high]
		for b := range real {
			e := excess[b] / length
			if real[b] == 0 && e < 0 {
				e = 0
			}
			d := splitDeflection*direction[b] + (1-splitDeflection)*e
			s := splitMemory*square[b] + (1-splitMemory)*e*e
			direction[b], square[b] = d, s
			if d != 0 {
				norm += d * d / (math.Sqrt(s) + splitFloor) * length
			}
		}
	}
	if norm == 0 {
		return false
	}
	for i, c := range a.curves {
		real, square, price := a.real[i][c.low:c.high], a.square[i][c.low:c.high], c.price[c.low:c.high]
		for b, d := range a.direction[i][c.low:c.high] {
			if d != 0 {
				real[b] += rise / norm * d / (math.Sqrt(square[b]) + splitFloor)
				real[b] = min(max(0, real[b]), a.highest)
				price[b] = int64(real[b])
			}
		}
	}
	return true
}

// finish prepares the tables of the best prices for a search, with windows
// narrowed to starts that their value leaves below upper; false where a kind has
// none.
func (a *split) finish(value, upper int64) bool {
	for i, c := range a.curves {
		c.sum()
		a.tails[i].fill()
	}
	for i := range a.kinds {
		if !a.narrow(i, value, upper) {
			return false
		}
		a.tails[i].fill()
	}
	a.pack.finish(a.curves)
	return true
}

// narrow narrows the window of a kind.
func (a *split) narrow(i int, value, upper int64) bool {
	k, t := &a.kinds[i], a.tails[i]
	least, _ := t.from(k.earliest)
	open := func(s int64) bool { return !a.reached(value-least+t.cost(s), upper) }
	corners := t.corners(k.earliest)
	first, last := 0, len(corners)-1
	for first <= last && !open(corners[first]) {
		first++
	}
	if first > last {
		return false
	}
	for !open(corners[last]) {
		last--
	}
	if first > 0 {
		k.earliest = boundary(corners[first], corners[first-1], open)
	}
	if last+1 < len(corners) {
		k.latest = boundary(corners[last], corners[last+1], open)
	}
	t.latest = k.latest
	return true
}

// boundary returns the last second from in towards out of which open is true: it
// is at in, not at out, and changes once.
func boundary(in, out int64, open func(int64) bool) int64 {
	for out-in > 1 || in-out > 1 {
		if middle := in + (out-in)/2; open(middle) {
			in = middle
		} else {
			out = middle
		}
	}
	return in
}
