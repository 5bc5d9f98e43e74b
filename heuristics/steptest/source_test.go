package steptest_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// With more effort there are more seeds, and the first seed shifts them all. Equal seeds give equal sources.
func TestSources(t *testing.T) {
	drawn := func(effort, first string, stream uint64) (seeds []uint64, numbers []uint64) {
		for name, value := range map[string]string{"effort": effort, "first-seed": first} {
			before := flag.Lookup(name).Value.String()
			must.Do(flag.Set(name, value))
			defer flag.Set(name, before)
		}
		for seed, r := range steptest.Sources(2, stream) {
			seeds, numbers = append(seeds, seed), append(numbers, r.Uint64())
		}
		return seeds, numbers
	}
	seeds, numbers := drawn("1", "0", 7)
	if !slices.Equal(seeds, []uint64{0, 1}) {
		t.Errorf("found seeds %d, expected 0 and 1", seeds)
	}
	seeds, more := drawn("2", "1", 7)
	if !slices.Equal(seeds, []uint64{1, 2, 3, 4}) || more[0] != numbers[1] {
		t.Errorf("found seeds %d, which begin with %d, expected 1 to 4 from %d on", seeds, more[0], numbers[1])
	}
	if _, other := drawn("1", "0", 8); other[0] == numbers[0] {
		t.Error("two streams begin with the same number")
	}
}
