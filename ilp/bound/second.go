package bound

import (
	"math"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// onSecond returns 2^c.Bits times the Lagrangian of the capacity at one second,
//
//	L = sum_i min_s (v_i (s + d_i - s_i) + w_i (P(s+d_i) - P(s))) - integral of price(t) free(t) dt,
//
// v_i being the weight of job i, and P the integral of the certificate's price. Prices are >= 0,
// and within the digits that roomFor allows, so L is computed exactly. L is at most the objective
// of every schedule that keeps to the windows.
//
// s runs over the starts that the history and the windows allow. The minimised function
// is linear between the starts at which a job starts or ends where the price changes.
// O(jobs * prices + changes).
func (w *windows) onSecond(c *optgap.Certificate) *big.Int {
	step := w.Step
	l := ledger.New(c)
	sum := new(big.Int)
	x := new(big.Int)
	y := new(big.Int)
	for i, level := range w.free {
		end := int64(math.MaxInt64)
		if i+1 < len(w.free) {
			end = w.free[i+1].Time
		}
		sum.Sub(sum, x.Mul(x.SetInt64(level.Free), y.SetInt64(l.Until(end)-l.Until(level.Time))))
	}
	known := map[[3]int64]int64{}
	for i, j := range step.Jobs {
		kind := [3]int64{j.Width, j.Estimate, step.Weight(i)}
		of := rateOf(step, i)
		if _, ok := known[kind]; !ok {
			known[kind] = cheapestStart(l, step.History, j, w.last[i], of)
		}
		x.Mul(x.SetInt64(j.Estimate-j.Submit), y.SetInt64(of.weight))
		x.Lsh(x, c.Bits)
		x.Add(x, y.SetInt64(known[kind]))
		sum.Add(sum, x.Mul(x, y.SetInt64(j.Width/of.width)))
	}
	return sum
}

// rate is the ratio of a job's weight to its width, in its lowest terms.
type rate struct{ weight, width int64 }

func rateOf(step *optgap.Step, job int) rate {
	weight, width := flow{width: step.Jobs[job].Width, weight: step.Weight(job)}.ratio()
	return rate{weight, width}
}

// cheapestStart returns the least sum, over all starts that the history allows up to the last,
// of the start, times the rate's weight, and of the price of a processor for the job's seconds from
// this start, times the rate's width.
func cheapestStart(l *ledger.Ledger, h optgap.History, j optgap.Job, last int64, of rate) int64 {
	least := int64(math.MaxInt64)
	for from, to := range h.Openings(j.Width, j.Estimate) {
		if from <= last {
			least = l.Cheapest(from, min(to, last), j.Estimate, of.weight, of.width, least)
		}
	}
	return least
}
