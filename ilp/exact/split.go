package exact

import (
	"cmp"
	"math"
	"slices"
)

// split seeks prices for each kind of jobs of its own: the Lagrangian
// decomposition into the starts of each job and the set of jobs that the machine
// holds in each second.
type split struct {
	*problem
	curves  []*curve // per kind: the price of one job
	tails   []*tail  // per kind
	pack    *packing
	lengths []float64 // of the buckets
	highest float64   // price with which no sum overflows
	proven  int64     // value of the best prices, in units, once finish is called
	found   [][]int64 // per kind: the cheapest start at each step's prices
	moved   []float64 // how far each step moved the mean to what it found

	dual
	excess, direction [][]float64 // by kind and bucket
	square, weight    [][]float64 // a mean of the square of the excess in a second, one over its root and the bucket's seconds
}

// dual is what is known of a part's prices, by kind: where a search for better ones
// begins, for the part itself and for those that it is split into.
type dual struct {
	*grid
	prices [][]int64   // the best, by bucket
	mean   [][]float64 // excess in job-seconds by bucket, weighted over the steps; nil: none was taken
	starts [][]start   // the cheapest, weighted likewise
}

// on returns the same for some kinds on another grid: means over its buckets, but for
// what the starts use.
func (d dual) on(to *grid, kinds []kind) dual {
	moved := dual{grid: to, starts: d.starts}
	for i, k := range kinds {
		price, held := make([]float64, d.n), make([]float64, d.n) // of a second
		used, mean := make([]float64, d.n), make([]float64, to.n)
		for _, s := range d.starts[i] {
			spread(d.grid, used, s.at, s.at+k.duration, s.share*float64(k.count))
			spread(to, mean, s.at, s.at+k.duration, s.share*float64(k.count))
		}
		for b := range d.n {
			price[b] = float64(d.prices[i][b])
			held[b] = (used[b] - d.mean[i][b]) / float64(d.length(b))
		}
		price, held = d.over(to, price), d.over(to, held)
		prices := make([]int64, to.n)
		for b := range to.n {
			prices[b] = int64(price[b])
			mean[b] -= held[b] * float64(to.length(b))
		}
		moved.prices, moved.mean = append(moved.prices, prices), append(moved.mean, mean)
	}
	return moved
}

// within returns the mean excess and the starts of a kind, of so many jobs, where it
// has fewer jobs or fewer starts.
func (d dual) within(index int, jobs int64, k kind) (mean []float64, starts []start) {
	all, in := d.starts[index], 0.0
	for _, s := range all {
		if k.possible(s.at) {
			starts = append(starts, s)
			in += s.share
		}
	}
	if k.count == jobs && len(starts) == len(all) {
		return d.mean[index], all
	}
	if starts == nil {
		at, _, _ := spreadOf(all)
		starts, in = []start{{k.nearest(at), 1}}, 1
	}
	for i := range starts {
		starts[i].share /= in
	}
	n := float64(k.count)
	for _, e := range d.mean[index] {
		mean = append(mean, e*n/float64(jobs))
	}
	for _, s := range all {
		spread(d.grid, mean, s.at, s.at+k.duration, -n*s.share)
	}
	for _, s := range starts {
		spread(d.grid, mean, s.at, s.at+k.duration, n*s.share)
	}
	return mean, starts
}

// start is a start's share of a kind's jobs. The shares of a kind sum up to 1.
type start struct {
	at    int64
	share float64
}

// newSplit starts from prices by kind and bucket, but for buckets in which no job
// of the kind can run.
func newSplit(p *problem, from dual) *split {
	g, n := from.grid, len(p.kinds)
	a := &split{
		problem: p, pack: newPacking(p, g), found: make([][]int64, n), dual: dual{grid: g, starts: from.starts},
		highest: min(math.Ldexp(1, priceBits)/float64(g.end()), math.Ldexp(1, exactBits)) / float64(p.jobs()),
	}
	for b := range g.n {
		a.lengths = append(a.lengths, float64(g.length(b)))
	}
	scratch := make([]float64, 4*n*g.n)
	for i := range p.kinds {
		k, c := &p.kinds[i], newCurve(g)
		c.narrow(k.earliest, k.latest+k.duration)
		for b := c.low; b < c.high; b++ {
			c.price[b] = min(from.prices[i][b], int64(a.highest))
		}
		a.curves = append(a.curves, c)
		a.tails = append(a.tails, newTail(c, k.width<<p.unit, k))
		a.prices = append(a.prices, make([]int64, g.n))
		a.mean = append(a.mean, make([]float64, g.n)) // outlives the others
		for _, v := range []*[][]float64{&a.excess, &a.direction, &a.square, &a.weight} {
			*v = append(*v, scratch[:g.n:g.n])
			scratch = scratch[g.n:]
		}
		if from.mean != nil {
			copy(a.mean[i][c.low:c.high], from.mean[i][c.low:c.high])
		}
	}
	for _, weight := range a.weight {
		for b := range weight {
			weight[b] = 1 / (squareFloor * float64(g.length(b)))
		}
	}
	a.keep()
	return a
}

