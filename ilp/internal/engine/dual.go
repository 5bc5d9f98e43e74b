package engine

import "math"

// Dual holds the best prices of a part, with the starts and the mean excess of the steps
// that led to them. The next search for better prices begins with them, in the part itself
// and in the parts into which it is split.
type Dual struct {
	Timeline *Timeline
	Prices   [][]int64   // by kind and bucket
	Mean     [][]float64 // by kind and bucket: mean excess over the steps, in job-seconds, nil if no step was taken
	Square   [][]float64 // by kind and bucket: mean square of the excess in a second, nil if the timeline is new
	Forest   []Member    // with which the prices prove the bound
	Starts   [][]start   // by kind: the cheapest starts of the steps, with the same shares as in mean
}

// On returns d on another timeline. The part of the mean excess that the best sets hold
// becomes an average over the new buckets. The part that the starts use is computed anew.
// ok is false where time is up.
func (d Dual) On(to *Timeline, kinds []Kind, w *Watch) (moved Dual, ok bool) {
	moved = Dual{Timeline: to, Starts: d.Starts}
	for i, k := range kinds {
		if w.Spend((d.Timeline.N + to.N) * (cornerWork + len(d.Starts[i]))) {
			return Dual{}, false
		}
		price := make([]float64, d.Timeline.N)
		held := make([]float64, d.Timeline.N) // of one second
		used := make([]float64, d.Timeline.N)
		mean := make([]float64, to.N)
		for _, s := range d.Starts[i] {
			addPerSecond(d.Timeline, used, s.At, s.At+k.Duration, s.Share*float64(k.Count))
			addPerSecond(to, mean, s.At, s.At+k.Duration, s.Share*float64(k.Count))
		}
		for b := range d.Timeline.N {
			price[b] = float64(d.Prices[i][b])
			held[b] = (used[b] - d.Mean[i][b]) / float64(d.Timeline.length(b))
		}
		price, held = d.Timeline.over(to, price), d.Timeline.over(to, held)
		prices := make([]int64, to.N)
		for b := range to.N {
			prices[b] = int64(price[b])
			mean[b] -= held[b] * float64(to.length(b))
		}
		moved.Prices = append(moved.Prices, prices)
		moved.Mean = append(moved.Mean, mean)
	}
	return moved, true
}

// Within returns the mean excess and the starts of k. This kind has fewer jobs or fewer
// possible starts than the kind of d at index, which has so many jobs.
func (d Dual) Within(index int, jobs int64, k Kind) (mean []float64, starts []start) {
	all := d.Starts[index]
	in := 0.0
	for _, s := range all {
		if k.Possible(s.At) {
			starts = append(starts, s)
			in += s.Share
		}
	}
	if k.Count == jobs && len(starts) == len(all) {
		return d.Mean[index], all
	}
	if starts == nil {
		at, _, _ := MeanOf(all)
		starts = []start{{k.nearest(at), 1}}
		in = 1
	}
	for i := range starts {
		starts[i].Share /= in
	}
	n := float64(k.Count)
	for _, e := range d.Mean[index] {
		mean = append(mean, e*n/float64(jobs))
	}
	for _, s := range all {
		addPerSecond(d.Timeline, mean, s.At, s.At+k.Duration, -n*s.Share)
	}
	for _, s := range starts {
		addPerSecond(d.Timeline, mean, s.At, s.At+k.Duration, n*s.Share)
	}
	return mean, starts
}

// start is a start of some of the jobs of a kind.
type start struct {
	At    int64   // in seconds
	Share float64 // of the kind's jobs; the shares of a kind sum up to 1
}

// MeanOf returns the mean of starts, rounded up, the mean deviation from it, and the
// share of the starts before it.
func MeanOf(starts []start) (mean int64, deviation, before float64) {
	sum := 0.0
	for _, s := range starts {
		sum += float64(s.At) * s.Share
	}
	mean = int64(math.Ceil(sum))
	for _, s := range starts {
		deviation += math.Abs(float64(s.At-mean)) * s.Share
		if s.At < mean {
			before += s.Share
		}
	}
	return mean, deviation, before
}
