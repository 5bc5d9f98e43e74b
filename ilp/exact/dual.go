package exact

import "math"

// dual holds the best prices of a part, with the starts and the mean excess of the steps
// that led to them. The next search for better prices begins with them, in the part itself
// and in the parts into which it is split.
type dual struct {
	timeline *timeline
	prices   [][]int64   // by kind and bucket
	mean     [][]float64 // by kind and bucket: mean excess over the steps, in job-seconds; nil: no step was taken
	starts   [][]start   // by kind: the cheapest starts of the steps, with the same shares as in mean
}

// on returns d on another timeline. The part of the mean excess that the best sets hold
// becomes an average over the new buckets. The part that the starts use is computed anew.
// ok is false where time is up.
func (d dual) on(to *timeline, kinds []kind, w *watch) (moved dual, ok bool) {
	moved = dual{timeline: to, starts: d.starts}
	for i, k := range kinds {
		if w.spend((d.timeline.n + to.n) * (cornerWork + len(d.starts[i]))) {
			return dual{}, false
		}
		price, held := make([]float64, d.timeline.n), make([]float64, d.timeline.n) // of one second
		used, mean := make([]float64, d.timeline.n), make([]float64, to.n)
		for _, s := range d.starts[i] {
			addPerSecond(d.timeline, used, s.at, s.at+k.duration, s.share*float64(k.count))
			addPerSecond(to, mean, s.at, s.at+k.duration, s.share*float64(k.count))
		}
		for b := range d.timeline.n {
			price[b] = float64(d.prices[i][b])
			held[b] = (used[b] - d.mean[i][b]) / float64(d.timeline.length(b))
		}
		price, held = d.timeline.over(to, price), d.timeline.over(to, held)
		prices := make([]int64, to.n)
		for b := range to.n {
			prices[b] = int64(price[b])
			mean[b] -= held[b] * float64(to.length(b))
		}
		moved.prices, moved.mean = append(moved.prices, prices), append(moved.mean, mean)
	}
	return moved, true
}

// within returns the mean excess and the starts of k. This kind has fewer jobs or fewer
// possible starts than the kind of d at index, which has so many jobs.
func (d dual) within(index int, jobs int64, k kind) (mean []float64, starts []start) {
	all, in := d.starts[index], 0.0
	for _, s := range all {
		if k.possible(s.at) {
			starts = append(starts, s)
			in += s.share
		}
	}
	if k.count == jobs && len(starts) == len(all) {
		return d.mean[index], all
	}
	if starts == nil {
		at, _, _ := meanOf(all)
		starts, in = []start{{k.nearest(at), 1}}, 1
	}
	for i := range starts {
		starts[i].share /= in
	}
	n := float64(k.count)
	for _, e := range d.mean[index] {
		mean = append(mean, e*n/float64(jobs))
	}
	for _, s := range all {
		addPerSecond(d.timeline, mean, s.at, s.at+k.duration, -n*s.share)
	}
	for _, s := range starts {
		addPerSecond(d.timeline, mean, s.at, s.at+k.duration, n*s.share)
	}
	return mean, starts
}

// start is a start of some of the jobs of a kind.
type start struct {
	at    int64   // in seconds
	share float64 // of the kind's jobs; the shares of a kind sum up to 1
}

// meanOf returns the mean of starts, rounded up, the mean deviation from it, and the
// share of the starts before it.
func meanOf(starts []start) (mean int64, deviation, before float64) {
	sum := 0.0
	for _, s := range starts {
		sum += float64(s.at) * s.share
	}
	mean = int64(math.Ceil(sum))
	for _, s := range starts {
		deviation += math.Abs(float64(s.at-mean)) * s.share
		if s.at < mean {
			before += s.share
		}
	}
	return mean, deviation, before
}
