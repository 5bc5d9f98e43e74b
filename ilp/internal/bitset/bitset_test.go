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
