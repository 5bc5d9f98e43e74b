package harness

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/must"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{
		"1/1": {1, 1, 0}, "2/8": {2, 8, 0}, "8/8": {8, 8, 0}, "100000/100000": {MostShards, MostShards, 0},
	} {
		s := must.Get(ParseShard(text))
		must.Equal(t, s, want, text)
		must.Equal(t, s.String(), text)
	}
	for _, text := range []string{
		"", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/-2", "1/0", "0/0", "1/2/3", "+1/2", "01/2", "1 / 2",
		"1/100001", "a/b", "1.0/2", "1/99999999999999999999",
	} {
		s, err := ParseShard(text)
		must.Hold(t, must.Field(err) != "" && s == (Shard{}),
			text, "found", s, "error", err, "expected a FieldError")
	}
	if s := (Shard{}); !s.IsWhole() || s.String() != "" {
		t.Errorf("the zero value: found %q, expected the whole run", s)
	}
}

// The deal of seven problems to three shards, by hand: sorted by cost they are
// 9 (at 3), 7 (at 0), 7 (at 5), 4 (at 1), 2 (at 6), 1 (at 2), 0 (at 4). Shards 1, 2, 3 get
// the first three, shards 3, 2, 1 the next three, and shard 1 the last. With a turn of 1,
// shards 2, 3, 1 stand for these.
func TestTake(t *testing.T) {
	costs := []int{7, 4, 1, 9, 0, 7, 2}
	for s, want := range map[Shard][]int{
		{}: {0, 1, 2, 3, 4, 5, 6}, {1, 1, 5}: {0, 1, 2, 3, 4, 5, 6},
		{1, 3, 0}: {2, 3, 4}, {2, 3, 0}: {0, 6}, {3, 3, 0}: {1, 5},
		{2, 3, 1}: {2, 3, 4}, {3, 3, 4}: {0, 6}, {1, 3, 7}: {1, 5},
		{7, 7, 0}: {4}, {8, 9, 0}: nil, {8, 9, 1}: {4},
	} {
		must.EqualSlices(t, s.Take(costs), want, s)
	}
}

// Every problem goes to one shard. The numbers of problems of two shards differ by one at most. The
// sums of a rising function of the costs differ at most by the largest of its values.
func TestTakeIsBalanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(rapid.IntRange(0, 20), 0, 60).Draw(t, "costs")
		n := rapid.IntRange(1, 12).Draw(t, "shards")
		turn := rapid.IntRange(0, 30).Draw(t, "turn")
		var shares [][]int
		holders := make([]int, len(costs))
		least, most := len(costs), 0
		for number := 1; number <= n; number++ {
			own := Shard{number, n, turn}.Take(costs)
			must.Need(t, slices.IsSorted(own), "found", own, "expected ascending positions")
			least, most = min(least, len(own)), max(most, len(own))
			for _, i := range own {
				holders[i]++
			}
			shares = append(shares, own)
		}
		for i, holders := range holders {
			must.Need(t, holders == 1, "problem", i, "is in", holders, "shards, expected 1")
		}
		must.Need(t, most-least <= 1, "found", least, "to", most, "problems in a shard")
		balanced(t, costs, shares)
	})
}

// balanced checks the sums of rising functions of the costs. shares are the positions of each shard.
func balanced(t *rapid.T, costs []int, shares [][]int) {
	for name, f := range map[string]func(int) float64{
		"linear":     func(c int) float64 { return float64(c) },
		"cubic":      func(c int) float64 { return math.Pow(float64(c), 3) },
		"cut off":    func(c int) float64 { return math.Min(float64(c*c), 50) },
		"constant":   func(int) float64 { return 1 },
		"one or not": func(c int) float64 { return math.Floor(float64(c) / 12) },
	} {
		largest := 0.0
		var sums []float64
		for _, own := range shares {
			sum := 0.0
			for _, i := range own {
				sum, largest = sum+f(costs[i]), max(largest, f(costs[i]))
			}
			sums = append(sums, sum)
		}
		if d := slices.Max(sums) - slices.Min(sums); d > largest {
			t.Fatalf("%s costs: found sums %v, which differ by %g, expected at most %g", name, sums, d, largest)
		}
	}
}
