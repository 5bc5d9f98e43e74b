// Package lagrange bounds time-indexed problems from below by pricing their
// capacity: every processor has a price in every slot. Each job chooses the start that
// is cheapest for it alone. The price of the whole capacity is then subtracted. For any
// prices >= 0 the value
//
//	L = Offset + sum_i min_s (Costs_i(s) + Width_i * price of [s, s+Slots_i)) - sum_t price_t * Capacity_t
//
// is at most the optimum. The maximum of L over all prices is the value of the linear
// relaxation. Maximise approaches this maximum by subgradient steps, without a solver. Its
// prices are constant over buckets of slots.
//
// Take a start in place of a job's cheapest one. Where this lifts L above the objective of
// a known schedule, no better schedule uses the start. Fix drops such starts.
package lagrange

import (
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/subgradient"
)

// Options steer Maximise; zero values get defaults.
type Options struct {
	Iterations int // subgradient steps; 0: 400
	Buckets    int // with a price each; 0: 600
	// Stop ends the search by returning true; nil: the search takes all its steps. It is
	// called before each step. The best prices so far are the result.
	Stop func() bool
}

// Bound is the best value found, with the prices that prove it.
type Bound struct {
	Value      float64
	Edges      []grid.Slot // Price[b] holds in the slots [Edges[b], Edges[b+1])
	Price      []float64   // processor-seconds of objective per processor and slot
	Iterations int         // steps taken
}

// A step is that of Polyak's rule times a factor. The factor is firstStep at first. After
// patience steps without a better value it is multiplied by cut, as is usual for
// subgradient methods. The search ends where the factor is at most smallest.
const (
	firstStep = 1.0
	cut       = 0.6
	patience  = 12
	smallest  = 1e-4
)

// Maximise looks for prices with a large value. upper is the objective of a
// known schedule, and makespan the slot by which that schedule ends. Both only guide the
// search. Every class has a start. Each iteration takes O(starts + slots).
func Maximise(p *grid.Problem, upper int64, makespan grid.Slot, o Options) *Bound {
	if o.Iterations == 0 {
		o.Iterations = 400
	}
	if o.Buckets == 0 {
		o.Buckets = 600
	}
	s := newSearch(p, edges(len(p.Capacity), int(makespan), o.Buckets))
	s.fluidPrices()
	best := &Bound{Value: math.Inf(-1), Edges: s.edges}
	step, since := firstStep, 0
	for ; best.Iterations < o.Iterations && step > smallest; best.Iterations++ {
		if best.Iterations > 0 && o.Stop != nil && o.Stop() {
			break
		}
		value := s.evaluate()
		if best.Iterations == 0 || value > best.Value+1e-7*math.Abs(best.Value) {
			since = 0
		} else if since++; since >= patience {
			step, since = step*cut, 0
			s.Restart(best.Price)
			value = s.evaluate()
		}
		if value > best.Value {
			best.Value, best.Price = value, append(best.Price[:0], s.Price...)
			if p.RoundUp(value) >= upper {
				break
			}
		}
		if !s.move(step * (float64(upper) - value)) {
			break
		}
	}
	return best
}

// edges returns bucket borders from 0 to n, nine in ten of them up to the
// makespan of the known schedule.
func edges(n, makespan, buckets int) []grid.Slot {
	e := []grid.Slot{0}
	until := func(end, count int) {
		from := int(e[len(e)-1])
		count = min(count, end-from)
		for b := 1; b <= count; b++ {
			e = append(e, grid.Slot(from+(end-from)*b/count))
		}
	}
	until(min(n, max(makespan, 1)), buckets*9/10)
	until(n, buckets-buckets*9/10)
	return e
}

// search is the state of Maximise.
type search struct {
	*subgradient.Ascent
	p        *grid.Problem
	edges    []grid.Slot
	length   []float64 // slots of each bucket
	capacity []float64 // sum of the capacity over each bucket
	bucket   []int32   // bucket of each slot
	prefix   []float64 // prices summed over the slots before each
	used     []float64 // processor-slots used in each bucket by the chosen starts
}

func newSearch(p *grid.Problem, edges []grid.Slot) *search {
	n, b := len(p.Capacity), len(edges)-1
	s := &search{
		p: p, edges: edges,
		length: make([]float64, b), capacity: make([]float64, b), used: make([]float64, b),
		bucket: make([]int32, n+1), prefix: make([]float64, n+1),
	}
	for k := range b {
		s.length[k] = float64(edges[k+1] - edges[k])
		for t := edges[k]; t < edges[k+1]; t++ {
			s.bucket[t] = int32(k)
			s.capacity[k] += float64(p.Capacity[t])
		}
	}
	s.bucket[n] = int32(b)
	s.Ascent = subgradient.New(s.length, math.Inf(1))
	return s
}

