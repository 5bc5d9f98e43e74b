package confidence

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/must"
)

// queueLosses returns losses in percent as those of a policy at the steps of a trace: with two decimals, 0 on most
// steps, and large on many steps in a row while a queue lasts.
func queueLosses(n int) []float64 {
	random := rand.New(rand.NewPCG(9, 9))
	losses, queue := make([]float64, n), 0.0
	for i := range losses {
		queue = 0.95*queue + random.NormFloat64()
		losses[i] = math.Round(100*max(0, queue*random.ExpFloat64()-0.2)) / 100
	}
	return losses
}

// TestCoverage: intervals of the mean and of quantiles over all steps, by some that are spread over them, hold these
// as often as they say, and no end is outside of the values seen.
func TestCoverage(t *testing.T) {
	const tries = 400
	losses := queueLosses(6000)
	sorted := slices.Sorted(slices.Values(losses))
	mean := stat.Mean(losses, nil)
	quantile := func(share float64) float64 { return stat.Quantile(share, stat.Empirical, sorted, nil) }
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{25, 50, 100, 400} {
		some, held, middle, ninth := 0, 0, 0, 0
		for range tries {
			seen := evenly(random, losses, n)
			if i := Sample(seen, len(losses)); i != nil {
				some++
				held += holds(i, mean)
				must.Need(t, i.Low >= slices.Min(seen) && i.High <= slices.Max(seen),
					"n", n, i, "is outside of what was seen")
			}
			slices.Sort(seen)
			middle += holds(Quantile(0.5, seen), quantile(0.5))
			if i := Quantile(0.9, seen); n >= 36 {
				ninth += holds(i, quantile(0.9))
			} else if i != nil {
				t.Fatalf("n %d: found %v, expected no interval of the 90 %% point", n, i)
			}
		}
		t.Logf("n %d: %d of %d hold the mean, %d the median, %d the 90 %% point", n, held, some, middle, ninth)
		const least = tries * 92 / 100 // one in 40 runs of 95 % has less than 93 %
		if some < tries/3 || held < some*92/100 || middle < least || n >= 36 && ninth < least {
			t.Errorf("n %d: %d of %d hold the mean, %d the median, %d the 90 %% point", n, held, some, middle, ninth)
		}
	}
}

// evenly returns n of the values, one from each of n parts of equal length.
func evenly(random *rand.Rand, values []float64, n int) (some []float64) {
	for k := range n {
		from, to := k*len(values)/n, (k+1)*len(values)/n
		some = append(some, values[from+random.IntN(to-from)])
	}
	return some
}

func holds(i *Interval, v float64) int {
	if i != nil && i.Low <= v && v <= i.High {
		return 1
	}
	return 0
}

// TestSample: ten values of 0 and ten of 2 have the mean 1. With one more 2 the mean is 22/21. Their spread gives the
// upper end. The lower end, with one more 0, is as far from 1.
func TestSample(t *testing.T) {
	values := append(make([]float64, 10), slices.Repeat([]float64{2}, 10)...)
	const quantile = 2.085963 // of 97.5 %, 20 degrees of freedom
	mean := 22. / 21
	squares := 10*mean*mean + 11*(2-mean)*(2-mean)
	above := mean - 1 + quantile*math.Sqrt(squares/20/21)
	for all, left := range map[int]float64{Endless: 1, 80: math.Sqrt(3. / 4)} {
		i := Sample(values, all)
		must.Hold(t, math.Abs(i.High-1-left*above) <= 1e-6 && math.Abs(1-left*above-i.Low) <= 1e-6,
			"of", all, "found", *i, "expected 1 and", left*above, "on either side")
	}
	with := func(place int, v float64) []float64 {
		other := slices.Clone(values)
		other[place] = v
		return other
	}
	for name, i := range map[string]*Interval{
		"all values":                Sample(values, 20),
		"19 values":                 Sample(values[1:], 80),
		"11 of one value":           Sample(with(10, 0), 80),
		"11 but for rounding":       Sample(with(10, 1e-16), 80),
		"no number":                 Sample(with(0, math.NaN()), 80),
		"infinity":                  Sample(with(0, math.Inf(1)), 80),
		"equal values":              Sample(make([]float64, 30), 80),
		"the median of 5":           Quantile(0.5, values[:5]),
		"tenths of 39":              Tenths(make([]float64, 39), nil),
		"tenths without weight":     Tenths(make([]float64, 40), make([]float64, 40)),
		"tenths that are no number": Tenths(slices.Repeat([]float64{math.NaN()}, 40), nil),
	} {
		must.Hold(t, i == nil, name, "found an interval")
	}
}

// TestQuantile: the median of six is between the first and the last, with 1 - 2/64. Of ten it is between the second
// and the ninth, as of ten coins one or none shows heads with 11/1024.
func TestQuantile(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for n, want := range map[int]Interval{6: {Low: 1, High: 6}, 10: {Low: 2, High: 9}} {
		must.Equal(t, *Quantile(0.5, values[:n]), want, "of", n)
	}
}

// TestTenths: the means of four values each are 1.5, 5.5, ..., 37.5. Weights of 2 halve them.
func TestTenths(t *testing.T) {
	values, weights := make([]float64, 40), slices.Repeat([]float64{2}, 40)
	for k := range values {
		values[k] = float64(k)
	}
	i, half := Tenths(values, nil), Tenths(values, weights)
	must.Hold(t, *i == (Interval{Low: 1.5, High: 37.5}) && *half == (Interval{Low: 0.75, High: 18.75}),
		"found", *i, "and", *half, "of half")
}

func TestGeometric(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		shift  float64
		want   float64
	}{
		{"plain geometric mean: sqrt(2 * 8) = 4", []float64{2, 8}, 0, 4},
		{"sqrt((0 + 10) * (30 + 10)) - 10 = sqrt(400) - 10", []float64{0, 30}, 10, 10},
		{"cbrt((0 + 1) * (1 + 1) * (3 + 1)) - 1 = cbrt(8) - 1", []float64{0, 1, 3}, 1, 1},
		{"equal values are their own mean", []float64{7, 7, 7}, 10, 7},
		{"no overflow: the product 1e600 has no float64", []float64{1e300, 1e300}, 0, 1e300},
		{"all at 0: 10 - 10", []float64{0, 0}, 10, 0},
	}
	for _, tt := range tests {
		got := Values(tt.values).Geometric(tt.shift)
		// A rounding of the logarithm, up to 691 for 1e300, is multiplied by the mean.
		tolerance := 1e-12 * (tt.want + tt.shift)
		must.Hold(t, math.Abs(got-tt.want) <= tolerance, tt.name, "got", got, "want", tt.want)
	}
	for name, got := range map[string]float64{
		"no values":         Values(nil).Geometric(10),
		"0 without a shift": Values{0, 5}.Geometric(0),
		"below the shift":   Values{-11}.Geometric(10),
	} {
		must.Hold(t, math.IsNaN(got), name, "got", got, "want NaN")
	}
}

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
