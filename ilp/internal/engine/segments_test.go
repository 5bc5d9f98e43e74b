package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestSegments compares reserve, earliest, covers, most and from with counts per
// second.
func TestSegments(t *testing.T) {
	random := func(r *rand.Rand) []Segment {
		free := []Segment{{Time: 0, Free: r.Int64N(8)}}
		for range r.IntN(6) {
			free = append(free, Segment{Time: free[len(free)-1].Time + 1 + r.Int64N(6), Free: r.Int64N(8)})
		}
		return append(free, Segment{Time: free[len(free)-1].Time + 1 + r.Int64N(6), Free: 8})
	}
	long := []Segment{{Time: 0, Free: 8}, {Time: 600, Free: 4}, {Time: 700, Free: 8}}
	must.Equal(t, Earliest(long, 10, 8, math.MaxInt64), 700, "start without an end")
	const end = 100
	each(t, 5000, func(t *testing.T, seed uint64, r *rand.Rand) {
		free := random(r)
		from, width, duration := r.Int64N(20), 1+r.Int64N(8), 1+r.Int64N(10)
		start := from
		for u := start; u < start+duration; u++ {
			if at(free, u) < width {
				start = u + 1
			}
		}
		if got := Earliest(free, from, width, duration); got != start {
			t.Fatalf("seed %d: earliest start %d, want %d", seed, got, start)
		}
		left := Reserve(nil, free, start, start+duration, width)
		for u := range int64(end) {
			want := at(free, u)
			if u >= start && u < start+duration {
				want -= width
			}
			got := at(left, u)
			must.Need(t, got == want, "seed", seed, got, "free in second", u, "want", want)
		}
		delta := r.Int64N(20) - min(from, 10)
		other := random(r)
		if r.IntN(2) == 0 { // mostly covered
			other = slices.Clone(free)
			for i := range other {
				other[i].Time = max(0, other[i].Time-delta+r.Int64N(2))
				other[i].Free = max(0, other[i].Free-r.Int64N(2))
			}
			slices.SortFunc(other, func(a, b Segment) int { return int(a.Time - b.Time) })
			other = slices.CompactFunc(other, func(a, b Segment) bool { return a.Time == b.Time })
		}
		want := true
		for u := from; u < end; u++ {
			want = want && at(free, u+delta) >= at(other, u)
		}
		if got := Covers(free, other, from, delta); got != want {
			t.Fatalf("seed %d: %v, want %v: %v %d later than %v from %d on", seed, got, want, free, delta, other, from)
		}
		a, b := CutBefore(slices.Clone(free), from), CutBefore(slices.Clone(other), r.Int64N(20))
		greater := Most(nil, a, b)
		for u := a[0].Time; u < end; u++ {
			must.Need(t, at(a, u) == at(free, u), "seed", seed, free, "cut before", from, "is", a)
		}
		for u := min(a[0].Time, b[0].Time); u < end; u++ {
			want := int64(0)
			for _, p := range [][]Segment{a, b} {
				if u >= p[0].Time {
					want = max(want, at(p, u))
				}
			}
			if got := at(greater, u); got != want || greater[0].Time != min(a[0].Time, b[0].Time) {
				t.Fatalf("seed %d: %v is not the most of %v and %v in second %d", seed, greater, a, b, u)
			}
		}
	})
}

// TestBitset compares all methods with a bool per element, over word borders.
func TestBitset(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	some := func(size int) (s Bitset, has []bool) {
		s, has = NewBitset(size), make([]bool, (size+63)/64*64)
		for range 1 + r.IntN(5) {
			i := r.IntN(size)
			s.Add(i)
			has[i] = true
		}
		return s, has
	}
	for range 1000 {
		size, d, n := 1+r.IntN(300), r.IntN(380), r.IntN(4)
		if r.IntN(3) == 0 {
			d = 64 * r.IntN(4)
		}
		a, inA := some(size)
		b, inB := some(size)
		shifted, upTo, multiples, all := NewBitset(size), slices.Clone(a), slices.Clone(a), slices.Clone(a)
		shifted.Shift(a, d)
		upTo.AddUpTo(d)
		multiples.AddMultiples(d, n)
		all.AddAll(b)
		meets, largest := false, -1
		for i := range inA {
			if inA[i] {
				largest = i
			}
			meets = meets || inA[i] && inB[i]
			near, sum := slices.Contains(inA[max(0, i-d):i+1], true), false
			for k := range n + 1 {
				sum = sum || i >= k*d && inA[i-k*d]
			}
			if a.Has(i) != inA[i] || largest >= 0 && a.Largest(i) != largest ||
				shifted.Has(i) != (i >= d && inA[i-d]) || upTo.Has(i) != near ||
				multiples.Has(i) != sum || all.Has(i) != (inA[i] || inB[i]) {
				t.Fatalf("size %d, %d more, at %d: %v, %v", size, d, i, a, b)
			}
		}
		must.Need(t, a.Meets(b) == meets, a, "and", b, "meet", a.Meets(b))
	}
}