// value returns the bound at the prices, in units, and leaves in excess how much
// more of each bucket the cheapest starts use than the best sets hold.
func (a *split) value() int64 {
	total := int64(0)
	for i := range a.kinds {
		k := &a.kinds[i]
		a.curves[i].sum()
		least, start := a.tails[i].cheapest(k.earliest)
		total += k.count * least
		a.found[i] = append(a.found[i], start)
		clear(a.excess[i][a.curves[i].low:a.curves[i].high])
		spread(a.grid, a.excess[i], start, start+k.duration, float64(k.count))
	}
	return total - a.pack.settle(a.curves, func(kind, bucket int, seconds int64) {
		a.excess[kind][bucket] -= float64(seconds)
	})
}

func (a *split) keep() {
	for i, c := range a.curves {
		copy(a.prices[i][c.low:], c.price[c.low:c.high])
	}
}

// Steps of maximise aim at a share of what is missing to the upper bound, which
// grows where a step that gained would have gained more, and shrinks after some that
// did not gain. Directions are divided by the root mean square of what the excess
// was (as Adam does, Kingma and Ba 2015), as most prices rest most of the time.
const (
	firstReach   = 0.01
	leastReach   = 1e-5
	reachGrows   = 1.5
	reachShrinks = 0.66
	worseSteps   = 10
	mostMoved    = 0.1
	leastMoved   = 0.01
	squareMemory = 0.99
	squareFloor  = 0.03
)

// maximise takes at most so many steps towards better prices and returns the best
// value, in units, with its prices set. It ends early once that proves that nothing
// is below upper, or when stop says so. It is the volume algorithm (Barahona and
// Anbil 2000): each step goes from the best prices along a mean of the excess, which
// moves to what each step finds so far that its norm becomes least. At the best prices
// of all the mean would be zero, and the starts in it would solve the linear program.
func (a *split) maximise(upper int64, steps int, stop func() bool) int64 {
	for i := range a.found {
		a.found[i] = a.found[i][:0]
	}
	best := a.value()
	a.keep()
	a.moved = append(a.moved[:0], 0)
	if a.starts == nil {
		a.moved[0] = 1
		for i, e := range a.excess {
			copy(a.mean[i], e)
		}
	}
	goal := math.Ldexp(float64(upper), int(a.unit))
	reach, worse := firstReach, 0
	for i := 0; i < steps && !a.reached(best, upper) && reach > leastReach && !stop() && a.step(reach*(goal-float64(best))); i++ {
		value := a.value()
		further := a.average()
		if value > best {
			best, worse = value, 0
			a.keep()
			if further {
				reach *= reachGrows
			}
		} else if worse++; worse == worseSteps {
			reach, worse = reach*reachShrinks, 0
		}
	}
	for i, c := range a.curves {
		copy(c.price[c.low:c.high], a.prices[i][c.low:])
	}
	a.starts = a.weighted()
	return best
}

