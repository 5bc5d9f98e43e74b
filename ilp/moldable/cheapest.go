package moldable

import (
	"math"
	"slices"

	"github.com/optgap/optgap/heuristics/moldable"
)

// group holds some of a job's allotments, whose widths follow each other. The groups of a
// job make a binary tree: the root has all allotments, a leaf has one.
type group struct {
	slowest, fastest moldable.Allotment // with the fewest and with the most processors
	// width is the least work of the group divided by the time of slowest. For monotone
	// vectors it is slowest.Width.
	width       float64
	left, right int // indices of the groups with fewer and with more processors; 0: the group is a leaf
}

// offer is a job with its groups, and the cheapest choice at the last prices.
type offer struct {
	weight float64
	groups []group // the root is first
	best   choice
}

// choice is an allotment and a start of a job.
type choice struct {
	leaf  int     // index of the allotment's group
	start int     // index of the edge at which the job starts
	cost  float64 // at the prices
}

// newOffer returns the offer of a job. Its choice is the slowest allotment at 0.
func newOffer(j moldable.Job) offer {
	o := offer{weight: float64(j.Weight)}
	o.grow(j.Allotments())
	for o.groups[o.best.leaf].left != 0 {
		o.best.leaf = o.groups[o.best.leaf].left
	}
	return o
}

// grow appends the tree of the allotments. It returns the index of the tree's root and the
// least work of an allotment.
func (o *offer) grow(options []moldable.Allotment) (root int, work float64) {
	root = len(o.groups)
	g := group{slowest: options[0], fastest: options[len(options)-1]}
	o.groups = append(o.groups, g)
	if len(options) == 1 {
		work = float64(g.slowest.Work())
	} else {
		var a, b float64
		half := len(options) / 2
		g.left, a = o.grow(options[:half])
		g.right, b = o.grow(options[half:])
		work = min(a, b)
	}
	g.width = work / float64(g.slowest.Time)
	o.groups[root] = g
	return root, work
}

// cheapest sets best to the allotment and start of least cost at the prices, which do not
// rise. It goes through the tree and passes over groups that are surely not cheaper than
// the best allotment met so far.
//
// At prices that do not rise, some cheapest start of a job is an edge. For between two
// edges the cost of an allotment is concave in the start. The mean price of the time from
// a start on falls with the length of that time. So no allotment of a group costs less
// than
//
//	w (s + p) + W / q (P(s + q) - P(s)).
//
// Here w is the weight, s the start, P the integral of the price, and W the least work of
// the group. Its times are from p to q.
func (o *offer) cheapest(l *prices) {
	last := o.best.leaf
	o.best.cost = math.Inf(1)
	o.try(l, last)
	o.visit(l, 0, last)
}

// visit looks for a cheaper choice in the group of index at. The leaf last has been tried.
func (o *offer) visit(l *prices, at, last int) {
	g := &o.groups[at]
	if g.left == 0 {
		if at != last {
			o.try(l, at)
		}
		return
	}
	a, _ := l.least(o.weight, &o.groups[g.left], o.best.cost)
	b, _ := l.least(o.weight, &o.groups[g.right], o.best.cost)
	first, second, later := g.left, g.right, b
	if b < a {
		first, second, later = g.right, g.left, a
	}
	if min(a, b) < o.best.cost {
		o.visit(l, first, last)
	}
	if later < o.best.cost {
		o.visit(l, second, last)
	}
}

// try sets best to a leaf where that is cheaper.
func (o *offer) try(l *prices, leaf int) {
	if cost, start := l.least(o.weight, &o.groups[leaf], o.best.cost); cost < o.best.cost {
		o.best = choice{leaf, start, cost}
	}
}

// prices holds the price of a processor as a step function of time that does not rise,
// with its integral.
type prices struct {
	edges  []float64 // in ticks, the first is 0
	price  []float64 // from each edge to the next; after the last edge it is 0
	prefix []float64 // integral up to each edge
	// cell[c] is the index of the last edge not after tick c / perTick. A search for an
	// edge begins there. Few edges lie in a cell.
	cell    []int32
	perTick float64 // cells per tick
}

// cells is the number of cells for each piece of time between two edges.
const cells = 8

