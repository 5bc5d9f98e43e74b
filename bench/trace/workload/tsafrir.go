package workload

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/interp"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
)

// A tsafrir deals estimates as in Tsafrir, Etsion and Feitelson, "Modeling User Runtime
// Estimates", JSSPP 2005. Numbers and rules are those of the program est_model in the Parallel
// Workloads Archive, where its user knows the maximum alone.
//
//   - The head is 20 estimates of 89 % of the jobs: the maximum, the 15 that four traces
//     have in common, and other round ones. Popularity rank x = 2 to 20 has
//     14.0491 exp(-0.177531 x) + 0.462513 % of the jobs. The maximum has rank 1 and the
//     rest, about 22 %. The other ranks keep near those of the four traces, see ranks.
//   - The tail has the other 11 %. K is the number of all estimates, see estimateCount.
//     Rank x above 20 weighs x^-2.267. Ranks are dealt by chance. Of n tail estimates number i is
//     (a-1) y / (a-y) of the maximum in full minutes, with y = i/n and a = 1 + 12.1039 K^-0.6026.
//     One that is taken moves by 30, 20 or 10 seconds.
//   - Each job, from the longest run time down, takes one of the remaining estimates that
//     are not below its run time. All have the same chance. A run time above the maximum is cut
//     to it.
//
// The program rounds the number of jobs of each estimate, and adjusts these numbers until they add
// up. Here they differ by less than one job from their shares. Up to 200 jobs, where the program
// fails, there is no tail.
type tsafrir struct {
	most int64
	// simplified has ranks of the head dealt by chance, K = 90, and no estimate that moves. Jobs
	// come one by one: each draws from what would be left of the estimates in the limit of many
	// jobs.
	simplified bool
	runTimes   []int64 // if simplified: a sample from the model, rising
}

// The numbers of the program.
const (
	headCount                    = 20
	headShare                    = 0.89
	headA, headB, headC          = 14.0491, -0.177531, 0.462513
	tailPower                    = -2.267
	simplifiedCount              = 90
	timeFactor, timePower        = 12.1039, -0.6026
	tsafrirSample         int    = 100_000 // jobs
	tsafrirSeed           uint64 = 2005    // of the sample
)

func newTsafrir(g Generator, most float64, jobs int64) (Generator, error) {
	t := tsafrir{most: int64(most)}
	if t.most == 0 {
		if err := t.sample(g); err != nil {
			return nil, err
		}
	}
	note := fmt.Sprintf("estimates: Tsafrir, Etsion and Feitelson (2005), at most %d s", t.most)
	return estimated{
		g,
		note,
		int(min(max(jobs, 1), MostJobs)),
		func(seed uint64) (dealer, error) {
			r := random(seed, estimateStream)
			return func(jobs []optgap.TraceJob) error { return t.deal(jobs, r) }, nil
		},
	}, nil
}

func newSimplified(g Generator, most float64, _ int64) (Generator, error) {
	t := tsafrir{most: int64(most), simplified: true}
	if err := t.sample(g); err != nil {
		return nil, err
	}
	note := fmt.Sprintf(
		"estimates: Tsafrir, Etsion and Feitelson (2005), simplified, at most %d s",
		t.most,
	)
	return estimated{g, note, 1, t.begin}, nil
}

// sample draws run times. Where no maximum is given, it is the longest of them in full hours.
func (t *tsafrir) sample(g Generator) error {
	sample, err := Take(g, tsafrirSample, tsafrirSeed)
	if err != nil {
		return err
	}
	for _, j := range sample {
		t.runTimes = append(t.runTimes, j.Duration())
	}
	slices.Sort(t.runTimes)
	if t.most == 0 {
		t.most = max((t.runTimes[len(t.runTimes)-1]+hour-1)/hour, 1) * hour
	}
	return nil
}

// begin starts a sequence of simplified estimates. The seed decides the popularity of each.
func (t tsafrir) begin(seed uint64) (dealer, error) {
	r := random(seed, estimateStream)
	values, shares := t.estimates(simplifiedCount, r)
	chances, err := t.assignment(values, shares)
	if err != nil {
		return nil, err
	}
	return each(func(j *optgap.TraceJob) {
		j.RunTime = min(j.RunTime, t.most)
		// Place of the smallest estimate that is not below the run time.
		class, _ := slices.BinarySearch(values, j.RunTime)
		j.Estimate = chances[class].quantile(r.Float64())
	}), nil
}

// deal gives all jobs their estimates. It is an error if too many run times are long.
func (t tsafrir) deal(jobs []optgap.TraceJob, r *rand.Rand) error {
	values, shares := t.estimates(estimateCount(len(jobs)), r)
	left := spread(values, shares, len(jobs))
	for i := range jobs {
		jobs[i].RunTime = min(jobs[i].RunTime, t.most)
	}
	order := lists.Places[int](len(jobs))
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(jobs[b].RunTime, jobs[a].RunTime), a-b)
	})
	enough := 0 // estimates that are not below the run time, used ones too
	for i, place := range order {
		j := &jobs[place]
		for enough < len(left) && left[enough] >= j.RunTime {
			enough++
		}
		if enough == i {
			return invalid(
				"estimates",
				fmt.Sprintf("%d of %d run times of at least %d s", i+1, len(jobs), j.RunTime),
				fmt.Sprintf(
					"at most %d, the number of such estimates; more jobs or another maximum change that",
					enough,
				),
			)
		}
		k := i + r.IntN(enough-i)
		j.Estimate = left[k]
		left[k] = left[i]
	}
	return nil
}

