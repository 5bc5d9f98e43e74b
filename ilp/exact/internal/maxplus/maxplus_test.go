package maxplus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestExtend compares with Go's own arithmetic, at all lengths and alignments, and
// leaves what is beyond alone.
func TestExtend(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(r.Int64N(1000))
		}
		return v
	}
	for n := range 70 {
		for offset := range 5 {
			without, with, out := some(n+offset), some(n+offset), some(n+offset+1)
			want := slices.Clone(out)
			plain(want[offset:][:n], without[offset:], with[offset:], 77)
			Extend(out[offset:][:n], without[offset:], with[offset:], 77)
			if !slices.Equal(out, want) {
				t.Fatalf("%d numbers from %d: %v, want %v", n, offset, out, want)
			}
			for i := range n {
				if want[offset+i] != max(without[offset+i], with[offset+i]+77) {
					t.Fatalf("%d numbers from %d: %v", n, offset, want)
				}
			}
		}
	}
}

// The best sets of two items, of sizes 2 and 3, by the processors that they may take.
func ExampleExtend() {
	none := make([]float64, 6)
	first := slices.Clone(none)
	Extend(first[2:], none[2:], none, 5)
	second := slices.Clone(first)
	Extend(second[3:], first[3:], first, 6)
	fmt.Println(first, second)
	// Output: [0 0 5 5 5 5] [0 0 5 6 6 11]
}

func BenchmarkExtend(b *testing.B) {
	for _, n := range []int{20, 100, 500} {
		without, with, out := make([]float64, n), make([]float64, n), make([]float64, n)
		for _, c := range []struct {
			name string
			of   func(out, without, with []float64, value float64)
		}{{"plain", plain}, {"best", Extend}} {
			b.Run(fmt.Sprintf("n=%d/%s", n, c.name), func(b *testing.B) {
				for b.Loop() {
					c.of(out, without, with, 1)
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "numbers/ns")
			})
		}
	}
}
