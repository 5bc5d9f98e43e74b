package replay_test

import (
	"math/big"

	"github.com/optgap/optgap/heuristics/dynp"
)

// counted is a job that counts for a plan's quality.
type counted struct{ wait, estimate, width, end int64 }

// count returns the jobs of a plan.
func (o *obvious) count(order []int, plan []int64) (out []counted) {
	for k, i := range order {
		j := o.jobs[i]
		out = append(out, counted{o.now + plan[k] - j.Submit, j.Estimate, j.Width, plan[k] + j.Estimate})
	}
	return out
}

// metric is the definition of a quality metric.
func metric(m dynp.Metric, jobs []counted) *big.Rat {
	var top, bottom, last int64
	for _, j := range jobs {
		last = max(last, j.end)
		switch m {
		case dynp.ART:
			top, bottom = top+j.wait+j.estimate, bottom+1
		case "", dynp.ARTwW:
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
