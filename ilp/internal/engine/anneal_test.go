package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// planned plans an order from the beginning, with copies of the free processors.
func planned(p *Problem, order []int) (starts []int64, cost int64) {
	free := p.Free
	for _, i := range order {
		k := &p.Kinds[i]
		start := Earliest(free, k.Earliest, k.Width, k.Duration)
		free = Reserve(nil, free, start, start+k.Duration, k.Width)
		starts, cost = append(starts, start), cost+k.Weight*start
	}
	return starts, cost
}

// someProblem returns a problem, and its jobs by kind in any order.
func someProblem(r *rand.Rand, most int) (p *Problem, order []int) {
	s := steptest.Random(
		r,
		steptest.Options{MinJobs: 2, MaxJobs: most, MaxEstimate: 30, MaxChanges: 20, Dips: r.IntN(2) == 0},
	)
	p, groups := NewProblem(&s, nil, Usable(&s, nil), nil)
	for k, jobs := range groups {
		if r.IntN(3) == 0 {
			p.Kinds[k].Earliest += r.Int64N(60)
		}
		for range jobs {
			order = append(order, k)
		}
	}
	r.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	return p, order
}

// TestTry: after any moves, taken or not, starts and costs are those of planning the order
// from its beginning.
func TestTry(t *testing.T) {
	t.Parallel()
	t.Run("32 bits", testTry[int32])
	t.Run("64 bits", testTry[int64])
}

func testTry[T number](t *testing.T) {
	taken, left := 0, 0
	for seed, r := range steptest.Sources(75, 1) {
		p, order := someProblem(r, 100)
		s := newPlan[T](p, order)
		kinds := func(jobs []int) (all []int) {
			for _, j := range jobs {
				all = append(all, order[j])
			}
			return all
		}
		for range 100 {
			before := s.cost()
			allowed := r.Int64N(40) - 10
			low, high, ok := s.move(r)
			if !ok {
				continue
			}
			candidate := slices.Clone(s.candidate)
			_, cost := planned(p, kinds(candidate))
			switch ok := s.try(low, high, allowed); {
			case ok && (cost-before > allowed || !slices.Equal(s.order, candidate)):
				t.Fatalf("seed %d: %d allowed, %d more taken", seed, allowed, cost-before)
			case ok:
				taken++
			default:
				left++
			}
			starts, cost := planned(p, kinds(s.order))
			if !slices.Equal(starts, s.starts) || cost != s.cost() || !slices.Equal(s.order, s.candidate) {
				t.Fatalf("seed %d: starts %v cost %d, want %v cost %d", seed, s.starts, s.cost(), starts, cost)
			}
			if r.IntN(20) == 0 {
				if s.sort(); s.cost() > cost {
					t.Fatalf("seed %d: cost %d after sorting, %d before", seed, s.cost(), cost)
				}
			}
		}
	}
	must.Hold(t, taken >= 1000 && left >= 1000, taken, "moves were taken", left, "not")
}

// TestAnneal: the order returned has the cost returned, and costs no more than the first. Seconds of some
// problems do not fit into 32 bits.
func TestAnneal(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(100, 2) {
		p, order := someProblem(r, 60)
		if seed%2 == 0 {
			for i := range p.Free {
				p.Free[i].Time <<= 28
			}
			for i := range p.Kinds {
				p.Kinds[i].Earliest <<= 28
				p.Kinds[i].Duration <<= 28
			}
		}
		_, first := planned(p, order)
		best, cost := Anneal(p, order, Annealing{Moves: 500, Seed: seed})
		_, want := planned(p, best)
		again, _ := Anneal(p, order, Annealing{Moves: 500, Seed: seed})
		slices.Sort(order)
		must.Need(t, slices.Equal(best, again), "seed", seed, "another order the second time")
		if sorted := slices.Sorted(slices.Values(best)); cost > first || cost != want || !slices.Equal(sorted, order) {
			t.Fatalf("seed %d: cost %d, planned %d, at first %d", seed, cost, want, first)
		}
	}
}
