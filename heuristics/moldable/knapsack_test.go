package moldable

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/steptest"
)

// best tries all sets. Of equal values it takes the set without the later items.
func best(items []item, capacity int64) (value int64, chosen []bool) {
	found := 0
	for set := range 1 << len(items) {
		width, v := int64(0), int64(0)
		for i, it := range items {
			if set>>i&1 == 1 {
				width, v = width+it.width, v+it.value
			}
		}
		if width <= capacity && v > value {
			found, value = set, v
		}
	}
	for i := range items {
		chosen = append(chosen, found>>i&1 == 1)
	}
	return value, chosen
}

func drawn(r *rand.Rand, widest int64) []item {
	items := make([]item, 1+r.IntN(9))
	for i := range items {
		items[i] = item{1 + r.Int64N(widest), r.Int64N(8)}
		if r.IntN(2) == 0 {
			items[i].value = items[i].width // as of rigid jobs
		}
	}
	return items
}

// The knapsack finds the best set of items, also after it was used for other items.
func TestKnapsack(t *testing.T) {
	var k knapsack
	for seed, r := range steptest.Sources(3000, 41) {
		items, capacity := drawn(r, 12), r.Int64N(30)
		if seed%2 == 0 {
			items, capacity = drawn(r, 1000), 1000+r.Int64N(1000)
		}
		chosen := make([]bool, len(items))
		value := k.solve(items, capacity, chosen)
		want, set := best(items, capacity)
		if value != want || !slices.Equal(chosen, set) {
			t.Fatalf("seed %d: value %d of %v, expected %d of %v", seed, value, chosen, want, set)
		}
	}
}
