package exact

import "slices"

// curve is a price in each second and its integral. The price is constant over the
// buckets of a timeline and 0 after the last.
type curve struct {
	*timeline
	low, high int     // only buckets from low to before high have prices
	price     []int64 // per bucket, of one second
	cells     []cell  // per bucket up to high; set by sum
}

// cell gives the integral of a curve up to second t of its bucket: base + price t.
type cell struct {
	base, price int64
}

func newCurve(g *timeline) *curve {
	return &curve{timeline: g, high: g.n, price: make([]int64, g.n), cells: make([]cell, g.n+1)}
}

// narrow tells that only the seconds from a to before b have prices.
func (c *curve) narrow(a, b int64) {
	c.low = c.bucket(a)
	c.high = max(c.low, min(c.bucket(b-1)+1, c.n))
}

// sum computes the integral.
func (c *curve) sum() {
	total := int64(0)
	for b := c.low; b < c.high; b++ {
		v := c.price[b]
		c.cells[b] = cell{total - v*c.start(b), v}
		total += v * c.length(b)
	}
	c.cells[c.high] = cell{total, 0}
}

// cell returns the cell of a bucket; after the last bucket, that of any time.
func (c *curve) cell(bucket int) *cell { return &c.cells[min(bucket, c.high)] }

// until returns the price of all seconds before t >= 0.
func (c *curve) until(t int64) int64 {
	cell := c.cell(c.bucket(t))
	return cell.base + cell.price*t
}

// tail knows the least cost of all starts from a second on, for jobs of one duration.
// A job pays slope for each second that it starts later, and the price of the seconds
// that it runs. Its cost is linear between corners, so the least cost is at a corner,
// at the first second itself or at the latest.
type tail struct {
	*curve
	*corners
	slope, duration, latest int64
	listed                  []int64 // all possible starts; nil: any second
	first                   []int32 // by 2^shift seconds: the first listed start not before them
	least                   []int64 // from each corner or listed start on; set by fill
}

func newTail(c *curve, slope int64, k *kind) *tail {
	t := &tail{curve: c, corners: c.cornersOf(k.duration), slope: slope, duration: k.duration, latest: k.latest}
	if k.starts != nil {
		t.corners = c.among(t.corners, k.starts, k.duration)
	}
	return t
}

// cost returns what a start at s costs.
func (t *tail) cost(s int64) int64 {
	return t.slope*s + t.until(s+t.duration) - t.until(s)
}

// atCorner returns what a start at a corner costs.
func (t *tail) atCorner(c *corner) int64 {
	from, to := t.cell(int(c.from)), t.cell(int(c.to))
	return t.slope*c.at + to.base + to.price*(c.at+t.duration) - from.base - from.price*c.at
}

// atLatest returns what the latest start costs; never where it is after the last
// corner.
func (t *tail) atLatest() int64 {
	if t.latest < t.end() {
		return t.cost(t.latest)
	}
	return never
}

// cheapest returns the least cost of a start at s or later, and its second. The cost
// is never where s is too late.
func (t *tail) cheapest(s int64) (least, where int64) {
	if s > t.latest {
		return never, s
	}
	least, where = t.cost(s), s
	if c := t.atLatest(); c < least {
		least, where = c, t.latest
	}
	list := t.list[t.after(t.corners, s):]
	for i := range list {
		c := &list[i]
		if c.at > t.latest || t.slope*c.at >= least {
			break // no prices are below 0
		}
		if cost := t.atCorner(c); cost < least {
			least, where = cost, c.at
		}
	}
	return least, where
}

// fill computes the table that from needs, for a kind's window or listed starts.
func (t *tail) fill(k *kind) {
	t.latest, t.listed = k.latest, k.starts
	if t.listed == nil {
		t.least = make([]int64, len(t.list)+1)
		least := t.atLatest()
		t.least[len(t.list)] = least
		for i := len(t.list) - 1; i >= 0; i-- {
			if c := &t.list[i]; c.at <= t.latest {
				least = min(least, t.atCorner(c))
			}
			t.least[i] = least
		}
		return
	}
	t.first = t.firsts(len(t.listed), int(t.latest>>t.shift)+2, func(i int) int64 { return t.listed[i] })
	t.least = make([]int64, len(t.listed)+1)
	t.least[len(t.listed)] = never
	for i := len(t.listed) - 1; i >= 0; i-- {
		t.least[i] = min(t.least[i+1], t.cost(t.listed[i]))
	}
}

// from returns the least cost of a start at s or later; never where s is too late.
func (t *tail) from(s int64) int64 {
	if s > t.latest {
		return never
	}
	if t.listed != nil {
		return t.least[t.notBefore(s)]
	}
	return min(t.cost(s), t.least[t.after(t.corners, s)])
}

// notBefore returns the index of the first listed start not before s. There is one.
func (t *tail) notBefore(s int64) int {
	const few = 8 // up to which going through them is quicker
	i, end := int(t.first[s>>t.shift]), int(t.first[s>>t.shift+1])
	if end-i > few {
		k, _ := slices.BinarySearch(t.listed[i:end], s)
		return i + k
	}
	for t.listed[i] < s {
		i++
	}
	return i
}

// possible tells that a job may start at s.
func (t *tail) possible(s int64) bool {
	return s <= t.latest && (t.listed == nil || t.listed[t.notBefore(s)] == s)
}

// bends returns starts from a given one to the latest, in order of time. Between them
// the cost is linear.
func (t *tail) bends(from int64) []int64 {
	bends := []int64{from}
	for _, c := range t.list[t.after(t.corners, from):] {
		if c.at < t.latest {
			bends = append(bends, c.at)
		}
	}
	if from < t.latest && t.latest <= t.end() {
		bends = append(bends, t.latest)
	}
	return bends
}
