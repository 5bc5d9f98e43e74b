package bitset

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestSet compares shifted unions with a bool per element, over word borders.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	for range 500 {
		size := 1 + r.IntN(300)
		s, want := New(size), make([]bool, len(New(size))*64)
		s.Add(0)
		want[0] = true
		for range r.IntN(5) {
			i := r.IntN(size)
			s.Add(i)
			want[i] = true
		}
		for range r.IntN(6) {
			d := r.IntN(size + 80)
			if r.IntN(3) == 0 {
				d = 64 * r.IntN(4)
			}
			s.AddShifted(d)
			for i := len(want) - 1; i >= d; i-- {
				want[i] = want[i] || want[i-d]
			}
		}
		largest := 0
		for i := range size {
			if want[i] {
				largest = i
			}
			if s.Has(i) != want[i] || s.Largest(i) != largest {
				t.Fatalf("size %d: has(%d) %v, largest %d, want %v, %d", size, i, s.Has(i), s.Largest(i), want[i], largest)
			}
		}
	}
}

// TestPairs compares methods of two sets, and ranges of shifts, with one integer at a time.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	some := func(size int) Set {
		s := New(size)
		for range r.IntN(5) {
			s.Add(r.IntN(size))
		}
		return s
	}
	for range 500 {
		size, d := 1+r.IntN(300), r.IntN(380)
		a, b := some(size), some(size)
		shifted, upTo, all, meets := New(size), a.Clone(), a.Clone(), false
		shifted.Shift(a, d)
		upTo.AddUpTo(d)
		n := r.IntN(4)
		multiples := a.Clone()
		multiples.AddMultiples(d, n)
		all.AddAll(b)
		for i := range len(a) * 64 {
			meets = meets || a.Has(i) && b.Has(i)
			near, sum := false, false
			for k := range n + 1 {
				sum = sum || i >= k*d && a.Has(i-k*d)
			}
			for k := max(0, i-d); k <= i; k++ {
				near = near || a.Has(k)
			}
			if shifted.Has(i) != (i >= d && a.Has(i-d)) || upTo.Has(i) != near ||
				multiples.Has(i) != sum || all.Has(i) != (a.Has(i) || b.Has(i)) {
				t.Fatalf("size %d, %d more, at %d: %v, %v", size, d, i, a, b)
			}
		}
		if a.Meets(b) != meets {
			t.Fatalf("%v and %v meet: %v", a, b, a.Meets(b))
		}
	}
}

// The sums of 3 and 5, each taken once at most.
func Example() {
	sums := New(10)
	sums.Add(0)
	sums.AddShifted(3)
	sums.AddShifted(5)
	for i := range 10 {
		if sums.Has(i) {
			fmt.Print(i, " ")
		}
	}
	// Output: 0 3 5 8
}
