package moldable

import (
	"math"

	"github.com/optgap/optgap/heuristics/moldable"
)

// group is some of a job's allotments that are next to each other. Groups make a binary
// tree: the root has all allotments, a leaf one.
type group struct {
	widest, fastest moldable.Allotment // with the fewest and with the most processors
	// width is the least work of the group over the time of widest. For monotone
	// vectors it is widest.Width.
	width       float64
	left, right int // groups with fewer and more processors; 0: a leaf
}

// offer is a job with its groups and the allotment and start that were the cheapest
// last.
type offer struct {
	weight float64
	groups []group
	best   choice
}

// choice is an allotment and a start, with its cost at the prices.
type choice struct {
	leaf  int // group
	start int // edge
	cost  float64
}

func newOffer(j moldable.Job) offer {
	o := offer{weight: float64(j.Weight)}
	o.grow(j.Allotments())
	for o.groups[o.best.leaf].left != 0 {
		o.best.leaf = o.groups[o.best.leaf].left
	}
	return o
}

// grow appends the tree of the allotments and returns its root and its least work.
func (o *offer) grow(options []moldable.Allotment) (root int, work float64) {
	root = len(o.groups)
	g := group{widest: options[0], fastest: options[len(options)-1]}
	o.groups = append(o.groups, g)
	if len(options) == 1 {
		work = float64(g.widest.Work())
	} else {
		var a, b float64
		half := len(options) / 2
		g.left, a = o.grow(options[:half])
		g.right, b = o.grow(options[half:])
		work = min(a, b)
	}
	g.width = work / float64(g.widest.Time)
	o.groups[root] = g
	return root, work
}

// cheapest sets best to the allotment and start of least cost at the prices, which do not
// rise. It goes through the tree and passes over the groups that are not cheaper than
// the best allotment met.
//
// At prices that do not rise, a job costs least at a start at an edge: between edges,
// the price that it saves by starting later falls only where its end passes an edge. And
// the mean price of the time from a start on falls with the length of that time. So with
// work W, times from p to q, and starts at s, no allotment of a group costs less than
//
//	w (s + p) + W / q (P(s + q) - P(s)).
func (o *offer) cheapest(l *prices) {
	last := o.best.leaf
	o.best.cost = math.Inf(1)
	o.try(l, last)
	o.visit(l, 0, last)
}

// visit looks for a cheaper choice in a group. The leaf last has been tried.
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

// prices is a step function of time that does not rise, with its integral.
type prices struct {
	edges  []float64 // in ticks, the first is 0
	price  []float64 // from each edge to the next; after the last edge it is 0
	prefix []float64 // integral up to each edge
	// cell[c] is the last edge not after tick c / perTick. It makes finding an edge
	// cheap: few edges lie in a cell.
	cell    []int32
	perTick float64
}

// cells is the number of cells for each piece.
const cells = 8

// newPrices returns prices of 0 between the edges, of which there are at least two.
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

// sum computes the integral.
func (l *prices) sum() {
	for b, v := range l.price {
		l.prefix[b+1] = l.prefix[b] + v*(l.edges[b+1]-l.edges[b])
	}
}

// stride is the number of edges that least looks at together.
const stride = 8

// least returns the least value of the expression above over all edges, and the edge.
// Values of at least limit are of no interest: then it returns limit or more.
//
// The first part of the expression rises with the start, the second one falls. So the
// first part at the first edge of a block of edges and the second one at its last edge
// are a bound for the block.
func (l *prices) least(weight float64, g *group, limit float64) (cost float64, start int) {
	short, long := float64(g.fastest.Time), float64(g.widest.Time)
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
