package queueing

import (
	"math/rand/v2"
	"testing"
)

// TestMinTreeMatchesScan compares every search with a scan, for sizes about
// those at which a level is added.
func TestMinTreeMatchesScan(t *testing.T) {
	for _, n := range []int{0, 1, 2, 15, 16, 17, 255, 256, 257, 4097} {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		tree, values := newMinTree(n), make([]int64, n)
		for i := range values {
			values[i] = absent
		}
		for range 3000 {
			if n > 0 {
				i := r.IntN(n)
				values[i] = r.Int64N(20)
				if r.IntN(3) > 0 {
					values[i] = absent
				}
				tree.set(i, values[i])
			}
			from, to, limit := r.IntN(n+1), r.IntN(n+1), r.Int64N(20)
			want, least := -1, int64(absent)
			for i, v := range values {
				least = min(least, v)
				if want < 0 && i >= from && i < to && v <= limit {
					want = i
				}
			}
			if got := tree.next(from, to, limit); got != want {
				t.Fatalf("n %d: next(%d, %d, %d) = %d, want %d", n, from, to, limit, got, want)
			}
			if got := tree.least(); got != least {
				t.Fatalf("n %d: least %d, want %d", n, got, least)
			}
		}
	}
}
