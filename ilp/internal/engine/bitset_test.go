package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

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
		if a.Meets(b) != meets {
			t.Fatalf("%v and %v meet: %v", a, b, a.Meets(b))
		}
	}
}
