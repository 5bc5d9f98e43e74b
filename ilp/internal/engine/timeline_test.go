package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/steptest"
)

// TestTimeline: buckets follow each other from 0 to beyond the end, and no border is
// close to another. An event has a border unless an earlier one in the list is close.
// The bucket of every second is right.
func TestTimeline(t *testing.T) {
	each(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		end, buckets := r.Int64N(1+r.Int64N(3000)), 1+r.IntN(40)
		events := make([]int64, r.IntN(30))
		for i := range events {
			events[i] = r.Int64N(end + 10)
		}
		g := NewTimeline(end, buckets, events)
		if g.start(0) != 0 || g.End() != end+1 || len(g.Borders) != g.N+1 {
			t.Fatalf("seed %d: %d buckets up to second %d: %+v", seed, g.N, end, g)
		}
		if even := NewTimeline(end, buckets, nil); even.N > buckets || end+1 >= int64(buckets) && 2*even.N < buckets {
			t.Fatalf("seed %d: %d buckets without events, asked for %d", seed, even.N, buckets)
		}
		close := func(a, b int64) bool { return max(a-b, b-a) < 1<<g.shift }
		for b := range g.N {
			if g.length(b) < 1<<g.shift && g.N > 1 {
				t.Fatalf("seed %d: bucket %d of %+v is narrow", seed, b, g)
			}
		}
		for i, e := range events {
			before := append(slices.Clone(events[:i]), 0, end+1)
			if e <= end && !slices.Contains(g.Borders, e) &&
				!slices.ContainsFunc(before, func(o int64) bool { return close(e, o) }) {
				t.Fatalf("seed %d: no border at %d, of events %v: %+v", seed, e, events, g)
			}
		}
		for at, b := int64(0), 0; at <= end+5; at++ {
			for b < g.N && g.start(b+1) <= at {
				b++
			}
			if got := g.bucket(at); got != b {
				t.Fatalf("seed %d: second %d in bucket %d, want %d of %+v", seed, at, got, b, g)
			}
		}
	})
}

// TestCorners: these are all starts at which a job starts or ends at a border.
func TestCorners(t *testing.T) {
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		g := someTimeline(r, r.Int64N(1+r.Int64N(300)), 1+r.IntN(20))
		duration := 1 + r.Int64N(g.End()+10)
		c := g.cornersOf(duration)
		var want []corner
		for at := range g.End() + 1 {
			if slices.Contains(g.Borders, at) || slices.Contains(g.Borders, at+duration) {
				want = append(want, corner{at, int32(g.bucket(at)), int32(g.bucket(at + duration))})
			}
		}
		if !slices.Equal(c.list, want) {
			t.Fatalf("seed %d: %+v, want %+v of %d seconds on %+v", seed, c.list, want, duration, g)
		}
		for at := range g.End() + 10 {
			if i := g.after(c, at); i < len(want) && want[i].at <= at || i > 0 && want[i-1].at > at {
				t.Fatalf("seed %d: corner %d follows second %d of %+v", seed, i, at, want)
			}
		}
	})
}

// TestOn: on a timeline with more borders, prices prove no less. They can prove more
// where a job can't run in part of an old bucket. The mean excess is the same in every
// bucket of the old timeline.
func TestOn(t *testing.T) {
	each(t, 500, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 7, MaxEstimate: 12, MaxChanges: 12, Dips: true})
		p, _ := NewProblem(&s, nil, Usable(&s, nil), nil)
		g := someTimeline(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := NewDecomposition(p, Dual{Timeline: g, Prices: somePrices(r, p, g, 1000)})
		value := a.Maximise(1<<40, r.IntN(5), func() bool { return false })
		finer := NewTimeline(g.End()-1, int(g.End()), nil) // all seconds
		d, _ := a.Dual.On(finer, p.Kinds, nil)
		if got := NewDecomposition(p, d).Value(); got < value {
			t.Fatalf("seed %d: %d on a finer timeline, %d before, of %+v", seed, got, value, s)
		}
		for i := range p.Kinds {
			sums := make([]float64, g.N)
			for second, excess := range d.Mean[i] {
				sums[g.bucket(int64(second))] += excess
			}
			for b, want := range a.Dual.Mean[i] {
				if diff := sums[b] - want; diff > 1e-6 || diff < -1e-6 {
					t.Fatalf("seed %d: mean excess %v on a finer timeline, %v before, of %+v", seed, sums, a.Dual.Mean[i], s)
				}
			}
		}
		back, _ := d.On(g, p.Kinds, nil)
		for i := range p.Kinds {
			if !slices.Equal(back.Prices[i], a.Dual.Prices[i]) {
				t.Fatalf("seed %d: prices %d back on the old timeline, %d before, of %+v",
					seed, back.Prices[i], a.Dual.Prices[i], s)
			}
		}
	})
}
