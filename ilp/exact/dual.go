package exact

import "math"

// dual is what is known of a part's prices, by kind: where a search for better ones
// begins, for the part itself and for those that it is split into.
type dual struct {
	*timeline
	prices [][]int64   // the best, by bucket
	mean   [][]float64 // excess in job-seconds by bucket, weighted over the steps; nil: none was taken
	starts [][]start   // the cheapest, weighted likewise
}

// on returns the same for some kinds on another buckets: means over its buckets, but for
// what the starts use.
func (d dual) on(to *timeline, kinds []kind) dual {
	moved := dual{timeline: to, starts: d.starts}
	for i, k := range kinds {
		price, held := make([]float64, d.n), make([]float64, d.n) // of a second
		used, mean := make([]float64, d.n), make([]float64, to.n)
		for _, s := range d.starts[i] {
			spread(d.timeline, used, s.at, s.at+k.duration, s.share*float64(k.count))
			spread(to, mean, s.at, s.at+k.duration, s.share*float64(k.count))
		}
		for b := range d.n {
			price[b] = float64(d.prices[i][b])
			held[b] = (used[b] - d.mean[i][b]) / float64(d.length(b))
		}
		price, held = d.over(to, price), d.over(to, held)
		prices := make([]int64, to.n)
		for b := range to.n {
			prices[b] = int64(price[b])
			mean[b] -= held[b] * float64(to.length(b))
		}
		moved.prices, moved.mean = append(moved.prices, prices), append(moved.mean, mean)
	}
	return moved
}

// within returns the mean excess and the starts of a kind, of so many jobs, where it
// has fewer jobs or fewer starts.
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
		at, _, _ := spreadOf(all)
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
		spread(d.timeline, mean, s.at, s.at+k.duration, -n*s.share)
	}
	for _, s := range starts {
		spread(d.timeline, mean, s.at, s.at+k.duration, n*s.share)
	}
	return mean, starts
}

// start is a start's share of a kind's jobs. The shares of a kind sum up to 1.
type start struct {
	at    int64
	share float64
}

// spreadOf returns the mean, the mean deviation from it, and the share below it.
func spreadOf(starts []start) (mean int64, deviation, before float64) {
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
