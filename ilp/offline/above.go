package offline

import "slices"

// Above says where a schedule has more than the bound that prices prove, in weight times seconds. The sum of the
// schedule is
//
//	bound + sum over jobs of (priced cost of its start - its least priced cost) + sum over seconds of price (M - busy)
//
// and no term is below 0: complementary slackness, for any schedule. jobs has the terms of the jobs, and idle
// those of the seconds from each border to before the next; the last part has no end, the first no beginning.
func (in *Instance) Above(p *Prices, starts, borders []int64) (jobs, idle []float64) {
	c := newCurve(p.Times, p.floats())
	jobs, idle = make([]float64, len(in.Jobs)), make([]float64, len(borders))
	for k := range borders {
		from, to := 0.0, c.until[len(c.until)-1]
		if k > 0 {
			from = c.before(borders[k])
		}
		if k+1 < len(borders) {
			to = c.before(borders[k+1])
		}
		idle[k] = float64(in.Machine) * (to - from)
	}
	for i, released := range releases(in, c) {
		j := &in.Jobs[i]
		least, _ := c.cheapest(j, released, float64(j.Weight))
		jobs[i] = float64(j.Weight)*float64(starts[i]-j.Release) - least
		k, found := slices.BinarySearch(borders, starts[i])
		if !found {
			k = max(0, k-1)
		}
		for from, end := starts[i], starts[i]+j.Duration; from < end; k++ {
			to := end
			if k+1 < len(borders) {
				to = min(to, borders[k+1])
			}
			paid := float64(j.Width) * (c.before(to) - c.before(from))
			jobs[i] += paid
			idle[k] -= paid
			from = to
		}
	}
	return jobs, idle
}

// before returns the price of all seconds before t; 0 where t is before all buckets.
func (c *curve[T]) before(t int64) T {
	if t <= c.times[0] {
		return 0
	}
	b := c.bucket(t)
	return c.until[b] + c.price[b]*T(t-c.times[b])
}
