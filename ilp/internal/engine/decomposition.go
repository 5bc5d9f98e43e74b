package engine

import (
	"math"
)

// Decomposition is the Lagrangian decomposition of a problem into the starts of each
// job and the set of jobs that the machine holds in each second. Each kind of jobs has
// prices of its own.
type Decomposition struct {
	Problem *Problem
	Curves  []*Curve // by kind: the price of one job
	Tails   []*Tail  // by kind
	Pack    *Packing
	lengths []float64 // by bucket: its seconds
	highest float64   // the largest price with which no sum overflows
	Proven  int64     // value of the best prices, in units; set by finish
	starts  []int64   // by kind: the cheapest start at the present prices; of forests none
	found   [][]int64 // by kind and step: the cheapest start at the step's prices, of each job where it is in a forest
	moved   []float64 // by step: the share of its excess in the mean excess right after the step

	joint *joint // nil: the least cost of each job is found by itself
	Dual  Dual
	// The following are by kind and bucket:
	excess    [][]float64 // of the last step: see value
	direction [][]float64 // of the last step
	weight    [][]float64 // 1 / (root of Dual.Square times the bucket's seconds)
}

// NewDecomposition begins with the given prices. The price of a kind is 0 in buckets in
// which none of its jobs can run. newDecomposition returns nil where time is up.
func NewDecomposition(p *Problem, from Dual) *Decomposition {
	g := from.Timeline
	n := len(p.Kinds)
	a := &Decomposition{
		Problem: p,
		Pack:    newPacking(p, g),
		starts:  make([]int64, n),
		found:   make([][]int64, n),
		Dual:    Dual{Timeline: g, Starts: from.Starts},
		lengths: g.lengths(),
		highest: min(
			math.Ldexp(1, priceBits)/float64(g.End()),
			math.Ldexp(1, exactBits),
		) / float64(
			p.Jobs(),
		),
	}
	scratch := make([]float64, 3*n*g.N)
	for i := range p.Kinds {
		if p.Watch.Spend(cornerWork * g.N) {
			return nil
		}
		k := &p.Kinds[i]
		c := newCurve(g)
		c.narrow(k.Earliest, k.Latest+k.Duration)
		for b := c.low; b < c.high; b++ {
			c.Price[b] = min(from.Prices[i][b], int64(a.highest))
		}
		a.Curves = append(a.Curves, c)
		a.Tails = append(a.Tails, newTail(c, k.Weight<<p.Unit, k))
		a.Dual.Prices = append(a.Dual.Prices, make([]int64, g.N))
		a.Dual.Mean = append(a.Dual.Mean, make([]float64, g.N)) // a part keeps it
		a.Dual.Square = append(a.Dual.Square, make([]float64, g.N))
		for _, v := range []*[][]float64{&a.excess, &a.direction, &a.weight} {
			*v = append(*v, scratch[:g.N:g.N])
			scratch = scratch[g.N:]
		}
		if from.Mean != nil {
			copy(a.Dual.Mean[i][c.low:c.high], from.Mean[i][c.low:c.high])
		}
		if from.Square != nil {
			copy(a.Dual.Square[i], from.Square[i])
		}
		for b, square := range a.Dual.Square[i] {
			a.weight[i][b] = weightOf(square, a.lengths[b])
		}
	}
	a.keep()
	return a
}

// Join finds the least costs of jobs that clash together from now on, by a forest for the starts of
// the price steps so far. It returns false where no jobs clash, there are no such starts, or time is
// up.
func (a *Decomposition) Join() bool {
	forest := a.Problem.forest(a.Dual.Starts)
	if len(forest) == 0 || a.Problem.Watch.Spend(cornerWork*a.Dual.Timeline.N*len(forest)) {
		return false
	}
	a.Dual.Forest = forest
	a.joint = newJoint(a.Problem, a.Dual.Timeline, forest)
	return true
}

// Value returns the bound that the prices prove, in units. It sets excess to the
// job-seconds of each kind that the cheapest starts use of each bucket, less those that
// the best sets hold. Where time is up, value returns any number.
//
// The forest, chunks of the kinds and chunks of the buckets are looked at at once. All sums are
// those of integers, so the chunks change nothing.
func (a *Decomposition) Value() int64 {
	for i, c := range a.Curves {
		if a.Problem.Watch.Spend(len(a.Tails[i].corners.list)) {
			return 0
		}
		clear(a.excess[i][c.low:c.high])
	}
	if a.joint != nil && a.Problem.Watch.Spend(a.joint.work) {
		return 0
	}
	chunks := len(a.Pack.desks)
	totals := make([]int64, 1+2*chunks)
	FanOut(a.Problem.Workers, len(totals), func(i int) {
		switch {
		case i == 0:
			totals[i] = a.together()
		case i <= chunks:
			totals[i] = -a.Pack.settle(i-1, a.Curves, func(kind, bucket int, seconds int64) {
				a.excess[kind][bucket] -= float64(seconds)
			})
		default:
			n := len(a.Curves)
			totals[i] = a.apart(n*(i-1-chunks)/chunks, n*(i-chunks)/chunks)
		}
	})
	work := 0
	for i := range a.Pack.desks {
		a.Problem.Watch.Join(a.Pack.desks[i].watch)
		work += a.Pack.desks[i].work
	}
	if a.Problem.Watch.Spend(work) {
		return 0
	}
	for i, k := range a.Problem.Kinds {
		if !a.joint.has(i) {
			a.use(i, a.starts[i], k.Count)
		}
	}
	if a.joint != nil {
		a.joint.starts(a.Tails, func(kind int, start int64) { a.use(kind, start, 1) })
	}
	total := int64(0)
	for _, t := range totals {
		total += t
	}
	return total
}

// together returns the least cost of the jobs of the forest.
func (a *Decomposition) together() int64 {
	if a.joint == nil {
		return 0
	}
	for i, c := range a.Curves {
		if a.joint.has(i) {
			c.sum()
		}
	}
	return a.joint.least(a.Tails)
}

// apart returns the least cost of the jobs that are in no forest, of kinds from low to before high,
// and sets their starts.
func (a *Decomposition) apart(low, high int) (total int64) {
	for i := low; i < high; i++ {
		if a.joint.has(i) {
			continue
		}
		k := &a.Problem.Kinds[i]
		a.Curves[i].sum()
		least, start := a.Tails[i].cheapest(k.Earliest)
		a.starts[i] = start
		total += k.Count * least
	}
	return total
}

// use counts jobs of a kind that start at a second.
func (a *Decomposition) use(kind int, start, jobs int64) {
	a.found[kind] = append(a.found[kind], start)
	addPerSecond(
		a.Dual.Timeline,
		a.excess[kind],
		start,
		start+a.Problem.Kinds[kind].Duration,
		float64(jobs),
	)
}

// keep remembers the present prices as the best.
func (a *Decomposition) keep() {
	for i, c := range a.Curves {
		copy(a.Dual.Prices[i][c.low:], c.Price[c.low:c.high])
	}
}
