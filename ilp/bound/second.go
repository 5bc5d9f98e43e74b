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
// is linear between the starts at which a job starts or ends where the price changes. It is
// evaluated once for jobs of a kind, and divided by the greatest common divisor of v_i and w_i.
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
		weight, width := flow{width: j.Width, weight: step.Weight(i)}.ratio()
		least, ok := known[kind]
		if !ok {
			least = math.MaxInt64
			for from, to := range step.History.Openings(j.Width, j.Estimate) {
				if from <= w.last[i] {
					least = l.Cheapest(from, min(to, w.last[i]), j.Estimate, weight, width, least)
				}
			}
			known[kind] = least
		}
		x.Mul(x.SetInt64(j.Estimate-j.Submit), y.SetInt64(weight))
		x.Lsh(x, c.Bits)
		x.Add(x, y.SetInt64(least))
		sum.Add(sum, x.Mul(x, y.SetInt64(j.Width/width)))
	}
	return sum
}
