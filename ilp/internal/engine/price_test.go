package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTail compares the least costs of starts with a scan of all seconds, and
// corners with all second differences.
func TestTail(t *testing.T) {
	each(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
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
		latest := r.Int64N(end)
		if r.IntN(2) == 0 {
			latest = always
		}
		k := &Kind{Duration: 1 + r.Int64N(40), Latest: latest}
		tl := newTail(c, 1+r.Int64N(20), k)
		tl.Fill(k)
		want := Never // costs rise after the last price
		for s := end; s >= paid; s-- {
			if s <= latest {
				cost := tl.slope * s
				for u := s; u < s+tl.duration; u++ {
					cost += priceAt(c, u)
				}
				if got := tl.Cost(s); got != cost {
					t.Fatalf("seed %d: a start at %d costs %d, want %d", seed, s, got, cost)
				}
				want = min(want, cost)
			}
			least, where := tl.cheapest(s)
			if least != want || tl.From(s) != want || least < Never && (where < s || where > latest || tl.Cost(where) != least) {
				t.Fatalf("seed %d: from %d on %d at %d, want %d", seed, s, least, where, want)
			}
		}
		first := r.Int64N(min(latest, end) + 1)
		bends := tl.bends(first)
		for s := first + 1; s < min(latest, end); s++ {
			if tl.Cost(s+1)-tl.Cost(s) != tl.Cost(s)-tl.Cost(s-1) && !slices.Contains(bends, s) {
				t.Fatalf("seed %d: the cost bends at %d, found %v", seed, s, bends)
			}
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
