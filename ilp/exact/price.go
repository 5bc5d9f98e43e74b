package exact

import "math/bits"

// prices are what a processor costs in each second, constant over buckets of
// 2^shift seconds and 0 after the last. Prices and priced costs are integers in
// units of 2^-unit of the objective.
type prices struct {
	shift, unit uint
	horizon     int64   // end of the last bucket
	price       []int64 // per bucket, of one second
	prefix      []int64 // of all seconds before each bucket
}

func newPrices(horizon int64, buckets int, unit uint) *prices {
	p := &prices{unit: unit}
	for horizon>>p.shift >= int64(buckets) {
		p.shift++
	}
	n := horizon>>p.shift + 1
	p.price, p.prefix = make([]int64, n), make([]int64, n+1)
	p.horizon = n << p.shift
	return p
}

// sum brings prefix up to date with price.
func (p *prices) sum() {
	for b, v := range p.price {
		p.prefix[b+1] = p.prefix[b] + v<<p.shift
	}
}

// until returns what a processor costs in all seconds before t >= 0.
func (p *prices) until(t int64) int64 {
	if t >= p.horizon {
		return p.prefix[len(p.price)]
	}
	b := t >> p.shift
	return p.prefix[b] + p.price[b]*(t-b<<p.shift)
}

// cost returns what a start at s costs each processor of a job: s, and the price
// of the job's seconds.
func (p *prices) cost(s, duration int64) int64 {
	return s<<p.unit + p.until(s+duration) - p.until(s)
}

// idle returns the price of what is free from a to b.
func (p *prices) idle(free []segment, a, b int64) int64 {
	total := int64(0)
	for i, seg := range free {
		end := b
		if i+1 < len(free) {
			end = min(end, free[i+1].time)
		}
		if from := max(seg.time, a); from < end {
			total += seg.free * (p.until(end) - p.until(from))
		}
		if end >= b {
			break
		}
	}
	return total
}

// supply returns the free processors integrated over each bucket.
func (p *prices) supply(free []segment) []int64 {
	area := make([]int64, len(p.price))
	for i, seg := range free {
		end := p.horizon
		if i+1 < len(free) {
			end = min(end, free[i+1].time)
		}
		p.spread(area, seg.time, end, seg.free)
	}
	return area
}

// spread adds width for the seconds from a to b to their buckets.
func (p *prices) spread(area []int64, a, b, width int64) {
	for b = min(b, p.horizon); a < b; {
		k := a >> p.shift
		stop := min(b, (k+1)<<p.shift)
		area[k] += width * (stop - a)
		a = stop
	}
}

// reached tells that a bound in units leaves no integer objective below upper.
func (p *prices) reached(bound, upper int64) bool { return p.whole(bound) >= upper }

// whole returns the least integer objective that is not below a bound in units.
func (p *prices) whole(bound int64) int64 { return (bound + 1<<p.unit - 1) >> p.unit }

// units returns the number of fractional bits with which sums of the size of an
// objective stay within int64.
func units(objective int64) uint {
	const headroom = 8 // what prices times capacity may exceed the objective by
	const most = 16
	return uint(max(0, min(most, 62-headroom-bits.Len64(uint64(objective)))))
}

// tail knows the least cost of all later starts of jobs of one duration. Between
// the seconds at which such a job starts or ends with a bucket its cost is linear,
// so the least is at one of these or at the first second itself.
type tail struct {
	duration int64
	least    []int64 // over those seconds from each bucket's first on
	at       []int64 // where
}

func newTail(p *prices, duration int64) *tail {
	n := len(p.price) + 1
	return &tail{duration: duration, least: make([]int64, n), at: make([]int64, n)}
}

// fill computes the table from the prices.
func (t *tail) fill(p *prices) {
	n := len(p.price)
	t.least[n], t.at[n] = p.cost(p.horizon, t.duration), p.horizon
	for b := n - 1; b >= 0; b-- {
		first := int64(b) << p.shift
		t.least[b], t.at[b] = t.least[b+1], t.at[b+1]
		t.try(p, b, t.withEnd(p, first))
		t.try(p, b, first)
	}
}

func (t *tail) try(p *prices, b int, s int64) {
	if c := p.cost(s, t.duration); c < t.least[b] {
		t.least[b], t.at[b] = c, s
	}
}

// withEnd returns the second of the bucket that starts at first at which the job
// would end with a bucket.
func (t *tail) withEnd(p *prices, first int64) int64 {
	mask := int64(1)<<p.shift - 1
	return first + (-t.duration)&mask
}

// from returns the least cost of a start at s or later, and where it is.
func (t *tail) from(p *prices, s int64) (least, at int64) {
	least, at = p.cost(s, t.duration), s
	if s >= p.horizon {
		return least, at
	}
	b := s >> p.shift
	if t.least[b+1] < least {
		least, at = t.least[b+1], t.at[b+1]
	}
	if e := t.withEnd(p, b<<p.shift); e > s {
		if c := p.cost(e, t.duration); c < least {
			least, at = c, e
		}
	}
	return least, at
}
