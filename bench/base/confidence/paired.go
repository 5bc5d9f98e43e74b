package confidence

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/lists"
)

// An Interval encloses a value: it is a confidence interval, or has the ends between which a value
// is known to lie.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Ends returns both ends; nil: there is no interval.
func (i *Interval) Ends() (low, high *float64) {
	if i == nil {
		return nil, nil
	}
	return &i.Low, &i.High
}

// Between returns the interval with both ends; nil: there are none.
func Between(low, high *float64) *Interval {
	if low == nil {
		return nil
	}
	return &Interval{*low, *high}
}

// exactPairs is the largest number of pairs whose distribution is computed exactly. Its 2^50
// cases are counted in a float64 without rounding.
const exactPairs = 50

// SignedRank returns the two-sided p-value of the Wilcoxon signed-rank test (Wilcoxon 1945).
// p is the probability of differences at least as one-sided, if each is as likely up as
// down. Differences of 0 are left out. Equal differences share the average of their ranks. Without
// any p is 1.
//
// Up to 50 differences p is exact, also with equal ones: all 2^n choices of the signs are
// counted in O(n^3) time. Beyond that p comes from the normal distribution. Its variance is
// corrected for equal differences. There is no correction for continuity.
func SignedRank(differences []float64) float64 {
	left := lists.NonZero(differences)
	n := len(left)
	if n == 0 {
		return 1
	}
	slices.SortFunc(
		left,
		func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) },
	)
	ranks, ties := doubledRanks(left)
	up := 0
	for i, d := range left {
		if d > 0 {
			up += ranks[i]
		}
	}
	if n <= exactPairs {
		return exact(ranks, up)
	}
	return normal(float64(n), up, ties)
}

// doubledRanks returns twice the ranks of values that are sorted by size. Doubling makes
// integers of shared ranks. ties is the sum of t^3 - t over the groups of t equal values.
func doubledRanks(sorted []float64) (ranks []int, ties float64) {
	ranks = make([]int, len(sorted))
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && math.Abs(sorted[to]) == math.Abs(sorted[from]) {
			to++
		}
		for i := from; i < to; i++ {
			ranks[i] = from + 1 + to // (from+1) to to, the first and the last rank of the group
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return ranks, ties
}

// exact returns the two-sided p-value of up, the sum of the doubled ranks of positive
// differences.
func exact(ranks []int, up int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	ways := make([]float64, total+1) // to choose signs so that the sum is the index
	ways[0] = 1
	for _, r := range ranks {
		for sum := total; sum >= r; sum-- {
			ways[sum] += ways[sum-r]
		}
	}
	low := 0.0
	high := 0.0
	for sum, w := range ways {
		if sum <= up {
			low += w
		}
		if sum >= up {
			high += w
		}
	}
	return min(1, 2*min(low, high)/math.Exp2(float64(len(ranks))))
}

// normal returns an approximation of exact by the normal distribution.
func normal(n float64, up int, ties float64) float64 {
	mean := n * (n + 1) / 4
	variance := n*(n+1)*(2*n+1)/24 - ties/48
	return math.Erfc(math.Abs(float64(up)/2-mean) / math.Sqrt(2*variance))
}
