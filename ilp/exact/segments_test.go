package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSegments compares reserve, earliest, covers, most and from with counts per
// second.
func TestSegments(t *testing.T) {
	random := func(r *rand.Rand) []segment {
		free := []segment{{0, r.Int64N(8)}}
		for range r.IntN(6) {
			free = append(free, segment{free[len(free)-1].time + 1 + r.Int64N(6), r.Int64N(8)})
		}
		return append(free, segment{free[len(free)-1].time + 1 + r.Int64N(6), 8})
	}
	const end = 100
	each2(t, 5000, func(t *testing.T, seed uint64, r *rand.Rand) {
		free := random(r)
		from, width, duration := r.Int64N(20), 1+r.Int64N(8), 1+r.Int64N(10)
		start := from
		for u := start; u < start+duration; u++ {
			if at2(free, u) < width {
				start = u + 1
			}
		}
		if got := earliest(free, from, width, duration); got != start {
			t.Fatalf("seed %d: earliest start %d, want %d", seed, got, start)
		}
		left := reserve(nil, free, start, start+duration, width)
		for u := range int64(end) {
			want := at2(free, u)
			if u >= start && u < start+duration {
				want -= width
			}
			if got := at2(left, u); got != want {
				t.Fatalf("seed %d: %d free in second %d, want %d", seed, got, u, want)
			}
		}
		delta := r.Int64N(20) - min(from, 10)
		other := random(r)
		if r.IntN(2) == 0 { // mostly covered
			other = slices.Clone(free)
			for i := range other {
				other[i].time = max(0, other[i].time-delta+r.Int64N(2))
				other[i].free = max(0, other[i].free-r.Int64N(2))
			}
			slices.SortFunc(other, func(a, b segment) int { return int(a.time - b.time) })
			other = slices.CompactFunc(other, func(a, b segment) bool { return a.time == b.time })
		}
		want := true
		for u := from; u < end; u++ {
			want = want && at2(free, u+delta) >= at2(other, u)
		}
		if got := covers(free, other, from, delta); got != want {
			t.Fatalf("seed %d: %v, want %v: %v %d later than %v from %d on", seed, got, want, free, delta, other, from)
		}
		a, b := cutBefore(slices.Clone(free), from), cutBefore(slices.Clone(other), r.Int64N(20))
		greater := most(nil, a, b)
		for u := a[0].time; u < end; u++ {
			if at2(a, u) != at2(free, u) {
				t.Fatalf("seed %d: %v cut before %d is %v", seed, free, from, a)
			}
		}
		for u := min(a[0].time, b[0].time); u < end; u++ {
			want := int64(0)
			for _, p := range [][]segment{a, b} {
				if u >= p[0].time {
					want = max(want, at2(p, u))
				}
			}
			if got := at2(greater, u); got != want || greater[0].time != min(a[0].time, b[0].time) {
				t.Fatalf("seed %d: %v is not the most of %v and %v in second %d", seed, greater, a, b, u)
			}
		}
	})
}
