package engine

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Annealing steers Anneal.
type Annealing struct {
	Moves int     // that are tried
	Seed  uint64  // of the moves
	Hot   float64 // the first temperature, in cost; 0: a tenth of the mean cost of a job
	// Spent returns the share of the time that the search may take, at least 0; 1 ends it.
	// nil: time does not count, and the same options give the same order.
	Spent func() float64
}

// The temperature falls from hot times the mean cost of a job to cold times that. The jobs of a
// move are at most 1, 2, 4, ... places apart, each as often, up to 2^(powers-1). One move in far is
// over any number of places. The later job of a move is the heaviest of 1, 2, 4, ... that are drawn,
// each as often, up to 2^(draws-1). Weighted by width, these are the wide jobs, whose starts decide
// what fits beside them. On 2500 jobs each of KTH, the Lublin model and the ctc model, 30 s of windows
// gained 4.1, 2.6 and 1.0 % so, and 3.4, 1.1 and 0.8 % with any job, as means of three and four seeds.
// On HPC2N they gained 0.6 % for 1.0 %. Spent is called after every asked moves.
const (
	hot    = 0.1
	cold   = 1e-2
	powers = 8
	draws  = 4
	far    = 20
	asked  = 64
)

// Anneal improves the order in which the jobs of a long queue are planned, by simulated annealing.
// order[i] is the kind of the i-th job that is planned. Each move plans anew from its first place on.
// A move that costs too much is given up a few jobs after its last place: so most moves plan a few
// dozen jobs of a queue of thousands.
// Each job starts at its earliest second that the jobs before it leave, not before
// that of its kind.
// Anneal returns the best order met, by start, and its cost. Where time is up before all
// jobs are planned, it returns the order itself, and any cost.
func Anneal(p *Problem, order []int, o Annealing) (best []int, cost int64) {
	end := float64(p.Free[len(p.Free)-1].Time)
	for _, kind := range order {
		end = max(end, float64(p.Kinds[kind].Earliest))
	}
	for _, kind := range order {
		end += float64(p.Kinds[kind].Duration)
	}
	if max(end, float64(p.Most())) <= math.MaxInt32 {
		return newPlan[int32](p, order).anneal(order, o)
	}
	return newPlan[int64](p, order).anneal(order, o)
}

// anneal is Anneal of a plan of the order.
func (s *plan[T]) anneal(order []int, o Annealing) (best []int, cost int64) {
	s.sort()
	if s.problem.Watch.Up() {
		return order, s.cost()
	}
	kept := slices.Clone(s.order)
	cost = s.cost()
	n := len(order)
	r := rand.New(rand.NewPCG(o.Seed, 0xa44ea1))
	first := cmp.Or(o.Hot, hot*float64(s.cost())/float64(n))
	temperature := first
	for e := range o.Moves {
		if e%asked == 0 {
			spent := float64(e) / float64(o.Moves)
			if o.Spent != nil {
				spent = max(spent, o.Spent())
			}
			if spent >= 1 || s.problem.Watch.Up() {
				break
			}
			temperature = first * math.Pow(cold, spent)
			if e%(asked*n) == 0 {
				s.sort()
			}
		}
		low, high, ok := s.move(r)
		if ok && s.try(low, high, int64(temperature*r.ExpFloat64())) && s.cost() < cost {
			kept, cost = append(kept[:0], s.order...), s.cost()
		}
	}
	for _, job := range kept {
		best = append(best, order[job])
	}
	return best, cost
}

// move changes candidate: it swaps two jobs of the order, or moves one of them to the other. It
// returns the first and the last place that changed; false: the later job has no wait, so that it
// cannot gain.
func (s *plan[T]) move(r *rand.Rand) (low, high int, ok bool) {
	high = r.IntN(len(s.order))
	for range 1<<r.IntN(draws) - 1 {
		other := r.IntN(len(s.order))
		if s.jobs[s.order[other]].weight > s.jobs[s.order[high]].weight {
			high = other
		}
	}
	if high == 0 || s.starts[high] <= s.jobs[s.order[high]].earliest {
		return 0, 0, false
	}
	reach := 1 << r.IntN(powers)
	if r.IntN(far) == 0 {
		reach = high
	}
	low = max(0, high-1-r.IntN(reach))
	c := s.candidate
	switch r.IntN(4) {
	case 0:
		copy(c[low:high], s.order[low+1:high+1])
		c[high] = s.order[low]
	case 1:
		copy(c[low+1:high+1], s.order[low:high])
		c[low] = s.order[high]
	default:
		c[low], c[high] = s.order[high], s.order[low]
	}
	return low, high, true
}
