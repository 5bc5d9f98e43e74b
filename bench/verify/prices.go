package verify

import (
	"math"
	"math/big"
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// tariff holds prices that are constant over pieces of time. price[k] is that of a second
// from ends[k-1] to ends[k], in units of 2^-bits. Prices after the last end are 0.
type tariff struct {
	bits   uint
	ends   []int64
	price  []int64
	prefix []int64 // price of all seconds before piece k
}

// newTariff returns the tariff of prices, which may be fewer than ends.
func newTariff(bits uint, ends, price []int64) *tariff {
	t := &tariff{bits, ends[:len(price)], price, make([]int64, len(price)+1)}
	for k, v := range price {
		t.prefix[k+1] = t.prefix[k] + v*(ends[k]-t.begin(k))
	}
	return t
}

// begin returns the first second of piece k.
func (t *tariff) begin(k int) int64 {
	if k == 0 {
		return 0
	}
	return t.ends[k-1]
}

// until returns the price of all seconds before a second >= 0.
func (t *tariff) until(second int64) int64 {
	k := sort.Search(len(t.ends), func(i int) bool { return t.ends[i] > second })
	if k == len(t.ends) {
		return t.prefix[k]
	}
	return t.prefix[k] + (second-t.begin(k))*t.price[k]
}

// cheapest returns the least cost of a job over its starts up to last. A start costs
// weight times start, and the prices of the processors for the duration. Between starts at
// which the job starts or ends with a piece the cost is linear. After the last piece it
// rises.
func (t *tariff) cheapest(starts []window, last, weight, processors, duration int64) int64 {
	least := int64(math.MaxInt64)
	try := func(s int64) {
		if s <= least>>t.bits/weight { // else no price makes it cheaper
			least = min(least, (weight*s)<<t.bits+processors*(t.until(s+duration)-t.until(s)))
		}
	}
	end := t.begin(len(t.ends))
	for _, w := range starts {
		if w.from > last {
			break
		}
		to := min(w.to, last, max(end, w.from))
		try(w.from)
		try(to)
		for _, e := range t.ends {
			for _, s := range [2]int64{e, e - duration} {
				if w.from < s && s < to {
					try(s)
				}
			}
		}
	}
	return least
}

// dual holds the prices of a certificate, which are well-formed and within range, and the
// step that they are for.
type dual struct {
	step    *optgap.Step
	groups  []group
	last    []int64 // last start of each group
	bits    uint
	ends    []int64   // of the pieces
	price   []int64   // of a processor; not used where jobs pay by group
	grouped bool      // jobs pay by group
	divisor int64     // of widths, where sets of jobs that fit can't be found without rounding; 0: none
	tariffs []*tariff // of each group: of a job where grouped, else of a processor
}

// proven returns the bound that the prices prove. The comment of the package has the
// formula.
func (d *dual) proven() *big.Int {
	sum, unit := new(big.Int).Neg(d.paid()), new(big.Int)
	for i := range d.groups {
		g := &d.groups[i]
		weight, processors := g.weight, int64(1) // prices are those of a job
		times := integer(g.count)
		if !d.grouped {
			weight, processors = g.rate()
			times = product(g.count, g.width/processors)
		}
		sum.Add(sum, times.Mul(times, integer(d.tariffs[i].cheapest(g.starts, d.last[i], weight, processors, g.estimate))))
		unit.GCD(nil, nil, unit, integer(g.weight))
	}
	// Objectives are that of starts at 0 and a multiple of the unit.
	up := sum.Neg(sum)
	up.Div(up, new(big.Int).Lsh(unit, d.bits)) // towards minus infinity
	up.Mul(up.Neg(up), unit)
	return up.Add(up, value(d.step, make([]int64, len(d.step.Jobs))))
}

// paid returns the sum, over all seconds, of the most that jobs can pay in this second: of
// those that can run then, some that fit together.
func (d *dual) paid() *big.Int {
	sum := new(big.Int)
	times := d.changes()
	refine := affordable(d.step.Machine, len(d.step.Jobs), 2*len(d.groups)+1)
	usable := func(free int64) int64 { return free }
	if machine := d.step.Machine; !refine && affordable(machine, len(d.step.Jobs), 10) {
		sums := reachable(d.groups, machine)
		usable = func(free int64) int64 { return largest(sums, free) }
	}
	var open []group
	var fill filling
	known, piece := false, -1
	for i := 0; i+1 < len(times); i++ {
		t := times[i]
		k := sort.Search(len(d.ends), func(i int) bool { return d.ends[i] > t })
		free := fewest(d.step.History, t, t+1)
		if free == 0 || !d.priced(k) {
			continue
		}
		if now := d.open(t, k); !known || d.grouped && k != piece || !slices.EqualFunc(now, open, same) {
			open, known, piece = now, true, k
			fill = d.filling(open, k, refine)
		}
		pays := fill.most(usable(free))
		if !d.grouped {
			sum.Add(sum, new(big.Int).Mul(product(pays, times[i+1]-t), integer(d.price[k])))
			continue
		}
		sum.Add(sum, product(pays, times[i+1]-t))
	}
	return sum
}

// same tells whether two groups have jobs of the same kind.
func same(a, b group) bool {
	return a.width == b.width && a.estimate == b.estimate && a.weight == b.weight
}

// changes returns the seconds up to the last priced one at which a price, the
// free processors or the jobs that can run change.
func (d *dual) changes() []int64 {
	times := append([]int64{0}, d.ends...)
	for _, c := range d.step.History {
		times = append(times, c.Time)
	}
	for i := range d.groups {
		times = append(times, d.groups[i].first(), d.last[i]+d.groups[i].estimate)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	n, _ := slices.BinarySearch(times, slices.Max(append([]int64{0}, d.ends...)))
	return times[:n+1]
}

// priced tells whether anything costs in a piece.
func (d *dual) priced(k int) bool {
	if !d.grouped {
		return k < len(d.price) && d.price[k] > 0
	}
	return slices.ContainsFunc(d.tariffs, func(t *tariff) bool { return k < len(t.price) && t.price[k] > 0 })
}

// open returns the groups whose jobs can run at a second; where they pay by group,
// those that pay in piece k.
func (d *dual) open(second int64, k int) []group {
	var open []group
	for i, g := range d.groups {
		runs := g.first() <= second && second < d.last[i]+g.estimate
		if runs && (!d.grouped || k < len(d.tariffs[i].price) && d.tariffs[i].price[k] > 0) {
			open = append(open, g)
		}
	}
	return open
}

// filling returns the knapsack of the jobs of groups in a second of piece k. The value of
// a job is its price, or its width where jobs pay by processor.
func (d *dual) filling(groups []group, k int, refine bool) filling {
	items := make([]item, len(groups))
	for n, g := range groups {
		items[n] = item{g.width, g.width, g.count}
		if d.grouped {
			i := slices.IndexFunc(d.groups, func(other group) bool { return same(g, other) })
			items[n].value = d.tariffs[i].price[k]
		}
	}
	if !d.grouped && refine {
		return newSums(groups, items, d.step.Machine)
	}
	return newKnapsack(items, d.step.Machine, d.divisor, refine)
}
