package paired

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
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
		if got, _ := SignedRank(differences); math.Abs(got-enumerated(differences)) > 1e-12 {
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
		want, _ := SignedRank(differences)
		if more, n := SignedRank(append(slices.Clone(differences), 1)); n != exactPairs+1 || math.Abs(more-want) > 0.1 {
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

// The interval of a mean is that of Student's t-distribution for many values, and holds
// the true mean in about 95 % of the samples.
func TestBootstrapMean(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	mean := func(values []float64) func([]int32) float64 {
		return func(places []int32) (sum float64) {
			for _, k := range places {
				sum += values[k]
			}
			return sum / float64(len(places))
		}
	}
	held := 0
	const samples, n = 400, 60
	for s := range samples {
		values := make([]float64, n)
		for i := range values {
			values[i] = random.ExpFloat64()
		}
		i, ok := Bootstrap(n, uint64(s), mean(values))
		if !ok {
			t.Fatal("no interval")
		}
		if i.Low <= 1 && 1 <= i.High {
			held++
		}
	}
	if share := float64(held) / samples; share < 0.90 || share > 0.98 {
		t.Errorf("%v of the intervals hold the mean, expected about 0.95", share)
	}
	values := make([]float64, 2000)
	for i := range values {
		values[i] = random.NormFloat64()
	}
	got, _ := Bootstrap(len(values), 1, mean(values))
	m, deviation := stat.MeanStdDev(values, nil)
	half := 1.96 * deviation / math.Sqrt(2000)
	if math.Abs(got.Low-(m-half)) > 0.1*half || math.Abs(got.High-(m+half)) > 0.1*half {
		t.Errorf("found %v, expected about %v", got, Interval{m - half, m + half})
	}
	if again, _ := Bootstrap(len(values), 1, mean(values)); again != got {
		t.Errorf("the same seed gave %v and %v", got, again)
	}
	if _, ok := Bootstrap(1, 1, mean(values)); ok {
		t.Error("found an interval for one pair")
	}
}
