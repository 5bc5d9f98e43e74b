package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

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
		must.Need(t, g.start(0) == 0 && g.End() == end+1 && len(g.Borders) == g.N+1,
			"seed", seed, g.N, "buckets up to second", end, g)
		if even := NewTimeline(end, buckets, nil); even.N > buckets || end+1 >= int64(buckets) && 2*even.N < buckets {
			t.Fatalf("seed %d: %d buckets without events, asked for %d", seed, even.N, buckets)
		}
		close := func(a, b int64) bool { return max(a-b, b-a) < 1<<g.shift }
		for b := range g.N {
			must.Need(t, g.length(b) >= 1<<g.shift || g.N <= 1,
				"seed", seed, "bucket", b, "of", g, "is narrow")
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
			got := g.bucket(at)
			must.Need(t, got == b, "seed", seed, "second", at, "in bucket", got, "want", b, "of", g)
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
		must.Need(t, slices.Equal(c.list, want),
			"seed", seed, c.list, "want", want, "of", duration, "seconds on", g)
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
		got := NewDecomposition(p, d).Value()
		must.Need(t, got >= value, "seed", seed, got, "on a finer timeline", value, "before, of", s)
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

// TestTail compares the least costs of starts, in a window or listed, with a scan of all seconds, and
// corners with all second differences.
func TestTail(t *testing.T) {
	each(t, 4000, func(t *testing.T, seed uint64, r *rand.Rand) {
		c := newCurve(someTimeline(r, 1+r.Int64N(60), 1+r.IntN(30)))
		end := c.timeline.End() + 10
		paid := int64(0) // no second before it is paid a price
		if r.IntN(2) == 0 {
			paid = r.Int64N(end)
			c.narrow(paid, paid+1+r.Int64N(end))
		}
		for b := c.low; b < c.high; b++ {
			c.Price[b] = max(0, r.Int64N(60)-20)
		}
		c.sum()
		k := &Kind{Duration: 1 + r.Int64N(40), Earliest: paid, Latest: always}
		switch r.IntN(4) {
		case 0:
			k.Latest = r.Int64N(end)
		case 1, 2:
			k.Starts = []int64{paid + r.Int64N(end-paid)}
			for s := k.Starts[0] + 1; s < end; s += 1 + r.Int64N(5) {
				k.Starts = append(k.Starts, s)
			}
			k.Earliest, k.Latest = k.Starts[0], k.Starts[len(k.Starts)-1]
		}
		tl := newTail(c, 1+r.Int64N(20), k)
		tl.Fill(k)
		want := Never // costs rise after the last price
		for s := end; s >= paid; s-- {
			if k.Possible(s) {
				cost := tl.slope * s
				for u := s; u < s+tl.duration; u++ {
					cost += priceAt(c, u)
				}
				got := tl.Cost(s)
				must.Need(t, got == cost, "seed", seed, "a start at", s, "costs", got, "want", cost)
				want = min(want, cost)
			}
			if got := tl.From(s); got != want || tl.Possible(s) != k.Possible(s) {
				t.Fatalf("seed %d: from %d on %d, want %d, of %+v", seed, s, got, want, k)
			}
			if k.Starts != nil && s != k.Earliest {
				continue
			}
			least, where := tl.cheapest(s)
			if least != want || least < Never && (where < s || where > k.Latest || tl.Cost(where) != least) {
				t.Fatalf("seed %d: from %d on %d at %d, want %d, of %+v", seed, s, least, where, want, k)
			}
		}
		if k.Starts != nil {
			return
		}
		first := r.Int64N(min(k.Latest, end) + 1)
		bends := tl.bends(first)
		for s := first + 1; s < min(k.Latest, end); s++ {
			must.Need(t, tl.Cost(s+1)-tl.Cost(s) == tl.Cost(s)-tl.Cost(s-1) || slices.Contains(bends, s),
				"seed", seed, "the cost bends at", s, "found", bends)
		}
	})
}

// priceAt returns the price of second t.
func priceAt(c *Curve, t int64) int64 {
	if t >= c.timeline.End() {
		return 0
	}
	b := 0
	for c.timeline.start(b+1) <= t {
		b++
	}
	return c.Price[b]
}
