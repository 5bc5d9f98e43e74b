package exact

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// TestPlace: a child has the free processors, prices and starts that follow from its
// placed jobs, second by second.
func TestPlace(t *testing.T) {
	placed, shortened := 0, 0
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		step := steptest.Random(r, steptest.Options{MaxJobs: 8, MaxEstimate: 12, MaxChanges: 8, Dips: true})
		p, _ := engine.NewProblem(&step, nil, engine.Usable(&step, nil), nil)
		p.Listable = 1 // any start is possible
		g := someTimeline(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, 1000)})
		a.Finish(0, engine.Never>>p.Unit)
		s := searchOf(a)
		f := &frame{}
		s.exchanges = newExchanges(p)
		s.root(f)
		full, paid := p.Free, make([]int64, g.End()) // all free processors, and what the placed jobs pay
		for range p.Jobs() {
			if s.branch(f); len(f.children) == 0 {
				return
			}
			next, c := &frame{}, r.IntN(len(f.children))
			start, k := f.children[c].placement.start, f.children[c].placement.kind
			end := start + p.Kinds[k].Duration
			bound := s.place(f, next, c)
			full = engine.Reserve(nil, full, start, end, p.Kinds[k].Width)
			for u := start; u < min(end, g.End()); u++ {
				paid[u] += priceAt(a.Curves[k], u)
			}
			worth := int64(0)
			for i, st := range next.stretches {
				to, left, most := g.End(), int64(0), int64(0)
				if i+1 < len(next.stretches) {
					to = next.stretches[i+1].time
				}
				for u := st.time; u < to; u++ {
					if st.free != at(full, u) {
						t.Fatalf("seed %d: %d free in second %d, want %d of %+v", seed, st.free, u, at(full, u), step)
					}
					left += a.Pack.From(u) - a.Pack.From(u+1) - paid[u]
					most += priceAt(a.Pack.Rows[st.free/a.Pack.Divisor], u)
				}
				if want := min(left, most); st.left != left || st.worth != want {
					t.Fatalf("seed %d: a stretch from %d to %d %+v, want left %d and worth %d of %+v",
						seed, st.time, to, st, left, want, step)
				}
				worth += st.worth
			}
			if next.worth != worth || len(next.stretches) > 0 && next.stretches[0].time != start {
				t.Fatalf("seed %d: worth %d from second %d, want %d of %+v", seed, next.worth, start, worth, step)
			}
			placed++
			if bound >= engine.Never || len(next.starts) == 0 {
				return // closed before its starts are found
			}
			if next.free[0].Time > full[0].Time {
				shortened++
			}
			for i, k := range p.Kinds {
				if next.left[i] == 0 {
					continue
				}
				want := starts{
					first:    engine.Earliest(full, 0, k.Width, k.Duration),
					earliest: engine.Earliest(full, start, k.Width, k.Duration),
				}
				want.least = a.Tails[i].From(max(want.earliest, k.Earliest))
				got := next.starts[i]
				must.Need(t, got == want, "seed", seed, "starts", got, "of kind", i, "want", want, "of", step)
			}
			f = next
		}
	})
	must.Hold(t, placed >= 250 && shortened >= 25,
		"only", placed, "jobs were placed, and", shortened, "profiles cut short")
}

// TestNodes: the bound of a node is at most the least cost of its jobs left, by brute force.
func TestNodes(t *testing.T) {
	checked := 0
	each(t, 125, func(t *testing.T, seed uint64, r *rand.Rand) {
		o := steptest.Options{MinJobs: 3, MaxJobs: 6, MaxMachine: 2 + r.Int64N(20), MaxEstimate: 1 + r.Int64N(9)}
		o.MaxChanges, o.Dips = 5, r.IntN(2) == 0
		step := steptest.Random(r, o)
		p, s := pricedSearch(r, &step)
		for i := range p.Kinds { // any start is possible, as in best
			p.Kinds[i].Starts, p.Kinds[i].Earliest, p.Kinds[i].Latest = nil, 0, engine.Never
			s.tails[i].Fill(&p.Kinds[i])
		}
		f := &frame{}
		s.root(f)
		s.branch(f)
		s.jobs = p.Jobs()
		for s.depth = 1; len(f.children) > 0; s.depth++ {
			g := &frame{}
			bound := s.place(f, g, r.IntN(len(f.children)))
			if bound >= engine.Never || len(g.starts) == 0 || s.depth == s.jobs {
				return
			}
			if best := g.best(p.Kinds) << p.Unit; bound > best {
				t.Fatalf("seed %d: bound %d, above %d, the best of %v left of %+v", seed, bound, best, g.left, step)
			}
			checked++
			f = g
			s.branch(f)
		}
	})
	must.Hold(t, checked >= 125, "only", checked, "bounds were checked")
}

// best returns the least cost of the jobs left at a node, by brute force.
func (f *frame) best(kinds []engine.Kind) int64 {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: f.free[len(f.free)-1].Free}
	for _, seg := range f.free[engine.Index(f.free, f.front):] {
		s.History = append(s.History, optgap.Change{Time: max(0, seg.Time-f.front), Free: seg.Free})
	}
	cost := f.cost
	for i, n := range f.left {
		for range n {
			s.Jobs = append(s.Jobs, optgap.Job{Width: kinds[i].Width, Estimate: kinds[i].Duration, Weight: kinds[i].Weight})
			cost += kinds[i].Weight * (f.front - kinds[i].Duration)
		}
	}
	_, objective := steptest.Optimum(s)
	return cost + objective
}

// TestMemo: where the memo says that a node leads to nothing better than an earlier
// one, brute force on both agrees.
func TestMemo(t *testing.T) {
	said, n := 0, 0
	each(t, 1250, func(t *testing.T, seed uint64, r *rand.Rand) {
		kinds := make([]engine.Kind, 1+r.IntN(3))
		left := make([]int32, len(kinds))
		for i := range kinds {
			kinds[i] = engine.Kind{Width: 1 + r.Int64N(6), Weight: 1 + r.Int64N(6), Duration: 1 + r.Int64N(8)}
			left[i] = int32(1 + r.IntN(2))
		}
		seen := memo{sets: jobSets[explored]{}}
		least := int64(1) << 40
		for k := range 4 {
			f := &frame{
				left:  left,
				front: 5 + r.Int64N(8),
				cost:  100 + r.Int64N(60),
				free:  []engine.Segment{{Time: 0, Free: r.Int64N(9)}},
			}
			for range r.IntN(3) {
				f.free = append(f.free, engine.Segment{Time: f.free[len(f.free)-1].Time + 1 + r.Int64N(12), Free: r.Int64N(9)})
			}
			f.free = append(f.free, engine.Segment{Time: f.free[len(f.free)-1].Time + 1 + r.Int64N(12), Free: 8})
			set := seen.of(kinds, left)
			dominated, cost := seen.dominated(set, f, nil), f.best(kinds)
			if !dominated {
				seen.keep(set, f, nil)
			}
			n++
			if dominated {
				said++
				must.Need(t, cost >= least, "seed", seed, "node", k, "leads to", cost, "those before to", least)
			}
			least = min(least, cost)
		}
	})
	t.Logf("%d of %d", said, n)
	must.Hold(t, said >= n/50 || n <= 0, "only", said, "of", n, "nodes were dominated")
}

// priceAt returns the price of a second.
func priceAt(c *engine.Curve, t int64) int64 { return c.Until(t+1) - c.Until(t) }
