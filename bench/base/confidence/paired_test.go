package confidence

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// enumerated returns the p-value by its definition: it tries all signs and counts smaller
// values for the ranks.
func enumerated(differences []float64) float64 {
	var left []float64
	for _, d := range differences {
		if d != 0 {
			left = append(left, d)
		}
	}
	rank := make([]float64, len(left))
	observed := 0.0
	for i, a := range left {
		smaller, equal := 0, 0
		for _, b := range left {
			if math.Abs(b) < math.Abs(a) {
				smaller++
			} else if math.Abs(b) == math.Abs(a) {
				equal++
			}
		}
		rank[i] = float64(smaller) + float64(equal+1)/2
		if a > 0 {
			observed += rank[i]
		}
	}
	below, above := 0, 0
	for signs := range uint(1) << len(left) {
		sum := 0.0
		for s := signs; s != 0; s &= s - 1 {
			sum += rank[bits.TrailingZeros(s)]
		}
		if sum <= observed {
			below++
		}
		if sum >= observed {
			above++
		}
	}
	return min(1, 2*float64(min(below, above))/float64(uint(1)<<len(left)))
}

func TestSignedRankCountsAllSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		differences := make([]float64, rapid.IntRange(0, 11).Draw(t, "pairs"))
		for i := range differences {
			differences[i] = float64(rapid.IntRange(-6, 6).Draw(t, "difference")) / 4 // with 0 and equal ones
		}
		if got := SignedRank(differences); math.Abs(got-enumerated(differences)) > 1e-12 {
			t.Errorf("%v: found %v, expected %v", differences, got, enumerated(differences))
		}
	})
}

// At the largest number of pairs with an exact p-value the normal one is close to it, also
// with many equal differences. Without the correction for these it is far off.
func TestSignedRankMeetsNormal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		differences := make([]float64, exactPairs)
		for i := range differences {
			differences[i] = float64(random.IntN(5)+1) * float64(2*random.IntN(2)-1)
		}
		want := SignedRank(differences)
		if more := SignedRank(append(slices.Clone(differences), 1)); math.Abs(more-want) > 0.1 {
			t.Fatalf("%v: found %v, and %v with a pair more", differences, want, more)
		}
		slices.SortFunc(differences, func(a, b float64) int { return int(math.Abs(a) - math.Abs(b)) })
		ranks, ties := doubledRanks(differences)
		up := 0
		for i, d := range differences {
			if d > 0 {
				up += ranks[i]
			}
		}
		if got := normal(exactPairs, up, ties); math.Abs(got-want) > 0.015 {
			t.Fatalf("%v: found %v exactly and %v by the normal distribution", differences, want, got)
		}
	}
}
