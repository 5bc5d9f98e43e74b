package bound

import (
	"math"
	"math/big"

	"github.com/optgap/optgap"
)

// onSecond returns 2^bits times the Lagrangian of the capacity at one second,
//
//	L = sum_i w_i min_s (s + d_i - s_i + P(s+d_i) - P(s)) - integral of price(t) free(t) dt,
//
// P being the integral of the price. Prices are >= 0, in units of 2^-bits, constant over
// slots of the scale, and 0 after the last slot. They are within the digits that roomFor
// allows, so L is computed exactly. L is at most the objective of every schedule that keeps
// to the windows.
//
// s runs over the starts that the history and the windows allow. The minimised function
// is linear between the starts at which a job starts or ends at the edge of a slot.
// O(jobs * slots + changes).
func onSecond(step *optgap.Step, w *windows, price []int64, bits uint, scale int64) *big.Int {
	l := newLedger(price, bits, scale)
	sum, x, y := new(big.Int), new(big.Int), new(big.Int)
	for i, c := range w.free {
		end := int64(math.MaxInt64)
		if i+1 < len(w.free) {
			end = w.free[i+1].Time
		}
		sum.Sub(sum, x.Mul(x.SetInt64(c.Free), y.SetInt64(l.until(end)-l.until(c.Time))))
	}
	known := map[[2]int64]int64{}
	for i, j := range step.Jobs {
		kind := [2]int64{j.Width, j.Estimate}
		if _, ok := known[kind]; !ok {
			known[kind] = l.cheapest(step.History, j, w.last[i])
		}
		x.Lsh(x.SetInt64(j.Estimate-j.Submit), bits)
		x.Add(x, y.SetInt64(known[kind]))
		sum.Add(sum, x.Mul(x, y.SetInt64(j.Width)))
	}
	return sum
}

// ledger holds prices of a processor per second that are constant over slots, with their
// sums.
type ledger struct {
	bits   uint    // prices are in units of 2^-bits
	scale  int64   // seconds per slot
	price  []int64 // by slot
	prefix []int64 // by slot: the cost of all seconds before it
}

func newLedger(price []int64, bits uint, scale int64) *ledger {
	l := &ledger{bits, scale, price, make([]int64, len(price)+1)}
	for k, v := range price {
		l.prefix[k+1] = l.prefix[k] + v*scale
	}
	return l
}

// until returns the cost of a processor in all seconds before t >= 0.
func (l *ledger) until(t int64) int64 {
	k := t / l.scale
	if k >= int64(len(l.price)) {
		return l.prefix[len(l.price)]
	}
	return l.prefix[k] + (t-k*l.scale)*l.price[k]
}

// cheapest returns the least sum, over all starts that the history allows up to the last,
// of the start and of the price of a processor for the job's seconds from this start.
func (l *ledger) cheapest(h optgap.History, j optgap.Job, last int64) int64 {
	least := int64(math.MaxInt64)
	for from, to := range h.Openings(j.Width, j.Estimate) {
		if from <= last {
			least = min(least, l.cheapestWithin(from, min(to, last), j.Estimate))
		}
	}
	return least
}

// cheapestWithin returns the least such sum for starts between from and to of a job that
// lasts d seconds.
func (l *ledger) cheapestWithin(from, to, d int64) int64 {
	least := int64(math.MaxInt64)
	try := func(s int64) {
		if v := s<<l.bits + l.until(s+d) - l.until(s); v < least {
			least = v
		}
	}
	end := int64(len(l.price)) * l.scale // nothing is cheaper later
	to = min(to, max(end, from))
	try(from)
	try(to)
	for s := (from + l.scale - 1) / l.scale * l.scale; s <= to; s += l.scale {
		try(s)
	}
	for e := (from + d + l.scale - 1) / l.scale * l.scale; e-d <= to && e <= end; e += l.scale {
		try(e - d)
	}
	return least
}
