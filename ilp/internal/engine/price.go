package engine

import "slices"

// Curve holds a price for each second, and its integral. The price is constant over the
// buckets of a timeline and 0 after the last bucket.
type Curve struct {
	timeline  *Timeline
	low, high int     // buckets before low, and from high on, have a price of 0
	Price     []int64 // by bucket: the price of one second
	cells     []cell  // by bucket up to high; set by sum
}

// cell tells the integral of a curve up to second t of a bucket: base + price t.
type cell struct {
	base, price int64
}

func newCurve(g *Timeline) *Curve {
	return &Curve{timeline: g, high: g.N, Price: make([]int64, g.N), cells: make([]cell, g.N+1)}
}

// narrow sets low and high such that only buckets with seconds from a to before b can have
// a price above 0.
func (c *Curve) narrow(a, b int64) {
	c.low = c.timeline.bucket(a)
	c.high = max(c.low, min(c.timeline.bucket(b-1)+1, c.timeline.N))
}

// sum computes the integral.
func (c *Curve) sum() {
	total := int64(0)
	for b := c.low; b < c.high; b++ {
		v := c.Price[b]
		c.cells[b] = cell{total - v*c.timeline.start(b), v}
		total += v * c.timeline.length(b)
	}
	c.cells[c.high] = cell{total, 0}
}

// cell returns the cell of a bucket. For buckets from high on it is that of high.
func (c *Curve) cell(bucket int) *cell { return &c.cells[min(bucket, c.high)] }

// Until returns the price of all seconds before t >= 0.
func (c *Curve) Until(t int64) int64 {
	cell := c.cell(c.timeline.bucket(t))
	return cell.base + cell.price*t
}

// Tail tells the least cost of all starts from a second on, for jobs of one duration. The
// cost of a start is slope times its second, plus the price of the seconds in which the job
// runs. It is linear between corners. So the least cost is at a corner, at the first second
// itself or at the latest start.
type Tail struct {
	curve            *Curve
	corners          *corners
	slope            int64
	duration, Latest int64   // duration of the job, and its latest start, in seconds
	Listed           []int64 // all possible starts; nil means any second up to latest
	first            []int32 // first[c] is the index of the first listed start not before second c * 2^shift
	least            []int64 // by corner or listed start: least cost of this start and all later ones; set by fill
}

func newTail(c *Curve, slope int64, k *Kind) *Tail {
	t := &Tail{
		curve:    c,
		corners:  c.timeline.cornersOf(k.Duration),
		slope:    slope,
		duration: k.Duration,
		Latest:   k.Latest,
	}
	if k.Starts != nil {
		t.corners = c.timeline.among(t.corners, k.Starts, k.Duration)
	}
	return t
}

// Cost returns the cost of a start at s.
func (t *Tail) Cost(s int64) int64 {
	return t.slope*s + t.curve.Until(s+t.duration) - t.curve.Until(s)
}

// atCorner returns the cost of a start at a corner.
func (t *Tail) atCorner(c *corner) int64 {
	from := t.curve.cell(int(c.from))
	to := t.curve.cell(int(c.to))
	return t.slope*c.at + to.base + to.price*(c.at+t.duration) - from.base - from.price*c.at
}

// atLatest returns the cost of the latest start; never where it is not before the end of
// the timeline. Then a corner costs no more.
func (t *Tail) atLatest() int64 {
	if t.Latest < t.curve.timeline.End() {
		return t.Cost(t.Latest)
	}
	return Never
}

// cheapest returns the least cost of a start at s or later, and its second. The cost
// is never where s is too late.
func (t *Tail) cheapest(s int64) (least, where int64) {
	if s > t.Latest {
		return Never, s
	}
	least = t.Cost(s)
	where = s
	if c := t.atLatest(); c < least {
		least = c
		where = t.Latest
	}
	list := t.corners.list[t.curve.timeline.after(t.corners, s):]
	for i := range list {
		c := &list[i]
		if c.at > t.Latest || t.slope*c.at >= least {
			break // no prices are below 0
		}
		if cost := t.atCorner(c); cost < least {
			least = cost
			where = c.at
		}
	}
	return least, where
}

// Fill prepares the tail for from, with a kind's window or listed starts.
func (t *Tail) Fill(k *Kind) {
	t.Latest = k.Latest
	t.Listed = k.Starts
	if t.Listed == nil {
		t.least = make([]int64, len(t.corners.list)+1)
		least := t.atLatest()
		t.least[len(t.corners.list)] = least
		for i := len(t.corners.list) - 1; i >= 0; i-- {
			if c := &t.corners.list[i]; c.at <= t.Latest {
				least = min(least, t.atCorner(c))
			}
			t.least[i] = least
		}
		return
	}
	t.first = t.curve.timeline.firsts(
		len(t.Listed),
		int(t.Latest>>t.curve.timeline.shift)+2,
		func(i int) int64 { return t.Listed[i] },
	)
	t.least = make([]int64, len(t.Listed)+1)
	t.least[len(t.Listed)] = Never
	for i := len(t.Listed) - 1; i >= 0; i-- {
		t.least[i] = min(t.least[i+1], t.Cost(t.Listed[i]))
	}
}

// From returns the least cost of a start at s or later; never where s is too late.
func (t *Tail) From(s int64) int64 {
	if s > t.Latest {
		return Never
	}
	if t.Listed != nil {
		return t.least[t.notBefore(s)]
	}
	return min(t.Cost(s), t.least[t.curve.timeline.after(t.corners, s)])
}

// notBefore returns the index of the first listed start not before s. There is one.
func (t *Tail) notBefore(s int64) int {
	const few = 8 // for more starts a binary search is quicker
	i := int(t.first[s>>t.curve.timeline.shift])
	end := int(t.first[s>>t.curve.timeline.shift+1])
	if end-i > few {
		k, _ := slices.BinarySearch(t.Listed[i:end], s)
		return i + k
	}
	for t.Listed[i] < s {
		i++
	}
	return i
}

// Possible tells that a job may start at s.
func (t *Tail) Possible(s int64) bool {
	return s <= t.Latest && (t.Listed == nil || t.Listed[t.notBefore(s)] == s)
}

// bends returns starts from a given one to the latest, in order of time. Between them
// the cost is linear.
func (t *Tail) bends(from int64) []int64 {
	bends := []int64{from}
	for _, c := range t.corners.list[t.curve.timeline.after(t.corners, from):] {
		if c.at < t.Latest {
			bends = append(bends, c.at)
		}
	}
	if from < t.Latest && t.Latest <= t.curve.timeline.End() {
		bends = append(bends, t.Latest)
	}
	return bends
}
