package exact

import (
	"math"
)

// decomposition is the Lagrangian decomposition of a problem into the starts of each
// job and the set of jobs that the machine holds in each second. Each kind of jobs has
// prices of its own.
type decomposition struct {
	problem *problem
	curves  []*curve // by kind: the price of one job
	tails   []*tail  // by kind
	pack    *packing
	lengths []float64 // by bucket: its seconds
	highest float64   // the largest price with which no sum overflows
	proven  int64     // value of the best prices, in units; set by finish
	found   [][]int64 // by kind and step: the cheapest start at the step's prices
	moved   []float64 // by step: the share of its excess in the mean excess right after the step

	dual dual
	// The following are by kind and bucket:
	excess    [][]float64 // of the last step: see value
	direction [][]float64 // of the last step
	square    [][]float64 // mean square of the excess in a second, over the steps
	weight    [][]float64 // 1 / (root of square times the bucket's seconds)
}

// newDecomposition begins with the given prices. The price of a kind is 0 in buckets in
// which none of its jobs can run. newDecomposition returns nil where time is up.
func newDecomposition(p *problem, from dual) *decomposition {
	g, n := from.timeline, len(p.kinds)
	a := &decomposition{
		problem: p, pack: newPacking(p, g), found: make([][]int64, n),
		dual: dual{timeline: g, starts: from.starts}, lengths: g.lengths(),
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
		a.dual.prices = append(a.dual.prices, make([]int64, g.n))
		a.dual.mean = append(a.dual.mean, make([]float64, g.n)) // a part keeps it
		for _, v := range []*[][]float64{&a.excess, &a.direction, &a.square, &a.weight} {
			*v = append(*v, scratch[:g.n:g.n])
			scratch = scratch[g.n:]
		}
		if from.mean != nil {
			copy(a.dual.mean[i][c.low:c.high], from.mean[i][c.low:c.high])
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

// value returns the bound that the prices prove, in units. It sets excess to the
// job-seconds of each kind that the cheapest starts use of each bucket, less those that
// the best sets hold. Where time is up, value returns any number.
func (a *decomposition) value() int64 {
	total := int64(0)
	for i := range a.problem.kinds {
		k := &a.problem.kinds[i]
		if a.problem.watch.spend(len(a.tails[i].corners.list)) {
			return 0
		}
		a.curves[i].sum()
		least, start := a.tails[i].cheapest(k.earliest)
		total += k.count * least
		a.found[i] = append(a.found[i], start)
		clear(a.excess[i][a.curves[i].low:a.curves[i].high])
		addPerSecond(a.dual.timeline, a.excess[i], start, start+k.duration, float64(k.count))
	}
	return total - a.pack.settle(a.curves, func(kind, bucket int, seconds int64) {
		a.excess[kind][bucket] -= float64(seconds)
	})
}

// keep remembers the present prices as the best.
func (a *decomposition) keep() {
	for i, c := range a.curves {
		copy(a.dual.prices[i][c.low:], c.price[c.low:c.high])
	}
}