// step goes so far from the best prices along the mean excess that a linear value
// would rise by rise; false where it is zero.
func (a *split) step(rise float64) bool {
	norm := 0.0
	for i, c := range a.curves {
		mean, weight := a.mean[i][c.low:c.high], a.weight[i][c.low:c.high]
		best, direction := a.prices[i][c.low:c.high], a.direction[i][c.low:c.high]
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
	for i, c := range a.curves {
		best, price := a.prices[i][c.low:c.high], c.price[c.low:c.high]
		for b, d := range a.direction[i][c.low:c.high] {
			price[b] = best[b]
			if d != 0 {
				price[b] = int64(min(max(0, float64(best[b])+rise/norm*d), a.highest))
			}
		}
	}
	return true
}

// average moves the mean to what a step found, and tells whether the value rises
// further in the step's direction.
func (a *split) average() (further bool) {
	toFound, squared, along := 0.0, 0.0, 0.0 // the mean's product with what it moves by, its square
	for i, c := range a.curves {
		excess, mean := a.excess[i][c.low:c.high], a.mean[i][c.low:c.high]
		square, weight := a.square[i][c.low:c.high], a.weight[i][c.low:c.high]
		direction, lengths := a.direction[i][c.low:c.high], a.lengths[c.low:c.high]
		for b, e := range excess {
			by := e - mean[b]
			toFound -= by * mean[b] * weight[b]
			squared += by * by * weight[b]
			along += e * direction[b]
			length := lengths[b]
			e /= length
			square[b] = squareMemory*square[b] + (1-squareMemory)*e*e
			weight[b] = 1 / ((math.Sqrt(square[b]) + squareFloor) * length)
		}
	}
	move := mostMoved
	if squared > 0 {
		move = min(mostMoved, max(leastMoved, toFound/squared))
	}
	for i, c := range a.curves {
		mean := a.mean[i][c.low:c.high]
		for b, e := range a.excess[i][c.low:c.high] {
			mean[b] += move * (e - mean[b])
		}
	}
	a.moved = append(a.moved, move)
	return along > 0
}

// weighted returns the starts in the mean, those with next to no share left out.
func (a *split) weighted() [][]start {
	const least = 1e-6
	weights, left := make([]float64, len(a.moved)), 1.0
	for i := len(weights) - 1; i >= 0; i-- {
		weights[i] = left * a.moved[i]
		left -= weights[i]
	}
	starts := make([][]start, len(a.kinds))
	for i := range starts {
		var all []start
		if a.starts != nil {
			for _, s := range a.starts[i] {
				all = append(all, start{s.at, s.share * left})
			}
		}
		for k, w := range weights {
			all = append(all, start{a.found[i][k], w})
		}
		slices.SortStableFunc(all, func(a, b start) int { return cmp.Compare(a.at, b.at) })
		merged, sum := all[:0], 0.0
		for k := 0; k < len(all); {
			s := all[k]
			for k++; k < len(all) && all[k].at == s.at; k++ {
				s.share += all[k].share
			}
			if s.share >= least {
				merged, sum = append(merged, s), sum+s.share
			}
		}
		for _, s := range merged {
			starts[i] = append(starts[i], start{s.at, s.share / sum})
		}
	}
	return starts
}

// finish prepares the tables of the best prices for a search, with windows narrowed
// and starts restricted to those that their value leaves below upper; false where a
// kind has none.
func (a *split) finish(value, upper int64) bool {
	a.proven = value
	for _, c := range a.curves {
		c.sum()
	}
	least := make([]int64, len(a.kinds))
	for i := range a.kinds {
		k := &a.kinds[i]
		if k.starts == nil && !a.narrow(i, value, upper) {
			return false
		}
		least[i], _ = a.tails[i].cheapest(k.earliest)
	}
	spare := func(kind int, start int64) int64 { return a.tails[kind].cost(start) - least[kind] }
	if !a.restrict(spare, a.below(upper)<<a.unit-value) {
		return false
	}
	for i := range a.kinds {
		a.tails[i].fill(&a.kinds[i])
	}
	a.pack.finish(a.curves)
	return true
}

// narrow narrows the window of a kind.
func (a *split) narrow(i int, value, upper int64) bool {
	k, t := &a.kinds[i], a.tails[i]
	least, _ := t.cheapest(k.earliest)
	open := func(s int64) bool { return !a.reached(value-least+t.cost(s), upper) }
	bends := t.bends(k.earliest)
	first, last := 0, len(bends)-1
	for first <= last && !open(bends[first]) {
		first++
	}
	if first > last {
		return false
	}
	for !open(bends[last]) {
		last--
	}
	if first > 0 {
		k.earliest = boundary(bends[first], bends[first-1], open)
	}
	if last+1 < len(bends) {
		k.latest = boundary(bends[last], bends[last+1], open)
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
