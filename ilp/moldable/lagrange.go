package moldable

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/subgradient"
)

// Lagrange has a price for each of so many pieces of time, and takes so many subgradient steps.
const (
	pieces     = 128
	iterations = 200
)

// LagrangeBound is a proven lower bound on the minsum.
type LagrangeBound struct {
	Certificate *optgap.Certificate // proves the bound
	Bound       int64               // at most the minsum of every schedule
	// Schedule is the best schedule met: one that the choices at some prices have made, or
	// the known one.
	Schedule moldable.Schedule
}

// A step is that of Polyak's rule times a factor. The factor is firstStep at first. After
// patience steps without a better value it is multiplied by cut. A level ends where the
// factor is at most smallest. The first level has coarsest pieces. Each level of finer
// pieces begins with the prices of the level before. After every so many steps a schedule
// is made.
const (
	firstStep = 1.0
	cut       = 0.6
	patience  = 4
	smallest  = 1e-3
	coarsest  = 32
	every     = 5
)

// Lagrange bounds the minsum by prices: see the package's comment. known is a schedule of
// the instance. Its makespan and its minsum guide the search. The bound holds whatever
// they are.
func Lagrange(in *moldable.Instance, known moldable.Schedule) *LagrangeBound {
	return lagrange(in, known, pieces, iterations)
}

func lagrange(in *moldable.Instance, known moldable.Schedule, pieces, iterations int) *LagrangeBound {
	r := newRise(in, known)
	r.all(pieces, iterations)
	c := certify(in, r.edges, r.best)
	return &LagrangeBound{c, c.Bound, r.known}
}

// rise is the state of Lagrange, the search for prices with a large value.
type rise struct {
	in     *moldable.Instance
	known  moldable.Schedule // the best one so far
	upper  float64           // minsum of known
	offers []offer           // by job

	edges      []int64   // of the pieces of the current level, in ticks
	best       []float64 // prices with the largest value, by piece
	value      float64   // of best
	iterations int       // steps taken

	prices prices
	used   []float64 // processor-ticks that the choices use in each piece
	lister lister
}

func newRise(in *moldable.Instance, known moldable.Schedule) *rise {
	r := &rise{in: in, known: known, upper: float64(known.Minsum(in))}
	for _, j := range in.Jobs {
		r.offers = append(r.offers, newOffer(j))
	}
	return r
}

// all goes through the levels, from coarse to fine pieces.
func (r *rise) all(pieces, iterations int) {
	levels := 1
	for coarsest<<levels <= pieces {
		levels++
	}
	for k := range levels {
		n := min(coarsest<<k, pieces)
		if k == levels-1 {
			n = pieces
		}
		before, price := r.edges, r.best
		r.edges = r.pieces(n)
		r.best = r.begin(before, price)
		r.climb(iterations * (k + 1) / levels)
	}
}

// pieces returns edges from 0 to the makespan of the known schedule.
func (r *rise) pieces(n int) []int64 {
	end := r.known.Makespan(r.in)
	const bend = 0.05 // a share of the makespan, before which pieces get shorter towards 0
	edges := []int64{0}
	for b := 1; b <= n; b++ {
		t := bend * (math.Pow(1+1/bend, float64(b)/float64(n)) - 1)
		if e := int64(math.Round(t * float64(end))); e > edges[len(edges)-1] {
			edges = append(edges, e)
		}
	}
	return edges
}

// begin returns the first prices of a level: those of the level before, which had the given
// edges. The first level has none before it, and edges is nil; it begins with fluid.
func (r *rise) begin(edges []int64, price []float64) []float64 {
	if edges == nil {
		return r.fluid()
	}
	first := make([]float64, len(r.edges)-1)
	for b := range first {
		from, to := r.edges[b], r.edges[b+1]
		k, _ := slices.BinarySearch(edges, (from+to)/2+1)
		if k > 0 && k < len(edges) {
			first[b] = price[k-1]
		}
	}
	return first
}

// fluid returns the prices that are optimal when the least works of the jobs flow into the
// machine by falling weight over work. At each tick the prices fall by weight over work of
// the job that flows.
func (r *rise) fluid() []float64 {
	type flow struct{ weight, work float64 }
	var flows []flow
	for i := range r.offers {
		o := &r.offers[i]
		root := &o.groups[0]
		flows = append(flows, flow{o.weight, root.width * float64(root.slowest.Time)})
	}
	slices.SortFunc(flows, func(a, b flow) int {
		switch x, y := a.weight*b.work, b.weight*a.work; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	// The price of a piece is the sum of all falls after the middle of the piece.
	m := float64(r.in.Machine)
	price := make([]float64, len(r.edges)-1)
	for b := range price {
		t := float64(r.edges[b]+r.edges[b+1]) / 2
		now := 0.0
		for _, f := range flows {
			length := f.work / m
			left := min(length, max(0, now+length-t))
			price[b] += left * f.weight / f.work
			now += length
		}
	}
	return price
}

// climb takes subgradient steps from the best prices, until all levels together have taken
// so many steps.
func (r *rise) climb(iterations int) {
	n := len(r.edges) - 1
	length := make([]float64, n)
	for b := range length {
		length[b] = float64(r.edges[b+1] - r.edges[b])
	}
	r.prices = newPrices(r.edges)
	r.used = make([]float64, n)
	ascent := subgradient.New(length, math.Inf(1))
	ascent.Restart(r.best)
	r.value = math.Inf(-1)
	step, since := firstStep, 0
	for ; r.iterations < iterations && step > smallest; r.iterations++ {
		fall(ascent.Price, length)
		value := r.evaluate(ascent.Price)
		if r.iterations%every == every-1 {
			r.schedule()
		}
		if value > r.value {
			if value > r.value+1e-5*math.Abs(r.value) {
				since = 0
			}
			r.value, r.best = value, append(r.best[:0], ascent.Price...)
		} else if since++; since >= patience {
			step, since = step*cut, 0
			ascent.Restart(r.best)
			value = r.evaluate(ascent.Price)
		}
		for b := range ascent.Excess {
			ascent.Excess[b] = r.used[b]/length[b] - float64(r.in.Machine)
		}
		if !ascent.Move(step * (r.upper - value)) {
			break
		}
	}
}

// evaluate returns L at the prices. It sets used to the processor-ticks that the choices
// use in each piece.
func (r *rise) evaluate(price []float64) float64 {
	l := &r.prices
	l.price = price
	l.sum()
	clear(r.used)
	value := -float64(r.in.Machine) * l.prefix[len(l.prefix)-1]
	for i := range r.offers {
		o := &r.offers[i]
		o.cheapest(l)
		value += o.best.cost
		a := o.groups[o.best.leaf].slowest
		r.use(o.best.start, float64(a.Time), float64(a.Width))
	}
	return value
}

// schedule makes schedules of the choices, and keeps one that is better than known.
func (r *rise) schedule() {
	if s, minsum := r.lister.best(r.in, r.offers, &r.prices); float64(minsum) < r.upper {
		r.known, r.upper = s, float64(minsum)
	}
}

// use adds the processor-ticks of a job that starts at an edge to used.
func (r *rise) use(start int, time, width float64) {
	end := r.prices.edges[start] + time
	for b := start; b < len(r.used) && r.prices.edges[b] < end; b++ {
		r.used[b] += width * (min(end, r.prices.edges[b+1]) - r.prices.edges[b])
	}
}
