package grid

import (
	"math/rand/v2"
	"testing"
)

// TestSet compares shifted unions with a bool per element, over word borders.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	for range 500 {
		size := 1 + r.IntN(300)
		s, want := newSet(size), make([]bool, len(newSet(size))*64)
		s.add(0)
		want[0] = true
		for range r.IntN(5) {
			i := r.IntN(size)
			s.add(i)
			want[i] = true
		}
		for range r.IntN(6) {
			d := r.IntN(size + 80)
			if r.IntN(3) == 0 {
				d = 64 * r.IntN(4)
			}
			s.orShifted(d)
			for i := len(want) - 1; i >= d; i-- {
				want[i] = want[i] || want[i-d]
			}
		}
		largest := int64(0)
		for i := range size {
			if want[i] {
				largest = int64(i)
			}
			if s.has(i) != want[i] || s.largest(i) != largest {
				t.Fatalf("size %d: has(%d) %v, largest %d, want %v, %d", size, i, s.has(i), s.largest(i), want[i], largest)
			}
		}
	}
}
