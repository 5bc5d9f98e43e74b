// Package ledger sums the prices of a processor, and finds the start that is cheapest for a job.
//
//	prices, their ends -> New -> Until, Cheapest
package ledger

import "slices"

// Ledger holds prices of a processor with their sums. After the last price a processor costs
// nothing.
type Ledger struct {
	bits    uint
	borders []int64 // price[k] holds from borders[k] to before borders[k+1]
	price   []int64
	prefix  []int64 // by border: the price of all time before it
}

// New returns a ledger. price[k], at least 0, is in units of 2^-bits. It holds from ends[k-1], or 0, to
// ends[k].
func New(bits uint, ends, price []int64) *Ledger {
	l := &Ledger{bits, append([]int64{0}, ends[:len(price)]...), price, make([]int64, len(price)+1)}
	for k, v := range price {
		l.prefix[k+1] = l.prefix[k] + v*(l.borders[k+1]-l.borders[k])
	}
	return l
}

// Until returns the cost of a processor in all time before t >= 0.
func (l *Ledger) Until(t int64) int64 { return l.from(l.at(t), t) }

// Total returns the cost of a processor in all time.
func (l *Ledger) Total() int64 { return l.prefix[len(l.price)] }

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

// Cheapest returns the least sum, over all starts between from and to, of the start times the weight, and
// of the price of so many processors for a time d from this start; most where no sum is less. The sum is
// linear between the starts at which the job starts or ends at a border. So only these are looked at.
func (l *Ledger) Cheapest(from, to, d, weight, processors, most int64) int64 {
	sum := func(s, price int64) int64 { return (weight*s)<<l.bits + processors*price }
	starts, ends := l.at(from), l.at(from+d)
	least := min(most, sum(from, l.from(ends, from+d)-l.from(starts, from)))
	if last := l.borders[len(l.price)]; to < last {
		least = min(least, sum(to, l.Until(to+d)-l.Until(to)))
	} else if to = max(from, last); from < last { // nothing is cheaper later
		least = min(least, sum(last, 0))
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
