package moldable

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

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
		must.Need(t, value == want && slices.Equal(chosen, set),
			"seed", seed, "value", value, "of", chosen, "expected", want, "of", set)
	}
}

// Units that divide all widths change no choice.
func TestUnits(t *testing.T) {
	for seed, r := range steptest.Sources(1000, 42) {
		items, capacity, unit := drawn(r, 12), r.Int64N(30), 1+r.Int64N(512)
		_, want := best(items, capacity)
		wide := slices.Clone(items)
		for i := range wide {
			wide[i].width *= unit
		}
		if _, found := best(wide, inUnits(wide, capacity*unit+r.Int64N(unit))); !slices.Equal(found, want) {
			t.Fatalf("seed %d: %v of %v in %d, expected %v", seed, found, items, capacity, want)
		}
	}
}

// Where widths are rounded up, the chosen items fit, and some item is chosen where any
// fits. Less than a unit of processors is left over for each item.
func TestRoundedUnits(t *testing.T) {
	const capacity = maxUnits*1000 + 1
	for seed, r := range steptest.Sources(1000, 43) {
		items := append(drawn(r, capacity), item{capacity, 1}, item{1, 1})
		rounded := slices.Clone(items)
		units := inUnits(rounded, capacity)
		must.Need(t, units <= maxUnits, "seed", seed, units, "units")
		_, chosen := best(rounded, units)
		width := int64(0)
		for i, it := range items {
			if chosen[i] {
				width += it.width
			}
		}
		must.Need(t, width != 0 && width <= capacity, "seed", seed, chosen, "of", items)
		shrunk := int64(capacity) - int64(len(items)+1)*(capacity/maxUnits+1)
		least, _ := best(items, shrunk)
		value, _ := best(rounded, units)
		must.Need(t, value >= least, "seed", seed, "value", value, "expected", least, "at least")
	}
}
