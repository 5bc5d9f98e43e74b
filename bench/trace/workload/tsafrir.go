package workload

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// A tsafrir draws estimates as in Tsafrir, Etsion and Feitelson, "Modeling User Runtime
// Estimates", JSSPP 2005. The numbers are those of the program est_model in the Parallel
// Workloads Archive.
//
//   - The head is 20 estimates of 89 % of the jobs: the maximum, the 15 that four traces
//     have in common, and other round ones. Popularity rank x = 2 to 20 has
//     14.0491 exp(-0.177531 x) + 0.462513 % of the jobs. The maximum has rank 1 and the
//     rest, about 22 %.
//   - The tail has the other 11 %. K is the number of all estimates. Rank x above 20 weighs
//     x^-2.267. Estimate i of K is (a-1) y / (a-y) of the maximum in full minutes, with
//     y = i/K and a = 1 + 12.1039 K^-0.6026.
//   - Each job, from the longest run time down, takes one of the remaining estimates that
//     are not below its run time. All have the same chance.
//
// There are four simplifications. K is 90 for any number of jobs, as in the program for
// 10000 jobs. Ranks 2 to 20 are dealt to the head by chance. The program keeps near the
// orders of four traces. A tail estimate that is in the head or occurs twice is left out.
// The program moves it by seconds. The last step is done in the limit of many jobs, as jobs
// come without end, see assignment. A run time above the maximum is cut to it, as in the
// program.
type tsafrir struct {
	most     int64
	runTimes []int64 // a sample from the model, rising
}

// The numbers of the program.
const (
	headCount                    = 20
	headShare                    = 0.89
	headA, headB, headC          = 14.0491, -0.177531, 0.462513
	tailPower                    = -2.267
	estimateCount                = 90
	timeFactor, timePower        = 12.1039, -0.6026
	tsafrirSample         int    = 100_000 // jobs
	tsafrirSeed           uint64 = 2005    // of the sample
)

// commonEstimates holds the 15 estimates in seconds that are in the head of all four traces.
var commonEstimates = []int64{
	5 * minute, 10 * minute, 15 * minute, 20 * minute, 30 * minute,
	1 * hour, 2 * hour, 3 * hour, 4 * hour, 5 * hour, 6 * hour, 8 * hour, 10 * hour, 12 * hour, 18 * hour,
}

// roundSteps holds steps in seconds that fill up the head. They are tried in this order. The
// estimates are multiples of a step, from the maximum down.
var roundSteps = []int64{
	200 * hour, 100 * hour, 50 * hour, 10 * hour, 5 * hour, 2 * hour, 1 * hour,
	20 * minute, 10 * minute, 5 * minute,
}

func newTsafrir(g Generator, most float64) (Generator, error) {
	t := tsafrir{most: int64(most)}
	sample, err := Take(g, tsafrirSample, tsafrirSeed)
	if err != nil {
		return nil, err
	}
	for _, j := range sample {
		t.runTimes = append(t.runTimes, j.Duration())
	}
	slices.Sort(t.runTimes)
	if t.most == 0 {
		t.most = max((t.runTimes[len(t.runTimes)-1]+hour-1)/hour, 1) * hour
	}
	note := fmt.Sprintf("estimates: Tsafrir, Etsion and Feitelson (2005), simplified, at most %d s", t.most)
	return estimated{g, note, t.begin}, nil
}

// begin starts a sequence. The seed decides the popularity of each estimate.
func (t tsafrir) begin(seed uint64) (func(*optgap.TraceJob), error) {
	r := random(seed, estimateStream)
	values, shares := t.estimates(r)
	chances, err := t.assignment(values, shares)
	if err != nil {
		return nil, err
	}
	return func(j *optgap.TraceJob) {
		j.RunTime = min(j.RunTime, t.most)
		class, _ := slices.BinarySearch(values, j.RunTime) // place of the smallest estimate that is not below the run time
		j.Estimate = chances[class].quantile(r.Float64())
	}, nil
}

