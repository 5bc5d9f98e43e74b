package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTail compares the least costs of starts with a scan of all seconds, and
// corners with all second differences.
func TestTail(t *testing.T) {
	each2(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		c := newCurve(someTimeline2(r, 1+r.Int64N(60), 1+r.IntN(30)))
		end := c.timeline.end() + 10
		paid := int64(0) // no second before it is paid a price
		if r.IntN(2) == 0 {
			paid = r.Int64N(end)
			c.narrow(paid, paid+1+r.Int64N(end))
		}
		for b := c.low; b < c.high; b++ {
			c.price[b] = max(0, r.Int64N(60)-20)
		}
		c.sum()
		latest := r.Int64N(end)
		if r.IntN(2) == 0 {
			latest = always
		}
		k := &kind{duration: 1 + r.Int64N(40), latest: latest}
		tl := newTail(c, 1+r.Int64N(20), k)
		tl.fill(k)
		want := never // costs rise after the last price
		for s := end; s >= paid; s-- {
			if s <= latest {
				cost := tl.slope * s
				for u := s; u < s+tl.duration; u++ {
					cost += priceAt(c, u)
				}
				if got := tl.cost(s); got != cost {
					t.Fatalf("seed %d: a start at %d costs %d, want %d", seed, s, got, cost)
				}
				want = min(want, cost)
			}
			least, where := tl.cheapest(s)
			if least != want || tl.from(s) != want || least < never && (where < s || where > latest || tl.cost(where) != least) {
				t.Fatalf("seed %d: from %d on %d at %d, want %d", seed, s, least, where, want)
			}
		}
		first := r.Int64N(min(latest, end) + 1)
		bends := tl.bends(first)
		for s := first + 1; s < min(latest, end); s++ {
			if tl.cost(s+1)-tl.cost(s) != tl.cost(s)-tl.cost(s-1) && !slices.Contains(bends, s) {
				t.Fatalf("seed %d: the cost bends at %d, found %v", seed, s, bends)
			}
		}
	})
}

// priceAt returns the price of second t.
func priceAt(c *curve, t int64) int64 {
	if t >= c.timeline.end() {
		return 0
	}
	b := 0
	for c.timeline.start(b+1) <= t {
		b++
	}
	return c.price[b]
}
