package bound

import (
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// onSecond returns 2^c.Bits times the Lagrangian of the capacity at one second,
//
//	L = sum_i min_s (v_i (s + d_i - s_i) + w_i (P(s+d_i) - P(s))) - integral of price(t) free(t) dt,
//
// v_i being the weight of job i, and P the integral of the certificate's price. Prices are >= 0, and within the digits
// that roomFor allows, so L is computed exactly. L is at most the objective of every
// schedule that keeps to the windows.
//
// s runs over the starts that the history and the windows allow. The minimised function
// is linear between the starts at which a job starts or ends where the price changes.
// O(jobs * prices + changes).
func onSecond(step *optgap.Step, w *windows, c *Certificate) *big.Int {
	l := newLedger(c)
	sum, x, y := new(big.Int), new(big.Int), new(big.Int)
	for i, level := range w.free {
		end := int64(math.MaxInt64)
		if i+1 < len(w.free) {
			end = w.free[i+1].Time
		}
		sum.Sub(sum, x.Mul(x.SetInt64(level.Free), y.SetInt64(l.until(end)-l.until(level.Time))))
	}
	known := map[[3]int64]int64{}
	for i, j := range step.Jobs {
		kind, of := [3]int64{j.Width, j.Estimate, step.Weight(i)}, rateOf(step, i)
		if _, ok := known[kind]; !ok {
			known[kind] = l.cheapest(step.History, j, w.last[i], of)
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

// ledger holds the prices of a certificate of LP with their sums.
type ledger struct {
	bits    uint    // prices are in units of 2^-bits
	borders []int64 // price[k] holds from borders[k] to before borders[k+1]
	price   []int64
	prefix  []int64 // by border: the price of all seconds before it
}

func newLedger(c *Certificate) *ledger {
	l := &ledger{c.Bits, make([]int64, len(c.Price)+1), c.Price, make([]int64, len(c.Price)+1)}
	for k, v := range c.Price {
		if l.borders[k+1] = int64(k+1) * c.Bucket; c.Bucket == 0 {
			l.borders[k+1] = c.Ends[k]
		}
		l.prefix[k+1] = l.prefix[k] + v*(l.borders[k+1]-l.borders[k])
	}
	return l
}

// until returns the cost of a processor in all seconds before t >= 0.
func (l *ledger) until(t int64) int64 { return l.from(l.at(t), t) }

// at returns the index of the last border that is not after t; -1 where t < 0.
func (l *ledger) at(t int64) int {
	k, found := slices.BinarySearch(l.borders, t)
	if !found {
		k--
	}
	return k
}

// from is until where t is not before the border k, nor behind the next one.
func (l *ledger) from(k int, t int64) int64 {
	if k >= len(l.price) {
		return l.prefix[len(l.price)]
	}
	return l.prefix[k] + (t-l.borders[k])*l.price[k]
}

// cheapest returns the least sum, over all starts that the history allows up to the last,
// of the start, times the rate's weight, and of the price of a processor for the job's seconds from
// this start, times the rate's width.
func (l *ledger) cheapest(h optgap.History, j optgap.Job, last int64, of rate) int64 {
	least := int64(math.MaxInt64)
	for from, to := range h.Openings(j.Width, j.Estimate) {
		if from <= last {
			least = min(least, l.cheapestWithin(from, min(to, last), j.Estimate, of))
		}
	}
	return least
}

// cheapestWithin returns the least such sum for starts between from and to of a job that
// lasts d seconds.
func (l *ledger) cheapestWithin(from, to, d int64, of rate) int64 {
	to = min(to, max(l.borders[len(l.price)], from)) // nothing is cheaper later
	sum := func(s, price int64) int64 { return (of.weight*s)<<l.bits + of.width*price }
	whole := func(s int64) int64 { return sum(s, l.until(s+d)-l.until(s)) }
	least := min(whole(from), whole(to))
	ends := l.at(from + d)
	for k := l.at(from-1) + 1; k < len(l.borders) && l.borders[k] <= to; k++ { // the job starts at border k
		s := l.borders[k]
		for ends+1 < len(l.borders) && l.borders[ends+1] <= s+d {
			ends++
		}
		least = min(least, sum(s, l.from(ends, s+d)-l.prefix[k]))
	}
	starts := l.at(from)
	for k := l.at(from+d-1) + 1; k < len(l.borders) && l.borders[k] <= to+d; k++ { // it ends there
		s := l.borders[k] - d
		for starts+1 < len(l.borders) && l.borders[starts+1] <= s {
			starts++
		}
		least = min(least, sum(s, l.prefix[k]-l.from(starts, s)))
	}
	return least
}
