package replay_test

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap/heuristics/dynp"
)

// counted is a job that counts for a plan's quality.
type counted struct{ wait, estimate, width, end int64 }

// count returns the jobs of a plan that the options let count.
func (o *obvious) count(order []int, plan []int64) []counted {
	byStart := make([]int, len(order))
	for k := range byStart {
		byStart[k] = k
	}
	slices.SortStableFunc(byStart, func(a, b int) int { return int(plan[a] - plan[b]) })
	var out []counted
	add := func(i int, start int64) {
		j := o.jobs[i]
		out = append(out, counted{o.now + start - j.Submit, j.Estimate, j.Width, start + j.Estimate})
	}
	for n, k := range byStart {
		tooMany := o.dynp.FutureJobs > 0 && n >= o.dynp.FutureJobs
		tooLate := o.dynp.FutureSeconds > 0 && plan[k] > o.dynp.FutureSeconds
		if n == 0 || !tooMany && !tooLate {
			add(order[k], plan[k])
		}
	}
	return out
}

// quality returns the quality of plans[p] among the plans.
func (o *obvious) quality(plans [][]counted, p int) *big.Rat {
	q := o.dynp.Quality
	if len(q) == 0 {
		return metric(dynp.ARTwW, plans[p])
	}
	if len(q) == 1 {
		return metric(q[0].Metric, plans[p])
	}
	sum := new(big.Rat)
	for _, t := range q {
		mean := new(big.Rat)
		for _, plan := range plans {
			mean.Add(mean, new(big.Rat).Mul(metric(t.Metric, plan), big.NewRat(1, int64(len(plans)))))
		}
		if mean.Sign() > 0 {
			part := new(big.Rat).Quo(metric(t.Metric, plans[p]), mean)
			sum.Add(sum, part.Mul(part, big.NewRat(t.Weight, 1)))
		}
	}
	return sum
}

// metric is the definition of a quality metric.
func metric(m dynp.Metric, jobs []counted) *big.Rat {
	var top, bottom, last int64
	for _, j := range jobs {
		last = max(last, j.end)
		switch m {
		case dynp.ART:
			top, bottom = top+j.wait+j.estimate, bottom+1
		case dynp.ARTwW:
			top, bottom = top+j.width*(j.wait+j.estimate), bottom+j.width
		case dynp.SLD:
			top, bottom = top+1<<20+j.wait<<20/j.estimate, bottom+1<<20
		case dynp.SLDwA:
			top, bottom = top+j.width*(j.wait+j.estimate), bottom+j.width*j.estimate
		case dynp.Wait:
			top, bottom = top+j.wait, bottom+1
		case dynp.WaitwW:
			top, bottom = top+j.width*j.wait, bottom+j.width
		}
	}
	if m == dynp.MS {
		return big.NewRat(last, 1)
	}
	return big.NewRat(top, bottom)
}