// spread returns the estimates of n jobs from the longest down. The number of each differs by less
// than one job from its share.
func spread(values []int64, shares []float64, n int) []int64 {
	total := 0.0
	for _, share := range slices.Backward(shares) {
		total += share
	}
	all := make([]int64, 0, n)
	sum := 0.0
	for i, share := range slices.Backward(shares) {
		sum += share
		for float64(len(all)) < math.Round(sum/total*float64(n)) {
			all = append(all, values[i])
		}
	}
	return all
}

// estimateCount returns the number of different estimates.
func estimateCount(jobs int) int {
	var known interp.PiecewiseLinear
	known.Fit(models().Tsafrir.Jobs, models().Tsafrir.Estimates)
	return int(math.Round(known.Predict(float64(jobs))))
}

// estimates returns the different estimates in rising order, and the share of the jobs of each.
func (t tsafrir) estimates(count int, r *rand.Rand) (values []int64, shares []float64) {
	share := make(map[int64]float64)
	head := t.head()
	sizes := make([]float64, len(head))
	rest := headShare
	for i := 1; i < len(head); i++ {
		sizes[i] = (headA*math.Exp(headB*float64(i+1)) + headC) / 100
		rest -= sizes[i]
	}
	sizes[0] = rest
	if t.simplified {
		others := sizes[1:]
		r.Shuffle(len(others), func(i, k int) { others[i], others[k] = others[k], others[i] })
	} else {
		slices.Sort(head[1:])
		sizes = ranked(sizes, ranks(r)[:len(head)])
	}
	for i, v := range head {
		share[v] = sizes[i]
	}
	tail := t.tail(share, count)
	weights := make([]float64, len(tail))
	sum := 0.0
	for i := range weights {
		weights[i] = math.Pow(float64(headCount+1+i), tailPower)
		sum += weights[i]
	}
	r.Shuffle(len(weights), func(i, k int) { weights[i], weights[k] = weights[k], weights[i] })
	for i, v := range tail {
		share[v] = (1 - headShare) * weights[i] / sum
	}
	values = slices.Sorted(maps.Keys(share))
	for _, v := range values {
		shares = append(shares, share[v])
	}
	return values, shares
}

// ranks draws the popularity rank of each estimate of the head. At each place the pool has the
// ranks that the traces have up to there and that are not dealt yet. The more popular of two from
// the pool is dealt, but the most popular one that no trace has at a later place goes first.
func ranks(r *rand.Rand) (dealt []int) {
	popularity := models().Tsafrir.Popularity
	last := make(map[int]int) // the last place of each rank in a trace
	for place, row := range popularity {
		for _, rank := range row {
			last[rank] = place
		}
	}
	pool := slices.Clone(popularity[0])
	dealt = []int{1}
	for place := 1; place < headCount; place++ {
		pool = append(pool, popularity[place]...)
		pool = slices.DeleteFunc(pool, func(rank int) bool { return slices.Contains(dealt, rank) })
		slices.Sort(pool)
		due := slices.IndexFunc(pool, func(rank int) bool { return last[rank] <= place })
		if due < 0 {
			due = min(r.IntN(len(pool)), r.IntN(len(pool)))
		}
		dealt = append(dealt, pool[due])
	}
	return dealt
}

// ranked returns the falling sizes in the order of ranks. A short head has gaps between its ranks.
func ranked(sizes []float64, ranks []int) []float64 {
	rising := slices.Sorted(slices.Values(ranks))
	ordered := make([]float64, len(sizes))
	for i, rank := range ranks {
		ordered[i] = sizes[slices.Index(rising, rank)]
	}
	return ordered
}

// head returns the estimates of the head, the maximum first.
func (t tsafrir) head() []int64 {
	head := []int64{t.most}
	for _, v := range models().Tsafrir.Common {
		if v < t.most {
			head = append(head, v)
		}
	}
	for _, step := range models().Tsafrir.Steps {
		for v := t.most / step * step; v > 0 && len(head) < headCount; v -= step {
			if !slices.Contains(head, v) {
				head = append(head, v)
			}
		}
	}
	return head
}

// tail returns the estimates that are not in the head, at most so many that there are count.
func (t tsafrir) tail(head map[int64]float64, count int) (tail []int64) {
	moves := []int64{0, 30, -30, 20, -20, 10, -10} // seconds
	if t.simplified {
		moves = moves[:1]
	}
	a := 1 + timeFactor*math.Pow(float64(count), timePower)
	n := count - len(head)
	for i := 1; i <= n; i++ {
		y := float64(i) / float64(n)
		minutes := math.Round((a - 1) * y / (a - y) * float64(t.most) / minute)
		for _, move := range moves {
			v := int64(minutes)*minute + move
			if _, taken := head[v]; !taken && v > 0 && v < t.most && !slices.Contains(tail, v) {
				tail = append(tail, v)
				break
			}
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
			return nil, invalid(
				"estimates",
				fmt.Sprintf("%.1f %% of the run times above %d s, of what is left of them",
					100*jobs, values[max(k-1, 0)]),
				fmt.Sprintf(
					"at most %.1f %%, the share of such estimates that is left; "+"another maximum changes that",
					100*sum,
				),
			)
		}
		chances[k] = discrete{
			values[k:],
			cumulative(left[k:]),
		} // without anything left the last value
		for i := k; i < len(left) && sum > 0; i++ {
			left[i] -= left[i] * min(jobs/sum, 1)
		}
	}
	return chances, nil
}
