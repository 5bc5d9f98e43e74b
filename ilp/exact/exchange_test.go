package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// pricedSearch returns a search of a step under random prices, with its problem.
func pricedSearch(r *rand.Rand, step *optgap.Step) (*engine.Problem, *search) {
	p, _ := engine.NewProblem(step, nil, engine.Usable(step, nil), nil)
	p.Listable = 1 // any start is possible
	g := engine.NewTimeline(40, 4, nil)
	a := engine.NewDecomposition(p, engine.Dual{Timeline: g, Prices: somePrices(r, p, g, 2)})
	a.Finish(0, engine.Never>>p.Unit)
	s := searchOf(a)
	s.exchanges = newExchanges(s.problem)
	return p, s
}

// TestExchanges: a job is refused exactly where brute force finds jobs that should
// exchange their starts: some that start with it and have its duration, and narrower ones
// of the same duration that start earlier.
func TestExchanges(t *testing.T) {
	kept, refused := 0, 0
	each(t, 250, func(t *testing.T, seed uint64, r *rand.Rand) {
		o := steptest.Options{MinJobs: 4, MaxJobs: 7, MaxMachine: 4 + r.Int64N(150), MaxEstimate: 1 + r.Int64N(3)}
		o.MaxChanges, o.Dips = 5, r.IntN(2) == 0
		step := steptest.Random(r, o)
		p, s := pricedSearch(r, &step)
		f, placed := &frame{}, []placement(nil)
		for s.root(f); ; {
			if s.branch(f); len(f.children) == 0 {
				return
			}
			g, c := &frame{}, r.IntN(len(f.children))
			s.place(f, g, c)
			placed = append(placed, f.children[c].placement)
			want := !exchangeable(p, placed)
			got := s.exchanges.extend(f, g, &p.Kinds[f.children[c].placement.kind])
			must.Need(t, got == want, "seed", seed, got, "want", want, "for", placed, "of", step)
			if !want {
				refused++
				return
			}
			kept++
			f = g
		}
	})
	must.Hold(t, kept >= 125 && refused >= 25, "only", kept, "jobs were kept, and", refused, "refused")
}

// exchangeable tells that some jobs of one duration that start with the job placed last can
// exchange their starts with narrower ones of the same duration that start earlier.
func exchangeable(p *engine.Problem, placed []placement) bool {
	last := placed[len(placed)-1]
	duration := p.Kinds[last.kind].Duration
	for _, first := range placed {
		early := first.start
		if early == last.start {
			break
		}
		for chosen := range 1 << len(placed) {
			moved, gain := append([]placement(nil), placed...), int64(0)
			for i, pl := range placed {
				if chosen>>i&1 == 0 || p.Kinds[pl.kind].Duration != duration {
					continue
				}
				switch pl.start {
				case early:
					moved[i].start = last.start
					gain -= p.Kinds[pl.kind].Width
				case last.start:
					moved[i].start = early
					gain += p.Kinds[pl.kind].Width
				}
			}
			if gain > 0 && holds(p, moved, last.start+duration) {
				return true
			}
		}
	}
	return false
}

// holds tells that the machine holds the placed jobs in every second before end.
func holds(p *engine.Problem, placed []placement, end int64) bool {
	for t := range end {
		free := at(p.Free, t)
		for _, pl := range placed {
			if k := &p.Kinds[pl.kind]; pl.start <= t && t < pl.start+k.Duration {
				free -= k.Width
			}
		}
		if free < 0 {
			return false
		}
	}
	return true
}

// TestOvertakes: a job is refused exactly where it should start in the place of a placed job that ends
// where it starts. Counted second by second, the machine then holds both one after the other, they take
// no more processors than the job from its start on, and they cost less.
func TestOvertakes(t *testing.T) {
	kept, refused := 0, 0
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		o := steptest.Options{MinJobs: 3, MaxJobs: 7, MaxMachine: 2 + r.Int64N(20), MaxEstimate: 1 + r.Int64N(9)}
		o.MaxChanges, o.Dips = 5, r.IntN(2) == 0
		step := steptest.Random(r, o)
		if r.IntN(2) == 0 {
			steptest.Weigh(r, &step)
		}
		p, s := pricedSearch(r, &step)
		f, placed := &frame{}, []placement(nil)
		for s.root(f); ; {
			for kind, left := range f.left {
				if left == 0 {
					continue
				}
				job := placement{kind, f.starts[kind].earliest}
				got, want := s.overtakes(f, kind, job.start), overtaking(p, placed, job)
				if got != (want != nil) || got && !holds(p, want, job.start+p.Kinds[kind].Duration) {
					t.Fatalf("seed %d: %v for %v after %v, want %v of %+v", seed, got, job, placed, want, step)
				}
				if kept++; got {
					refused++
				}
			}
			if s.branch(f); len(f.children) == 0 {
				return
			}
			g, c := &frame{}, r.IntN(len(f.children))
			if s.place(f, g, c) >= engine.Never {
				return
			}
			placed, f = append(placed, f.children[c].placement), g
		}
	})
	must.Hold(t, kept >= 1000 && refused >= 50, "only", refused, "of", kept, "jobs were refused")
}

// overtaking returns the placed jobs and one more that starts in the place of one that ends where it would
// start, or nil if none of them makes the schedule cost less, or the machine is too full before the start.
func overtaking(p *engine.Problem, placed []placement, job placement) []placement {
	k := &p.Kinds[job.kind]
	for i, pl := range placed {
		o := &p.Kinds[pl.kind]
		gain := k.Weight*(job.start-pl.start) - o.Weight*k.Duration
		if pl.start+o.Duration != job.start || o.Width > k.Width || gain <= 0 {
			continue
		}
		beside := &engine.Problem{Free: engine.Reserve(nil, p.Free, pl.start, job.start, k.Width-o.Width), Kinds: p.Kinds}
		if holds(beside, placed, job.start) {
			moved := append(slices.Clone(placed), placement{job.kind, pl.start})
			moved[i].start = pl.start + k.Duration
			return moved
		}
	}
	return nil
}
