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
	*exact
	bits   uint
	ends   []int64
	price  []int64
	prefix []int64 // price of all seconds before piece k
}

// newTariff returns the tariff of prices, which may be fewer than ends.
func newTariff(e *exact, bits uint, ends, price []int64) *tariff {
	t := &tariff{e, bits, ends[:len(price)], price, make([]int64, len(price)+1)}
	for k, v := range price {
		t.prefix[k+1] = e.plus(t.prefix[k], e.times(v, ends[k]-t.begin(k)))
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
	return t.plus(t.prefix[k], t.times(second-t.begin(k), t.price[k]))
}

// cost returns what a start costs: its wait times the weight, and the prices of the processors for
// the duration.
func (t *tariff) cost(start, wait, weight, processors, duration int64) int64 {
	paid := t.times(processors, t.until(t.plus(start, duration))-t.until(start))
	return t.plus(t.times(t.times(weight, wait), 1<<t.bits), paid)
}

// cheapest returns the least cost of a job over its starts up to last. A start costs weight times
// the wait after the first of them, and the prices of the processors for the duration. Between
// starts at which the job starts or ends with a piece the cost is linear. After the last piece it
// rises.
func (t *tariff) cheapest(starts []window, last, weight, processors, duration int64) int64 {
	least := int64(math.MaxInt64)
	first := starts[0].from
	try := func(s int64) bool {
		// No price makes it cheaper.
		if s-first > least>>t.bits/weight || !t.spend(1, eachSearched) {
			return false
		}
		least = min(least, t.cost(s, s-first, weight, processors, duration))
		return true
	}
	end := t.begin(len(t.ends))
	for _, w := range starts {
		if w.from > last {
			break
		}
		to := min(w.to, last, max(end, w.from))
		try(w.from)
		try(to)
		for _, before := range [2]int64{0, duration} {
			k, _ := slices.BinarySearch(t.ends, t.plus(w.from, before))
			for k < len(t.ends) && t.ends[k]-before < to && try(t.ends[k]-before) {
				k++
			}
		}
	}
	t.over = t.over || least == math.MaxInt64
	return least
}

// priced is a group of jobs with its prices.
type priced struct {
	group
	last   int64   // start
	linked int64   // jobs of the forest; the others are count - linked
	tariff *tariff // of a job where jobs pay by group, else of a processor
}

// item returns the kind of its jobs, whose value is their price in piece k, or their width where
// jobs pay by processor.
func (p *priced) item(k int, grouped bool) item {
	if grouped {
		return item{p.width, p.tariff.price[k], p.count}
	}
	return item{p.width, p.width, p.count}
}

// dual holds the prices of a certificate, which are well-formed, and the step that they are for.
type dual struct {
	exact
	step    *optgap.Step
	jobs    []*priced
	bits    uint
	ends    []int64  // of the pieces
	grouped bool     // jobs pay by group
	divisor int64    // of widths, where sets of jobs that fit can't be found without rounding; 0: none
	forest  []linked // jobs whose least costs are found together
	chain   links    // of the forest
}

// proven returns the bound that the prices prove, or nil if that takes too much work. The comment
// of the package has the formula.
func (d *dual) proven() *big.Int {
	refine := affordable(d.step.Machine, len(d.step.Jobs), 2*len(d.jobs)+1)
	stretches := d.stretches(refine)
	if d.tired() {
		return nil
	}
	paid := d.paid(stretches, refine)
	sum := new(big.Int).Neg(paid)
	unit := new(big.Int)
	for _, g := range d.jobs {
		weight := g.weight
		processors := int64(1) // prices are those of a job
		times := integer(g.count - g.linked)
		if !d.grouped {
			weight, processors = g.rate()
			times = product(g.count, g.width/processors)
		}
		d.spend(len(d.step.History), eachSearched)
		starts := allowed(d.step.History, g.width, g.estimate)
		least := g.tariff.cheapest(starts, g.last, weight, processors, g.estimate)
		at := new(big.Int).Lsh(product(weight, g.first), d.bits)
		sum.Add(sum, times.Mul(times, at.Add(at, integer(least))))
		unit.GCD(nil, nil, unit, integer(g.weight))
	}
	sum.Add(sum, d.together())
	// Objectives are that of starts at 0 and a multiple of the unit.
	up := sum.Neg(sum)
	up.Div(up, new(big.Int).Lsh(unit, d.bits)) // towards minus infinity
	up.Mul(up.Neg(up), unit)
	return up.Add(up, value(d.step, make([]int64, len(d.step.Jobs))))
}

// stretch is a time in which the same jobs can run, at the same prices where they pay by group.
type stretch struct {
	from  int64 // its first second
	piece int   // of the prices there
	parts []part
}

// part is a part of a stretch with one number of free processors, and one price of a processor;
// where jobs pay by group it is 1.
type part struct{ seconds, free, price int64 }

// stretches returns the times in which jobs can pay. It counts the work of looking for them, and of
// [dual.paid].
func (d *dual) stretches(refine bool) (all []stretch) {
	times := d.changes()
	looked := len(d.jobs) + len(d.step.History)
	if d.step.Machine <= mostSums {
		looked += words(d.step.Machine)
	}
	if !d.spend(2*len(times), looked) {
		return nil
	}
	var before []*priced
	for i, t := range times[:len(times)-1] {
		k := sort.Search(len(d.ends), func(i int) bool { return d.ends[i] > t })
		free := capacity(d.step.History).on(t)
		now := d.open(t, k)
		if free == 0 || len(now) == 0 {
			continue
		}
		last := len(all) - 1
		if !slices.Equal(now, before) || d.grouped && k != all[last].piece {
			fill := d.filling(d.items(now, k, d.grouped), refine)
			d.spend(1, fill.cost())
			all = append(all, stretch{from: t, piece: k})
			before = now
			last++
		}
		p := part{seconds: times[i+1] - t, free: free, price: 1}
		if !d.grouped {
			p.price = now[0].tariff.price[k]
		}
		all[last].parts = append(all[last].parts, p)
	}
	return all
}

// paid returns the sum, over all seconds, of the most that jobs can pay in this second: of those
// that can run then, some that fit together.
func (d *dual) paid(all []stretch, refine bool) *big.Int {
	usable := func(free int64) int64 { return free }
	if !refine && affordable(d.step.Machine, len(d.step.Jobs), 10) {
		sums := reachable(d.items(d.jobs, 0, false), d.step.Machine)
		usable = func(free int64) int64 { return largest(sums, free) }
	}
	sum := new(big.Int)
	for _, s := range all {
		items := d.items(d.open(s.from, s.piece), s.piece, d.grouped)
		fill := d.filling(items, refine)
		fill.fill(items)
		for _, p := range s.parts {
			pays := product(fill.most(usable(p.free)), p.seconds)
			sum.Add(sum, pays.Mul(pays, integer(p.price)))
		}
	}
	return sum
}

// items returns the kinds of jobs of groups.
func (d *dual) items(groups []*priced, k int, grouped bool) (items []item) {
	for _, g := range groups {
		items = append(items, g.item(k, grouped))
	}
	return items
}

// filling returns the knapsack of kinds of jobs, exact if refine is set and it is not too much
// work.
func (d *dual) filling(items []item, refine bool) filling {
	if !d.grouped && refine { // values are widths
		f := newFilling(new(exact), items)
		f.sums = min(d.step.Machine, f.width) + 1
		return f
	}
	return newKnapsack(&d.exact, items, d.step.Machine, d.divisor, refine)
}

// changes returns the seconds up to the last priced one at which a price, the
// free processors or the jobs that can run change.
func (d *dual) changes() []int64 {
	times := append([]int64{0}, d.ends...)
	last := times[len(times)-1]
	for _, c := range d.step.History {
		times = append(times, c.Time)
	}
	for _, g := range d.jobs {
		times = append(times, g.first, g.last+g.estimate)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	n, _ := slices.BinarySearch(times, last)
	return times[:n+1]
}

// open returns the groups whose jobs can run at a second, and pay in piece k.
func (d *dual) open(second int64, k int) []*priced {
	var open []*priced
	for _, g := range d.jobs {
		runs := g.first <= second && second < g.last+g.estimate
		if runs && k < len(g.tariff.price) && g.tariff.price[k] > 0 {
			open = append(open, g)
		}
	}
	return open
}
