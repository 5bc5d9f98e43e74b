package verify

import (
	"math"
	"math/big"
	"slices"
	"sort"
)

// mostProofBits is the largest number of binary digits behind the point of a price.
const mostProofBits = 16

// prices are those of the jobs left at one node, for each second from the first border on. They are
// integers in units of 2^-bits of the cost, and constant over the pieces between two borders.
type prices struct {
	bits    uint
	divisor int64 // of free processors, see pack
	most    int64 // free processors at the node at any time, in divisors
	borders []int64
	of      []*charges // by job, nil where it has a start already
	best    [][]int64  // by free processors in divisors, and piece: what the best set of jobs pays for a second
	free    capacity   // at the node
	placed  int        // jobs at the node
}

// charges holds the prices of a job. The first is 0, until the first border.
type charges struct {
	*tariff
	job   job
	bends []int64 // starts between which the priced cost is linear
	least []int64 // by bend: the least priced cost of it and all later ones
}

// cost returns the priced cost of a start.
func (f *charges) cost(s int64) int64 {
	return f.tariff.cost(s, s, f.job.weight, 1, f.job.duration)
}

// from returns the least priced cost of the starts from s on. Beyond the last border the cost
// rises.
func (f *charges) from(s int64) int64 {
	least := f.cost(s)
	if k, _ := slices.BinarySearch(f.bends, s); k < len(f.bends) {
		least = min(least, f.least[k])
	}
	return least
}

// sum fills in the bends, unless they are there.
func (f *charges) sum() {
	if f.least != nil {
		return
	}
	for _, b := range f.ends {
		f.bends = append(f.bends, b, max(0, b-f.job.duration))
	}
	slices.Sort(f.bends)
	f.bends = slices.Compact(f.bends)
	f.least = make([]int64, len(f.bends))
	for i := len(f.bends) - 1; i >= 0; i-- {
		f.least[i] = f.cost(f.bends[i])
		if i+1 < len(f.bends) {
			f.least[i] = min(f.least[i], f.least[i+1])
		}
	}
}

// prices reads those of the jobs left at a node, nil if something is wrong.
func (c *checker) prices(p *partial) *prices {
	v := &prices{free: p.free, placed: len(p.placed), of: make([]*charges, len(c.jobs))}
	v.bits, v.divisor = uint(c.upTo(mostProofBits)), int64(c.number())
	count := c.upTo(math.MaxInt64)
	if count < 2 || v.divisor < 1 {
		c.fault("prices without pieces of time or divisor")
	}
	if c.broken != nil || !c.room(v, p, count) {
		return nil
	}
	for ; count > 0 && c.broken == nil; count-- {
		border := int64(c.number())
		last := int64(-1)
		if len(v.borders) > 0 {
			last = v.borders[len(v.borders)-1]
			border += last + 1
		}
		if border <= last || border > c.end {
			c.fault(
				"prices from second %d on, expected seconds that rise to %d, the end of all jobs",
				border,
				c.end,
			)
		}
		v.borders = append(v.borders, border)
	}
	sum := new(big.Int).Lsh(c.latest, v.bits) // of all prices and costs
	for _, k := range p.left {
		if e := c.equal[k]; e >= 0 && v.of[e] != nil { // equal jobs have equal prices
			v.of[k] = v.of[e]
		} else {
			v.of[k] = &charges{tariff: c.tariff(v), job: c.jobs[k]}
		}
		end := big.NewInt(v.borders[len(v.borders)-1])
		sum.Add(sum, end.Mul(end, big.NewInt(slices.Max(v.of[k].price))))
	}
	if sum.BitLen() > 61 {
		c.fault("prices whose sums exceed int64")
	}
	if c.broken != nil {
		return nil
	}
	for _, k := range p.left {
		v.of[k].sum()
	}
	c.pack(v, p)
	return v
}

// tariff reads the prices of a job. Nothing is paid before the first border.
func (c *checker) tariff(v *prices) *tariff {
	price := append(make([]int64, 0, len(v.borders)), 0)
	last := int64(0)
	for range len(v.borders) - 1 {
		n := c.number()
		last += int64(n>>1) ^ -int64(n&1) // differences, the sign in the last digit
		if last < 0 {
			c.fault("a price of %d, expected at least 0", last)
		}
		price = append(price, last)
	}
	return newTariff(new(exact), v.bits, v.borders, price)
}

// room takes the cells and the work of prices with so many borders. For each free number of
// divisors there is one for each border, and for each job seven.
func (c *checker) room(v *prices, p *partial, borders int64) bool {
	most := int64(0)
	for _, f := range p.free {
		most = max(most, f.Free/v.divisor)
	}
	each := int64(1 + 7*len(p.left))
	if borders > mostProofCells || most > mostProofCells ||
		(most+each)*borders > mostProofCells {
		return c.tooLarge(mostProofCells, "numbers of prices")
	}
	v.most = most
	cells := int((most + each) * borders)
	return c.take(cells) && c.spend(cells*len(p.left))
}

// pack fills in best. In a second the running jobs are a set that fits. Widths and free processors
// are counted in divisors, rounded down: what fits still does.
func (c *checker) pack(v *prices, p *partial) {
	most := v.most
	pieces := len(v.borders) - 1
	v.best = make([][]int64, most+1)
	for level := range v.best {
		v.best[level] = make([]int64, pieces)
	}
	best := make([]int64, most+1)
	for piece := range pieces {
		clear(best)
		for _, k := range p.left {
			if price := v.of[k].price[piece+1]; price > 0 {
				put(best, c.jobs[k].width/v.divisor, price)
			}
		}
		for level, value := range best {
			v.best[level][piece] = value
		}
	}
}

// bound returns a lower bound on the cost of all schedules that continue a node, in units of the
// prices. In a second the jobs left pay no more than the best set on the processors that the node
// leaves, and no more than the best set on those of the node of the prices less what jobs pay that
// were placed since.
func (v *prices) bound(p *partial) int64 {
	sum := p.cost << v.bits
	t := max(p.first(), v.borders[0])
	for i, k := range p.left {
		sum += v.of[k].from(p.later[i])
	}
	last := len(v.borders) - 1
	piece := sort.Search(last, func(k int) bool { return v.borders[k+1] > t })
	for piece < last {
		end := v.borders[piece+1]
		most := func(free capacity) int64 {
			i := free.at(t)
			if i+1 < len(free) {
				end = min(end, free[i+1].Time)
			}
			return v.best[min(free[i].Free/v.divisor, int64(len(v.best)-1))][piece]
		}
		now := most(p.free)
		before := most(v.free)
		for _, a := range p.placed[v.placed:] {
			if until := a.start + v.of[a.job].job.duration; a.start <= t && t < until {
				before -= v.of[a.job].price[piece+1]
				end = min(end, until)
			}
		}
		sum -= min(now, before) * (end - t)
		t = end
		if v.borders[piece+1] == t {
			piece++
		}
	}
	return sum
}
