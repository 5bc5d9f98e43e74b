package exact

// grid divides the seconds from 0 on into n buckets of 2^shift seconds.
type grid struct {
	shift uint
	n     int
}

// newGrid returns the finest grid of at most so many buckets that reaches end.
func newGrid(end int64, buckets int) grid {
	var g grid
	for end>>g.shift >= int64(buckets) {
		g.shift++
	}
	g.n = int(end>>g.shift) + 1
	return g
}

// halved returns the grid with its buckets halved so many times.
func (g grid) halved(times uint) grid {
	times = min(times, g.shift)
	return grid{g.shift - times, g.n << times}
}

// start returns the first second of a bucket.
func (g *grid) start(bucket int) int64 { return int64(bucket) << g.shift }

// end returns the first second after the last bucket.
func (g *grid) end() int64 { return g.start(g.n) }

// curve is a price in each second, constant over the buckets of a grid and 0
// after the last, and its integral.
type curve struct {
	grid
	low, high int     // prices are 0 but in buckets from low to before high
	price     []int64 // per bucket, of one second
	cells     []cell  // per bucket up to high, once sum is called
}

// cell is what a curve's integral is computed from, in one place.
type cell struct {
	before int64 // price of all seconds before the bucket
	price  int64 // of one second
}

func newCurve(g grid) *curve {
	return &curve{grid: g, high: g.n, price: make([]int64, g.n), cells: make([]cell, g.n+1)}
}

// narrow tells that prices are 0 but in the seconds from a to before b.
func (c *curve) narrow(a, b int64) {
	c.low = int(min(a>>c.shift, int64(c.n)))
	c.high = max(c.low, int(min((b-1)>>c.shift+1, int64(c.n))))
}

// sum computes the integral.
func (c *curve) sum() {
	total := int64(0)
	for b := c.low; b < c.high; b++ {
		v := c.price[b]
		c.cells[b] = cell{total, v}
		total += v << c.shift
	}
	c.cells[c.high] = cell{total, 0}
}

// cell returns the cell of a bucket or of any time after the last.
func (c *curve) cell(bucket int64) *cell { return &c.cells[min(bucket, int64(c.high))] }

// until returns the price of all seconds before t >= 0.
func (c *curve) until(t int64) int64 {
	cell := c.cell(t >> c.shift)
	return cell.before + cell.price*(t&(1<<c.shift-1))
}

// spread adds amount for each second from a to b to the buckets of area.
func spread[T int64 | float64](g *grid, area []T, a, b int64, amount T) {
	for b = min(b, g.end()); a < b; {
		k := a >> g.shift
		stop := min(b, g.start(int(k)+1))
		area[k] += amount * T(stop-a)
		a = stop
	}
}

// tail knows, for a job of some duration that pays slope for each second that it
// starts later and the price of the seconds that it runs, the least cost of all
// later starts. Between the seconds at which such a job starts or ends with a
// bucket its cost is linear, so the least is at one of these, at the first second
// itself or at the latest.
type tail struct {
	*curve
	slope, duration, latest int64
	least                   []int64 // over the starts from each bucket on
	where                   []int64 // the start that costs it
}

func newTail(c *curve, slope, duration, latest int64) *tail {
	return &tail{
		curve: c, slope: slope, duration: duration, latest: latest,
		least: make([]int64, c.n+1), where: make([]int64, c.n+1),
	}
}

// cost returns what a start at s costs.
func (t *tail) cost(s int64) int64 {
	return t.slope*s + t.until(s+t.duration) - t.until(s)
}

// fill computes the table from the prices, for starts from the first that is paid
// a price on.
func (t *tail) fill() {
	last := min(t.latest>>t.shift, int64(t.n)-1)
	for b := last + 1; b <= int64(t.n); b++ {
		t.least[b] = never
	}
	if end := t.end(); end <= t.latest {
		t.least[t.n], t.where[t.n] = t.cost(end), end
	}
	across, over := t.duration>>t.shift, t.duration&(1<<t.shift-1)
	upTo := t.withEnd(0)
	acrossUpTo := (upTo + t.duration) >> t.shift
	for b := last; b >= int64(t.low); b-- {
		least, where := t.least[b+1], t.where[b+1]
		first := b << t.shift
		if t.latest>>t.shift == b {
			if c := t.cost(t.latest); c < least {
				least, where = c, t.latest
			}
		}
		here := t.cell(b)
		if s := first + upTo; s <= t.latest {
			if c := t.slope*s + t.cell(b+acrossUpTo).before - here.before - here.price*upTo; c < least {
				least, where = c, s
			}
		}
		end := t.cell(b + across)
		if c := t.slope*first + end.before + end.price*over - here.before; c < least {
			least, where = c, first
		}
		t.least[b], t.where[b] = least, where
	}
}

// withEnd returns the second of the bucket that starts at first at which the job
// would end with a bucket.
func (t *tail) withEnd(first int64) int64 {
	mask := int64(1)<<t.shift - 1
	return first + (-t.duration)&mask
}

// from returns the least cost of a start at s or later, and where it is; never
// where that is too late.
func (t *tail) from(s int64) (least, where int64) {
	if s > t.latest {
		return never, s
	}
	least, where = t.cost(s), s
	b := int(s >> t.shift)
	if b >= t.n {
		return least, where
	}
	if t.least[b+1] < least {
		least, where = t.least[b+1], t.where[b+1]
	}
	if e := t.withEnd(t.start(b)); e > s && e <= t.latest {
		if c := t.cost(e); c < least {
			least, where = c, e
		}
	}
	if t.latest < t.start(b+1) {
		if c := t.cost(t.latest); c < least {
			least, where = c, t.latest
		}
	}
	return least, where
}

// corners returns starts from a given one to the latest, in order of time, between
// which the cost is linear.
func (t *tail) corners(from int64) []int64 {
	corners := []int64{from}
	add := func(s int64) {
		if s > corners[len(corners)-1] && s <= t.latest {
			corners = append(corners, s)
		}
	}
	for b := int(min(from>>t.shift, int64(t.n))); b < t.n; b++ {
		add(t.start(b))
		add(t.withEnd(t.start(b)))
	}
	add(t.end())
	if t.latest < t.end() {
		add(t.latest)
	}
	return corners
}
