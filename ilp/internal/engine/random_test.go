package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/steptest"
)

// each calls check with so many random sources, times the effort.
func each(t *testing.T, n int, check func(t *testing.T, seed uint64, r *rand.Rand)) {
	t.Parallel()
	if testing.Short() {
		n /= 10
	}
	for seed, r := range steptest.Sources(n, 31) {
		check(t, seed, r)
	}
}

// somePrices returns prices by kind and bucket, half of them 0, with which no
// sum overflows.
func somePrices(r *rand.Rand, p *Problem, g *Timeline, most int64) [][]int64 {
	prices := make([][]int64, len(p.Kinds))
	for i := range prices {
		prices[i] = make([]int64, g.N)
		for b := range prices[i] {
			if r.IntN(2) == 0 {
				prices[i][b] = r.Int64N(most)
			}
		}
	}
	return prices
}

// someTimeline returns a timeline of about so many buckets, with borders anywhere.
func someTimeline(r *rand.Rand, end int64, buckets int) *Timeline {
	var events []int64
	for range r.IntN(10) {
		events = append(events, r.Int64N(end+10))
	}
	return NewTimeline(end, buckets, events)
}

func at(free []Segment, t int64) int64 { return free[Index(free, t)].Free }
