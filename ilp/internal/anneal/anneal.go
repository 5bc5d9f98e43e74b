// Package anneal improves schedules of long queues by simulated annealing on the order in
// which jobs are planned:
//
//	order -> each job at its earliest start -> cost
//	      -> moves of jobs by a few places, planned anew only from there on -> a better order
//
// A move that costs too much is given up a few jobs after its last place, so most moves
// plan a few dozen jobs of a queue of thousands.
package anneal

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// Options steer Improve.
type Options struct {
	Moves int     // that are tried
	Seed  uint64  // of the moves
	Hot   float64 // the first temperature, in cost; 0: a tenth of the mean cost of a job
	// Spent returns the share of the time that the search may take, at least 0; 1 ends it.
	// nil: time does not count, and the same options give the same order.
	Spent func() float64
}

// The temperature falls from hot times the mean cost of a job to cold times that. A job
// moves by at most 1, 2, 4, ... places, each as often, up to 2^(powers-1). One move in far is
// by any number of places. Spent is called after every asked moves.
const (
	hot    = 0.1
	cold   = 3e-3
	powers = 6
	far    = 20
	asked  = 64
)

// Improve improves an order of the jobs of a problem: order[i] is the kind of the i-th job
// that is planned. Each job starts at its earliest second that the jobs before it leave, not before
// that of its kind.
// Improve returns the best order met, by start, and its cost. Where time is up before all
// jobs are planned, it returns the order itself, and any cost.
func Improve(p *engine.Problem, order []int, o Options) (best []int, cost int64) {
	s := newPlan(p, order)
	s.sort()
	if p.Watch.Up() {
		return order, s.cost()
	}
	best, cost = slices.Clone(s.order), s.cost()
	n := len(order)
	if n < 2 {
		return best, cost
	}
	r := rand.New(rand.NewPCG(o.Seed, 0xa44ea1))
	first := cmp.Or(o.Hot, hot*float64(s.cost())/float64(n))
	temperature := first
	for e := range o.Moves {
		if e%asked == 0 {
			spent := float64(e) / float64(o.Moves)
			if o.Spent != nil {
				spent = max(spent, o.Spent())
			}
			if spent >= 1 || p.Watch.Up() {
				break
			}
			temperature = first * math.Pow(cold, spent)
			if e%(asked*n) == 0 {
				s.sort()
			}
		}
		low, high := s.move(r)
		if s.try(low, high, int64(temperature*r.ExpFloat64())) && s.cost() < cost {
			best, cost = append(best[:0], s.order...), s.cost()
		}
	}
	return best, cost
}

// move changes candidate: it swaps two jobs that stand near each other in the order, or
// moves a job by a few places. It returns the first and the last place that changed.
func (s *plan) move(r *rand.Rand) (low, high int) {
	n := len(s.order)
	reach := min(n-1, 1<<r.IntN(powers))
	if r.IntN(far) == 0 {
		reach = n - 1
	}
	from := r.IntN(n)
	to := from + 1 + r.IntN(reach)
	if r.IntN(2) == 0 {
		to = from - 1 - r.IntN(reach)
	}
	to = min(n-1, max(0, to))
	low, high = min(from, to), max(from, to)
	copy(s.candidate[low:high+1], s.order[low:high+1])
	c := s.candidate
	switch {
	case r.IntN(2) == 0:
		c[from], c[to] = c[to], c[from]
	case from < to:
		copy(c[from:to], s.order[from+1:to+1])
		c[to] = s.order[from]
	default:
		copy(c[to+1:from+1], s.order[to:from])
		c[to] = s.order[from]
	}
	return low, high
}
