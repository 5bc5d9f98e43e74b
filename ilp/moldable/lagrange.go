package moldable

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/subgradient"
)

// LagrangeOptions steer Lagrange; zero values get defaults.
type LagrangeOptions struct {
	// Pieces is the number of pieces of time with a price each; 0: DefaultPieces.
	Pieces int
	// Iterations is the number of subgradient steps; 0: DefaultIterations.
	Iterations int
	// Stop, where set, is asked before each step; true ends the search with what it has.
	Stop func() bool
}

// Defaults of LagrangeOptions.
const (
	DefaultPieces     = 128
	DefaultIterations = 200
)

// Validate reports an option that is out of its range, as a *optgap.FieldError.
func (o LagrangeOptions) Validate() error {
	if o.Pieces < 0 || o.Pieces > 1<<16 {
		return &optgap.FieldError{Field: "pieces", Found: fmt.Sprint(o.Pieces), Expected: "1 to 65536, or 0 for the default"}
	}
	if o.Iterations < 0 {
		return &optgap.FieldError{
			Field:    "iterations",
			Found:    fmt.Sprint(o.Iterations),
			Expected: "at least 1, or 0 for the default",
		}
	}
	return nil
}

// LagrangeBound is a proven lower bound on the minsum.
type LagrangeBound struct {
	Certificate *Certificate // proves it
	Bound       int64        // at most the minsum of every schedule
	// Schedule is the best one that the choices at some prices have made, or the known
	// one.
	Schedule   moldable.Schedule
	Iterations int
}

// The step size is that of Polyak's rule times a factor. After patience steps without a
// better value the factor is cut. Levels of finer pieces begin with prices of coarser
// ones.
const (
	firstStep = 1.0
	cut       = 0.6
	patience  = 4
	smallest  = 1e-3
	coarsest  = 32 // pieces of the first level
	every     = 5  // a schedule is made after so many steps
)

// Lagrange bounds the minsum by prices: see the package's comment. known is a schedule of
// the instance. Its ends and its minsum guide the search, and do not change what is
// proven.
func Lagrange(in *moldable.Instance, known moldable.Schedule, o LagrangeOptions) (*LagrangeBound, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Pieces == 0 {
		o.Pieces = DefaultPieces
	}
	if o.Iterations == 0 {
		o.Iterations = DefaultIterations
	}
	r := newRise(in, known, o)
	r.all()
	c := certify(in, r.edges, r.best)
	return &LagrangeBound{c, c.Bound, r.known, r.iterations}, nil
}

// rise is the search for prices with a large value.
type rise struct {
	in     *moldable.Instance
	known  moldable.Schedule
	upper  float64
	o      LagrangeOptions
	offers []offer

	edges      []int64   // of the current level
	best       []float64 // prices with the largest value
	value      float64   // of best
	iterations int

	prices prices
	used   []float64 // processor-ticks that the choices use in each piece
	lister lister
}

func newRise(in *moldable.Instance, known moldable.Schedule, o LagrangeOptions) *rise {
	r := &rise{in: in, known: known, upper: float64(known.Minsum(in)), o: o}
	for _, j := range in.Jobs {
		r.offers = append(r.offers, newOffer(j))
	}
	return r
}

// all goes through the levels, from coarse to fine pieces.
func (r *rise) all() {
	levels := 1
	for coarsest<<levels <= r.o.Pieces {
		levels++
	}
	for k := range levels {
		pieces := min(coarsest<<k, r.o.Pieces)
		if k == levels-1 {
			pieces = r.o.Pieces
		}
		before, price := r.edges, r.best
		r.edges = r.pieces(pieces)
		r.best = r.begin(before, price)
		r.climb(r.o.Iterations * (k + 1) / levels)
	}
}

// pieces returns edges from 0 to the makespan of the known schedule.
func (r *rise) pieces(n int) []int64 {
	end := r.known.Makespan(r.in)
	const bend = 0.05 // of the makespan: before it the pieces get shorter
	edges := []int64{0}
	for b := 1; b <= n; b++ {
		t := bend * (math.Pow(1+1/bend, float64(b)/float64(n)) - 1)
		if e := int64(math.Round(t * float64(end))); e > edges[len(edges)-1] {
			edges = append(edges, e)
		}
	}
	return edges
}

// begin returns the first prices of a level: those of the level before, or at first those
// that are optimal when works flow into the machine.
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

// fluid returns the prices that are optimal when the least works of the jobs flow into
// the machine by falling weight over work: at each tick they fall by that ratio of the
// job that flows.
func (r *rise) fluid() []float64 {
	type flow struct{ weight, work float64 }
	var flows []flow
	for i := range r.offers {
		o := &r.offers[i]
		flows = append(flows, flow{o.weight, o.groups[0].width * float64(o.groups[0].widest.Time)})
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
	// at returns the price at a tick: what is left of the falls.
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

// climb takes subgradient steps from the best prices, until so many have been taken in
// all.
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
		if r.o.Stop != nil && r.o.Stop() {
			break
		}
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

// evaluate returns L at the prices and records what the choices use of each piece.
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
		a := o.groups[o.best.leaf].widest
		r.use(o.best.start, float64(a.Time), float64(a.Width))
	}
	return value
}

// schedule makes schedules of the choices and keeps the best one.
func (r *rise) schedule() {
	if s, minsum := r.lister.best(r.in, r.offers, &r.prices); float64(minsum) < r.upper {
		r.known, r.upper = s, float64(minsum)
	}
}

// use adds the processor-ticks of a job that starts at an edge to the pieces.
func (r *rise) use(start int, time, width float64) {
	end := r.prices.edges[start] + time
	for b := start; b < len(r.used) && r.prices.edges[b] < end; b++ {
		r.used[b] += width * (min(end, r.prices.edges[b+1]) - r.prices.edges[b])
	}
}