// newPrices returns prices of 0 between the edges. There are at least two edges.
func newPrices(edges []int64) prices {
	n := len(edges) - 1
	l := prices{edges: make([]float64, n+1), price: make([]float64, n), prefix: make([]float64, n+1)}
	for b, e := range edges {
		l.edges[b] = float64(e)
	}
	l.cell = make([]int32, cells*n+1)
	l.perTick = float64(cells*n) / l.edges[n]
	b := int32(0)
	for c := range l.cell {
		for int(b) < n && l.edges[b+1] <= float64(c)/l.perTick {
			b++
		}
		l.cell[c] = b
	}
	return l
}

// sum computes the integral, after price has changed.
func (l *prices) sum() {
	for b, v := range l.price {
		l.prefix[b+1] = l.prefix[b] + v*(l.edges[b+1]-l.edges[b])
	}
}

// stride is the number of edges that least looks at together.
const stride = 8

// least returns the least value over all edges of the lower bound that offer.cheapest
// states for a group, and the index of the edge. It returns limit where no value is below
// limit.
//
// The first part of the bound rises with the start, the second one falls. So the first
// part at the first edge of a block of edges, plus the second one at its last edge, is at
// most all values in the block.
func (l *prices) least(weight float64, g *group, limit float64) (cost float64, start int) {
	short, long := float64(g.fastest.Time), float64(g.slowest.Time)
	cost = limit
	last := len(l.edges) - 1
	for first := 0; first <= last; first += stride {
		cheap := weight * (l.edges[first] + short)
		if cheap >= cost {
			break
		}
		end := min(first+stride-1, last)
		if cheap+g.width*(l.until(l.edges[end]+long)-l.prefix[end]) >= cost {
			continue
		}
		for b := first; b <= end; b++ {
			s := l.edges[b]
			if v := weight*(s+short) + g.width*(l.until(s+long)-l.prefix[b]); v < cost {
				cost, start = v, b
			}
		}
	}
	return cost, start
}

// until returns the integral of the price up to the tick.
func (l *prices) until(tick float64) float64 {
	n := len(l.price)
	if tick >= l.edges[n] {
		return l.prefix[n]
	}
	b := min(int(l.cell[int(tick*l.perTick)]), n-1) // at most, as products are rounded
	for l.edges[b+1] <= tick {
		b++
	}
	return l.prefix[b] + (tick-l.edges[b])*l.price[b]
}

// waitCost tells the least priced cost of a job that starts at a tick or later.
type waitCost struct {
	weight  float64
	options []moldable.Allotment
	edges   []float64 // of the prices
	atEdge  []float64 // by edge: the least cost over the allotments at a start at the edge
	later   []float64 // by edge: the same at a start at the edge or a later one
}

func newWaitCost(j moldable.Job, p *prices) waitCost {
	w := waitCost{weight: float64(j.Weight), options: j.Allotments(), edges: p.edges}
	n := len(p.edges)
	w.atEdge, w.later = make([]float64, n), make([]float64, n)
	least := math.Inf(1)
	for b := n - 1; b >= 0; b-- {
		w.atEdge[b] = math.Inf(1)
		for _, a := range w.options {
			w.atEdge[b] = min(w.atEdge[b], w.of(a, int64(p.edges[b]), p))
		}
		least = min(least, w.atEdge[b])
		w.later[b] = least
	}
	return w
}

// of returns the priced cost of an allotment at a start.
func (w *waitCost) of(a moldable.Allotment, start int64, p *prices) float64 {
	end := float64(start + a.Time)
	return w.weight*end + float64(a.Width)*(p.until(end)-p.until(float64(start)))
}

// at returns a lower bound on the cost at a start at the tick or later. At prices that do
// not rise, the cost of an allotment is concave in the start between two edges. So the
// least cost over the allotments is concave as well, and not below the line between its
// values at the edges.
func (w *waitCost) at(tick int64) float64 {
	t, n := float64(tick), len(w.edges)
	if t >= w.edges[n-1] { // processors cost nothing here
		return w.atEdge[n-1] + w.weight*(t-w.edges[n-1])
	}
	b, at := slices.BinarySearch(w.edges, t)
	if !at {
		b-- // the last edge that is not after the tick
	}
	share := (t - w.edges[b]) / (w.edges[b+1] - w.edges[b])
	return min(w.later[b+1], w.atEdge[b]*(1-share)+w.atEdge[b+1]*share)
}
