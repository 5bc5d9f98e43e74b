// Package ledger has the exact integers of bounds.
//
//	certificate -> New -> Until, Cheapest: sums of prices, the cheapest start of a job
//	prices -> Digits, Quantise -> integers for a certificate
//	objective -> GCD, RoundUp, RoundDown -> the next multiple of a unit
//
// All that proves or checks a bound calls it: the bounds, the engine, the programs and their
// solver.
package ledger

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
)

// Ledger holds prices of a processor with their sums. After the last price a processor costs
// nothing.
type Ledger struct {
	bits    uint
	borders []int64 // price[k] holds from borders[k] to before borders[k+1]
	price   []int64
	prefix  []int64 // by border: the price of all time before it
}

// New returns the ledger of a certificate's prices of a processor.
func New(c *optgap.Certificate) *Ledger {
	n := len(c.Price)
	l := &Ledger{c.Bits, make([]int64, n+1), c.Price, make([]int64, n+1)}
	for k, v := range c.Price {
		l.borders[k+1] = int64(k+1) * c.Bucket
		if c.Bucket == 0 {
			l.borders[k+1] = c.Ends[k]
		}
		l.prefix[k+1] = l.prefix[k] + v*(l.borders[k+1]-l.borders[k])
	}
	return l
}

// Until returns the cost of a processor in all time before t >= 0.
func (l *Ledger) Until(t int64) int64 { return l.from(l.at(t), t) }

// at returns the index of the last border that is not after t >= 0.
func (l *Ledger) at(t int64) int {
	k, found := slices.BinarySearch(l.borders, t)
	if !found {
		k--
	}
	return k
}

// from is Until where t is not before the border k, nor behind the next one.
func (l *Ledger) from(k int, t int64) int64 {
	if k >= len(l.price) {
		return l.prefix[len(l.price)]
	}
	return l.prefix[k] + (t-l.borders[k])*l.price[k]
}

// Cheapest returns the least sum, over all starts between from and to, of the start times the
// weight, and of the price of so many processors for a time d from this start; most where no sum is
// less. The sum is linear between the starts at which the job starts or ends at a border. So only
// these are looked at.
func (l *Ledger) Cheapest(from, to, d, weight, processors, most int64) int64 {
	sum := func(s, price int64) int64 { return (weight*s)<<l.bits + processors*price }
	starts := l.at(from)
	ends := l.at(from + d)
	least := min(most, sum(from, l.from(ends, from+d)-l.from(starts, from)))
	if last := l.borders[len(l.price)]; to < last {
		least = min(least, sum(to, l.Until(to+d)-l.Until(to)))
	} else {
		to = max(from, last)
		if from < last { // nothing is cheaper later
			least = min(least, sum(last, 0))
		}
	}
	at := ends
	for k := starts + 1; k < len(l.borders) && l.borders[k] <= to; k++ { // the job starts at border k
		s := l.borders[k]
		if sum(s, 0) >= least {
			break
		}
		for at+1 < len(l.borders) && l.borders[at+1] <= s+d {
			at++
		}
		least = min(least, sum(s, l.from(at, s+d)-l.prefix[k]))
	}
	at = starts
	for k := ends + 1; k < len(l.borders) && l.borders[k] <= to+d; k++ { // it ends there
		s := l.borders[k] - d
		if sum(s, 0) >= least {
			break
		}
		for at+1 < len(l.borders) && l.borders[at+1] <= s {
			at++
		}
		least = min(least, sum(s, l.prefix[k]-l.from(at, s)))
	}
	return least
}

// MaxBits is the largest number of binary digits behind the point of a price.
const MaxBits = 40

// Digits returns how many binary digits prices have behind the point, so that a sum of them, total,
// has at most so many digits in all. ok is false where no number of digits does.
func Digits(total float64, most int) (digits uint, ok bool) {
	if !(total < 1<<60) { // false for NaN too
		return 0, false
	}
	return min(MaxBits, uint(most-bits.Len64(uint64(total)))), true
}

// Quantise returns prices in units of 2^-digits, rounded to the nearest. Prices after the last
// positive one are left out.
func Quantise(prices []float64, digits uint) []int64 {
	whole := make([]int64, len(prices))
	for k, v := range prices {
		if v > 0 {
			whole[k] = int64(math.RoundToEven(math.Ldexp(v, int(digits))))
		}
	}
	return Trim(whole)
}

// Trim cuts trailing zeros off.
func Trim(price []int64) []int64 {
	n := len(price)
	for n > 0 && price[n-1] == 0 {
		n--
	}
	return slices.Clip(price[:n])
}

// Whole returns x / 2^digits, rounded up to an integer and cut to the range of int64.
func Whole(x *big.Int, digits uint) int64 {
	up := new(big.Int).Neg(x)
	up.Rsh(up, digits) // towards minus infinity
	up.Neg(up)
	switch {
	case up.IsInt64():
		return up.Int64()
	case up.Sign() > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}
