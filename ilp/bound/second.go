package bound

import (
	"math"

	"github.com/optgap/optgap"
)

// onSecond returns the Lagrangian of the capacity at one second,
//
//	L = sum_i w_i min_s (s + d_i - s_i + P(s+d_i) - P(s)) - integral of price(t) free(t) dt,
//
// P being the integral of the price, for prices that are constant over slots of
// the scale and 0 after them, less a tolerance of its rounding errors. It is a
// bound for any prices >= 0. s runs over the starts that the history allows; what
// is minimised is linear between those at which a job starts or ends with a slot.
// O(kinds of jobs * slots + changes).
func onSecond(step *optgap.Step, free optgap.History, price []float64, scale int64) float64 {
	l := newLedger(price, scale)
	paid, least := 0.0, 0.0
	for i, c := range free {
		end := int64(math.MaxInt64)
		if i+1 < len(free) {
			end = free[i+1].Time
		}
		paid += float64(c.Free) * (l.until(end) - l.until(c.Time))
	}
	known := map[[2]int64]float64{}
	for _, j := range step.Jobs {
		kind := [2]int64{j.Width, j.Estimate}
		if _, ok := known[kind]; !ok {
			known[kind] = l.cheapest(step.History, j)
		}
		least += float64(j.Width) * (known[kind] + float64(j.Estimate-j.Submit))
	}
	return least - paid - relativeError*(least+paid)
}

// relativeError is far above the rounding errors of sums of so many doubles as
// there are slots.
const relativeError = 1e-10

// ledger is prices per second that are constant over slots.
type ledger struct {
	scale  int64
	price  []float64
	prefix []float64 // sum of what the seconds before each slot cost
}

func newLedger(price []float64, scale int64) *ledger {
	l := &ledger{scale, price, make([]float64, len(price)+1)}
	for k, v := range price {
		l.prefix[k+1] = l.prefix[k] + v*float64(scale)
	}
	return l
}

// until returns what a processor costs in all seconds before t >= 0.
func (l *ledger) until(t int64) float64 {
	k := t / l.scale
	if k >= int64(len(l.price)) {
		return l.prefix[len(l.price)]
	}
	return l.prefix[k] + float64(t-k*l.scale)*l.price[k]
}

// cheapest returns the least of the start and the price of a processor for the
// job's seconds from there, over all starts at which the history allows the job.
func (l *ledger) cheapest(h optgap.History, j optgap.Job) float64 {
	least := math.Inf(1)
	for i := 0; i < len(h); i++ {
		if h[i].Free < j.Width {
			continue
		}
		from := h[i].Time
		for i < len(h) && h[i].Free >= j.Width {
			i++
		}
		to := int64(math.MaxInt64)
		if i < len(h) {
			to = h[i].Time
		}
		if to-from >= j.Estimate {
			least = min(least, l.cheapestWithin(from, to-j.Estimate, j.Estimate))
		}
	}
	return least
}

func (l *ledger) cheapestWithin(from, to, d int64) float64 {
	least := math.Inf(1)
	try := func(s int64) {
		if v := float64(s) + l.until(s+d) - l.until(s); v < least {
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
