package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

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
				if got := tl.Cost(s); got != cost {
					t.Fatalf("seed %d: a start at %d costs %d, want %d", seed, s, got, cost)
				}
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