// fluidPrices sets the prices to those that are optimal when areas flow into the
// capacity, shortest job first: in each slot they fall by the scale divided by the
// slots of the job that flows in it.
func (s *search) fluidPrices() {
	classes := make([]grid.Class, 0, len(s.p.Classes))
	for _, c := range s.p.Classes {
		if c.Slots > 0 {
			classes = append(classes, c)
		}
	}
	slices.SortFunc(classes, func(a, b grid.Class) int { return int(a.Slots - b.Slots) })
	fall := make([]float64, len(s.p.Capacity)+1)
	next, left := 0, 0.0
	for t, free := range s.p.Capacity {
		room := float64(free)
		for room > 0 && (left > 0 || next < len(classes)) {
			if left == 0 {
				c := classes[next]
				left = float64(c.Width) * float64(c.Slots) * float64(len(c.Jobs))
				next++
			}
			flow := min(room, left)
			if free > 0 {
				fall[t] += flow / float64(free) * float64(s.p.Scale) / float64(classes[next-1].Slots)
			}
			room, left = room-flow, left-flow
		}
		if free == 0 && next < len(classes) {
			fall[t] = float64(s.p.Scale) / float64(classes[next].Slots)
		}
	}
	price, b := 0.0, len(s.Price)-1
	sum := 0.0
	for t := len(s.p.Capacity) - 1; t >= 0; t-- {
		price += fall[t]
		sum += price
		if grid.Slot(t) == s.edges[b] {
			s.Price[b] = sum / float64(s.edges[b+1]-s.edges[b])
			sum = 0
			b--
		}
	}
}

// evaluate returns L at the current prices. It sets used to the processor-slots that the
// chosen starts use in each bucket.
func (s *search) evaluate() float64 {
	sumPrices(s.prefix, s.edges, s.Price)
	clear(s.used)
	value := float64(s.p.Offset)
	for b, price := range s.Price {
		value -= price * s.capacity[b]
	}
	for c := range s.p.Classes {
		cl := &s.p.Classes[c]
		k, least := cheapest(cl, s.prefix)
		members := float64(len(cl.Jobs))
		value += members * least
		s.use(cl.Starts[k], cl.Starts[k]+cl.Slots, members*float64(cl.Width))
	}
	return value
}

// sumPrices fills prefix, one longer than the slots, with the prices summed over
// the slots before each.
func sumPrices(prefix []float64, edges []grid.Slot, price []float64) {
	sum := 0.0
	for b, v := range price {
		for t := edges[b]; t < edges[b+1]; t++ {
			prefix[t] = sum
			sum += v
		}
	}
	prefix[len(prefix)-1] = sum
}

// cheapest returns the index and the priced cost of the cheapest start of a job of
// the class. The cost is +Inf where the class has no start.
func cheapest(cl *grid.Class, prefix []float64) (best int, least float64) {
	width := float64(cl.Width)
	least = math.Inf(1)
	costs := cl.Costs[:len(cl.Starts)]
	for k, start := range cl.Starts {
		if v := float64(costs[k]) + width*(prefix[start+cl.Slots]-prefix[start]); v < least {
			best, least = k, v
		}
	}
	return best, least
}

// use adds width processors in the slots [from, to) to the used processor-slots of buckets.
func (s *search) use(from, to grid.Slot, width float64) {
	for from < to {
		b := s.bucket[from]
		end := min(to, s.edges[b+1])
		s.used[b] += width * float64(end-from)
		from = end
	}
}

// move takes a step by which a linear L would rise by rise. It returns false where no step
// is possible.
func (s *search) move(rise float64) bool {
	for b, length := range s.length {
		s.Excess[b] = (s.used[b] - s.capacity[b]) / length
	}
	return s.Move(rise)
}

// Fix drops starts from the problem. By the bound's prices, no schedule with an objective
// of at most upper uses a dropped start. The problem may have lost starts and capacity
// since the bound was found. Where upper is below Value there is no such schedule, and
// classes may be left without a start.
func (b *Bound) Fix(p *grid.Problem, upper int64) {
	prefix := make([]float64, b.Edges[len(b.Edges)-1]+1)
	sumPrices(prefix, b.Edges, b.Price)
	slack := float64(upper) + grid.Tolerance(float64(upper)) - b.Value
	least := make([]float64, len(p.Classes))
	for c := range p.Classes {
		_, least[c] = cheapest(&p.Classes[c], prefix)
	}
	p.Keep(func(c, k int) bool {
		cl := &p.Classes[c]
		start := cl.Starts[k]
		reduced := float64(cl.Costs[k]) + float64(cl.Width)*(prefix[start+cl.Slots]-prefix[start]) - least[c]
		return reduced <= slack
	})
}