// estimates returns the estimates in rising order, and the share of the jobs of each.
func (t tsafrir) estimates(r *rand.Rand) (values []int64, shares []float64) {
	share := make(map[int64]float64)
	head := t.head()
	sizes := make([]float64, len(head))
	rest := headShare
	for i := 1; i < len(head); i++ {
		sizes[i] = (headA*math.Exp(headB*float64(i+1)) + headC) / 100
		rest -= sizes[i]
	}
	sizes[0] = rest
	others := sizes[1:]
	r.Shuffle(len(others), func(i, k int) { others[i], others[k] = others[k], others[i] })
	for i, v := range head {
		share[v] = sizes[i]
	}
	tail := t.tail(share)
	weights, sum := make([]float64, len(tail)), 0.0
	for i := range weights {
		weights[i] = math.Pow(float64(headCount+1+i), tailPower)
		sum += weights[i]
	}
	r.Shuffle(len(weights), func(i, k int) { weights[i], weights[k] = weights[k], weights[i] })
	for i, v := range tail {
		share[v] = (1 - headShare) * weights[i] / sum
	}
	for v := range share {
		values = append(values, v)
	}
	slices.Sort(values)
	for _, v := range values {
		shares = append(shares, share[v])
	}
	return values, shares
}

// head returns the estimates of the head, the maximum first.
func (t tsafrir) head() []int64 {
	head := []int64{t.most}
	for _, v := range commonEstimates {
		if v < t.most {
			head = append(head, v)
		}
	}
	for _, step := range roundSteps {
		for v := t.most / step * step; v > 0 && len(head) < headCount; v -= step {
			if !slices.Contains(head, v) {
				head = append(head, v)
			}
		}
	}
	return head
}

// tail returns the estimates that are not in the head.
func (t tsafrir) tail(head map[int64]float64) (tail []int64) {
	a := 1 + timeFactor*math.Pow(estimateCount, timePower)
	n := estimateCount - len(head)
	for i := 1; i <= n; i++ {
		y := float64(i) / float64(n)
		v := int64(math.Round((a-1)*y/(a-y)*float64(t.most)/minute)) * minute
		if _, taken := head[v]; !taken && v > 0 && v < t.most && !slices.Contains(tail, v) {
			tail = append(tail, v)
		}
	}
	return tail
}

// assignment returns the estimates of the jobs of each class. Class k has the run times
// above estimate k-1 and up to estimate k. With many jobs, those of a class take each of the
// estimates k and above in proportion to what is left of it. It is an error if too many run
// times are above an estimate.
func (t tsafrir) assignment(values []int64, left []float64) ([]discrete, error) {
	left = slices.Clone(left)
	chances := make([]discrete, len(values))
	above := len(t.runTimes)
	for k := len(values) - 1; k >= 0; k-- {
		from := 0
		if k > 0 {
			from = sort.Search(above, func(i int) bool { return t.runTimes[i] > values[k-1] })
		}
		jobs := float64(above-from) / float64(len(t.runTimes))
		above = from
		sum := 0.0
		for _, share := range left[k:] {
			sum += share
		}
		const rounding = 1e-9
		if jobs > sum+rounding {
			return nil, &optgap.FieldError{
				Field: "estimates",
				Found: fmt.Sprintf("%.1f %% of the run times above %d s, of what is left of them",
					100*jobs, values[max(k-1, 0)]),
				Expected: fmt.Sprintf("at most %.1f %%, the share of such estimates that is left; "+
					"another maximum changes that", 100*sum),
			}
		}
		chances[k] = proportional(values[k:], left[k:])
		for i := k; i < len(left) && sum > 0; i++ {
			left[i] -= left[i] * min(jobs/sum, 1)
		}
	}
	return chances, nil
}

// proportional returns the distribution of the values with such weights. Without any weight
// it is the last value.
func proportional(values []int64, weights []float64) discrete {
	d, sum := discrete{values: values}, 0.0
	for _, w := range weights {
		sum += w
		d.cumulative = append(d.cumulative, sum)
	}
	for i := range d.cumulative {
		d.cumulative[i] /= max(sum, math.SmallestNonzeroFloat64)
	}
	d.cumulative[len(d.cumulative)-1] = 1
	return d
}
