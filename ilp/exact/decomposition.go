package exact

import (
	"math"
)

// decomposition is the Lagrangian decomposition of a problem into the starts of each
// job and the set of jobs that the machine holds in each second. Each kind of jobs has
// prices of its own.
type decomposition struct {
	*problem
	curves  []*curve // per kind: the price of one job
	tails   []*tail  // per kind
	pack    *packing
	lengths []float64 // of the buckets
	highest float64   // price up to which no sum overflows
	proven  int64     // value of the best prices, in units; set by finish
	found   [][]int64 // per kind: the cheapest start at the prices of each step
	moved   []float64 // share with which each step's findings entered the mean

	dual
	excess, direction [][]float64 // by kind and bucket
	square, weight    [][]float64 // by kind and bucket: mean square of the excess in a second; 1 / (its root times the bucket's seconds)
}

// newDecomposition begins with given prices by kind and bucket. In buckets in which no
// job of a kind can run, its price is 0. Where time is up, it returns nil.
func newDecomposition(p *problem, from dual) *decomposition {
	g, n := from.timeline, len(p.kinds)
	a := &decomposition{
		problem: p, pack: newPacking(p, g), found: make([][]int64, n), dual: dual{timeline: g, starts: from.starts}, lengths: g.lengths(),
		highest: min(math.Ldexp(1, priceBits)/float64(g.end()), math.Ldexp(1, exactBits)) / float64(p.jobs()),
	}
	scratch := make([]float64, 4*n*g.n)
	for i := range p.kinds {
		if p.watch.spend(cornerWork * g.n) {
			return nil
		}
		k, c := &p.kinds[i], newCurve(g)
		c.narrow(k.earliest, k.latest+k.duration)
		for b := c.low; b < c.high; b++ {
			c.price[b] = min(from.prices[i][b], int64(a.highest))
		}
		a.curves = append(a.curves, c)
		a.tails = append(a.tails, newTail(c, k.width<<p.unit, k))
		a.prices = append(a.prices, make([]int64, g.n))
		a.mean = append(a.mean, make([]float64, g.n)) // a part keeps it
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

// value returns the bound that the prices prove, in units. It leaves in excess how
// much more of each bucket the cheapest starts use than the best sets hold. Where time
// is up, it returns any number.
func (a *decomposition) value() int64 {
	total := int64(0)
	for i := range a.kinds {
		k := &a.kinds[i]
		if a.watch.spend(len(a.tails[i].list)) {
			return 0
		}
		a.curves[i].sum()
		least, start := a.tails[i].cheapest(k.earliest)
		total += k.count * least
		a.found[i] = append(a.found[i], start)
		clear(a.excess[i][a.curves[i].low:a.curves[i].high])
		spread(a.timeline, a.excess[i], start, start+k.duration, float64(k.count))
	}
	return total - a.pack.settle(a.curves, func(kind, bucket int, seconds int64) {
		a.excess[kind][bucket] -= float64(seconds)
	})
}

// keep remembers the prices as the best.
func (a *decomposition) keep() {
	for i, c := range a.curves {
		copy(a.prices[i][c.low:], c.price[c.low:c.high])
	}
}
