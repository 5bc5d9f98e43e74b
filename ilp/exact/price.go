package exact

import "slices"

// curve holds a price for each second, and its integral. The price is constant over the
// buckets of a timeline and 0 after the last bucket.
type curve struct {
	timeline  *timeline
	low, high int     // buckets before low, and from high on, have a price of 0
	price     []int64 // by bucket: the price of one second
	cells     []cell  // by bucket up to high; set by sum
}

// cell tells the integral of a curve up to second t of a bucket: base + price t.
type cell struct {
	base, price int64
}

func newCurve(g *timeline) *curve {
	return &curve{timeline: g, high: g.n, price: make([]int64, g.n), cells: make([]cell, g.n+1)}
}

// narrow sets low and high such that only buckets with seconds from a to before b can have
// a price above 0.
func (c *curve) narrow(a, b int64) {
	c.low = c.timeline.bucket(a)
	c.high = max(c.low, min(c.timeline.bucket(b-1)+1, c.timeline.n))
}

// sum computes the integral.
func (c *curve) sum() {
	total := int64(0)
	for b := c.low; b < c.high; b++ {
		v := c.price[b]
		c.cells[b] = cell{total - v*c.timeline.start(b), v}
		total += v * c.timeline.length(b)
	}
	c.cells[c.high] = cell{total, 0}
}

// cell returns the cell of a bucket. For buckets from high on it is that of high.
func (c *curve) cell(bucket int) *cell { return &c.cells[min(bucket, c.high)] }

// until returns the price of all seconds before t >= 0.
func (c *curve) until(t int64) int64 {
	cell := c.cell(c.timeline.bucket(t))
	return cell.base + cell.price*t
}

// tail tells the least cost of all starts from a second on, for jobs of one duration. The
// cost of a start is slope times its second, plus the price of the seconds in which the job
// runs. It is linear between corners. So the least cost is at a corner, at the first second
// itself or at the latest start.
type tail struct {
	curve            *curve
	corners          *corners
	slope            int64
	duration, latest int64   // duration of the job, and its latest start, in seconds
	listed           []int64 // all possible starts; nil: any second up to latest
	first            []int32 // first[c] is the index of the first listed start not before second c * 2^shift
	least            []int64 // by corner or listed start: least cost of this start and all later ones; set by fill
}

func newTail(c *curve, slope int64, k *kind) *tail {
	t := &tail{curve: c, corners: c.timeline.cornersOf(k.duration), slope: slope, duration: k.duration, latest: k.latest}
	if k.starts != nil {
		t.corners = c.timeline.among(t.corners, k.starts, k.duration)
	}
	return t
}

// cost returns the cost of a start at s.
func (t *tail) cost(s int64) int64 {
	return t.slope*s + t.curve.until(s+t.duration) - t.curve.until(s)
}

// atCorner returns the cost of a start at a corner.
func (t *tail) atCorner(c *corner) int64 {
	from, to := t.curve.cell(int(c.from)), t.curve.cell(int(c.to))
	return t.slope*c.at + to.base + to.price*(c.at+t.duration) - from.base - from.price*c.at
}

// atLatest returns the cost of the latest start; never where it is not before the end of
// the timeline. Then a corner costs no more.
func (t *tail) atLatest() int64 {
	if t.latest < t.curve.timeline.end() {
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
	list := t.corners.list[t.curve.timeline.after(t.corners, s):]
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

// fill prepares the tail for from, with a kind's window or listed starts.
func (t *tail) fill(k *kind) {
	t.latest, t.listed = k.latest, k.starts
	if t.listed == nil {
		t.least = make([]int64, len(t.corners.list)+1)
		least := t.atLatest()
		t.least[len(t.corners.list)] = least
		for i := len(t.corners.list) - 1; i >= 0; i-- {
			if c := &t.corners.list[i]; c.at <= t.latest {
				least = min(least, t.atCorner(c))
			}
			t.least[i] = least
		}
		return
	}
	t.first = t.curve.timeline.firsts(len(t.listed), int(t.latest>>t.curve.timeline.shift)+2, func(i int) int64 { return t.listed[i] })
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
	return min(t.cost(s), t.least[t.curve.timeline.after(t.corners, s)])
}

// notBefore returns the index of the first listed start not before s. There is one.
func (t *tail) notBefore(s int64) int {
	const few = 8 // for more starts a binary search is quicker
	i, end := int(t.first[s>>t.curve.timeline.shift]), int(t.first[s>>t.curve.timeline.shift+1])
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
	for _, c := range t.corners.list[t.curve.timeline.after(t.corners, from):] {
		if c.at < t.latest {
			bends = append(bends, c.at)
		}
	}
	if from < t.latest && t.latest <= t.curve.timeline.end() {
		bends = append(bends, t.latest)
	}
	return bends
}
