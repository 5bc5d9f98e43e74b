package engine

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Packing finds the values of the best sets in each second, at the prices of each kind's
// jobs. The best set in a second is the most valuable set of jobs that fits into the free
// processors.
type Packing struct {
	Timeline *Timeline
	// divisor is a number of processors. A packing counts processors in divisors. Widths
	// are multiples of the divisor, or are rounded down to multiples.
	Divisor int64
	most    int64    // the most processors ever free, in divisors
	items   []item   // by falling size
	slices  []slice  // in order of time
	first   []int32  // by bucket: index of its first slice; the last element is the number of slices
	value   []int64  // by slice: value of the best set in one second
	suffix  []int64  // by slice: value of the best sets in all seconds from it on; set by finish
	Rows    []*Curve // by free processors, in divisors: value of the best set; set by finish
	worth   worth
	levels  []levels // by bucket
	desks   []desk   // by chunk of the buckets
}

// desk is the space in which the sets of a chunk of the buckets are found.
type desk struct {
	watch  *Watch    // looks only: the work is counted by Value, which is the same for any chunks
	work   int       // of the last settle, as a watch counts work
	tables []float64 // of fill; integers below 2^exactBits
}

// chunkWork is the least work on a chunk of the buckets, as a watch counts work. To share out less
// takes longer than to do it.
const chunkWork = 1 << 14

// item is a number of jobs of a kind that a set has all or none of. The items of a kind
// can sum up to every number of its jobs.
type item struct {
	kind  int
	count int64 // jobs
	size  int64 // width of all its jobs, in divisors
}

// worth lists the items with a positive value in each bucket. Bucket b has the elements
// from b*most on, as many as many[b].
type worth struct {
	most  int            // number of all items
	many  []int          // by bucket: number of items with a positive value
	items []int32        // indices of items
	as    []knapsackItem // the same items for the knapsack
}

// in returns the items of a bucket.
func (w *worth) in(bucket int) ([]int32, []knapsackItem) {
	from := bucket * w.most
	to := bucket*w.most + w.many[bucket]
	return w.items[from:to], w.as[from:to]
}

// levels holds the fewest and the most free processors of a bucket, in divisors.
type levels struct{ least, most int64 }

// slice is a part of a bucket in which the number of free processors is constant.
type slice struct {
	time, seconds int64 // first second, and number of seconds
	level         int64 // free processors, in divisors
}

// finest is the largest number of divisors of a machine. On a larger machine widths are
// rounded down. Every set of jobs that fits then still fits.
const finest = 512

// divisor returns the divisor of a packing, and the greatest common divisor of all widths. most are
// the most processors ever free.
func (p *Problem) divisor(most int64) (divisor, unit int64) {
	for _, kind := range p.Kinds {
		unit = ledger.GCD(kind.Width, unit)
	}
	return unit * max(1, (most/unit+finest-1)/finest), unit
}

// Most returns the most processors ever free.
func (p *Problem) Most() int64 {
	free := int64(0)
	for _, seg := range p.Free {
		free = max(free, seg.Free)
	}
	return free
}

// Rounding returns the divisor in whose multiples packings count widths and free processors; 0
// where a check of the prices can pack jobs without rounding, as the step is small enough.
func (p *Problem) Rounding() int64 {
	const units, work = 1 << 16, 10_000_000_000
	most := p.Most()
	jobs := int64(p.Jobs())
	divisor, unit := p.divisor(most)
	if most/unit <= units && most <= work/(jobs*jobs) {
		return 0
	}
	return divisor
}

func newPacking(p *Problem, g *Timeline) *Packing {
	k := &Packing{Timeline: g}
	most := p.Most()
	k.Divisor, _ = p.divisor(most)
	k.most = most / k.Divisor
	for i, kind := range p.Kinds {
		left := kind.Count
		for n := int64(1); left > 0; n *= 2 {
			n = min(n, left)
			left -= n
			k.items = append(k.items, item{i, n, n * (kind.Width / k.Divisor)})
		}
	}
	slices.SortStableFunc(k.items, func(a, b item) int { return cmp.Compare(b.size, a.size) })
	at := 0
	for b := range g.N {
		k.first = append(k.first, int32(len(k.slices)))
		l := levels{least: k.most}
		for t := g.start(b); t < g.start(b+1); {
			for at+1 < len(p.Free) && p.Free[at+1].Time <= t {
				at++
			}
			end := g.start(b + 1)
			if at+1 < len(p.Free) {
				end = min(end, p.Free[at+1].Time)
			}
			level := p.Free[at].Free / k.Divisor
			k.slices = append(k.slices, slice{t, end - t, level})
			l = levels{min(l.least, level), max(l.most, level)}
			t = end
		}
		k.levels = append(k.levels, l)
	}
	n := len(k.items)
	k.worth = worth{n, make([]int, g.N), make([]int32, g.N*n), make([]knapsackItem, g.N*n)}
	k.first = append(k.first, int32(len(k.slices)))
	k.value = make([]int64, len(k.slices))
	k.suffix = make([]int64, len(k.slices)+1)
	chunks := 1
	if p.Workers > 1 {
		chunks = max(1, min(2*p.Workers, g.N, g.N*k.fillWork(n)/chunkWork))
	}
	for range chunks {
		k.desks = append(k.desks, desk{watch: p.Watch.Uncounted()})
	}
	return k
}

// fillWork is the work of fill with so many items.
func (k *Packing) fillWork(items int) int { return items * int(k.most+1) / 4 }

// chunk returns the buckets from low to before high that have a desk.
func (k *Packing) chunk(desk int) (low, high int) {
	n := len(k.desks)
	return k.Timeline.N * desk / n, k.Timeline.N * (desk + 1) / n
}

// gather sets worth at the prices of the curves, for buckets from low to before high. Items larger
// than the bucket's most free processors are left out, unless any is true.
func (k *Packing) gather(curves []*Curve, low, high int, any bool) {
	w := &k.worth
	clear(w.many[low:high])
	for i := range k.items {
		it := &k.items[i]
		if it.size > k.most {
			continue
		}
		c := curves[it.kind]
		for b := max(low, c.low); b < min(high, c.high); b++ {
			if price := c.Price[b]; price > 0 && (any || it.size <= k.levels[b].most) {
				at := b*w.most + w.many[b]
				w.items[at], w.as[at] = int32(i), knapsackItem{Size: it.size, Value: float64(price * it.count)}
				w.many[b]++
			}
		}
	}
}

// fill returns the values of a bucket's best sets by the number of free processors, from
// least to most, in divisors. tables has a row for no items, and one more for each item
// with a value; the last row is returned. The smallest items come last, so that few more
// numbers than those from least on are needed in the rows before. Where time is up, the
// values are any.
func (k *Packing) fill(d *desk, bucket int, least, most int64) []float64 {
	_, items := k.worth.in(bucket)
	row := int(k.most + 1)
	if d.tables == nil {
		d.tables = make([]float64, (len(k.items)+1)*row+knapsackSlack)
	}
	work := k.fillWork(len(items))
	d.work += work
	if !d.watch.Spend(work) {
		fillKnapsack(d.tables, row, items, least, most)
	}
	return d.tables[len(items)*row:][:most+1]
}

// settle computes the value of every slice of a desk's chunk. It returns the value of the best sets
// in all its seconds. It calls hold with the job-seconds of a kind that the best sets hold in a
// bucket, possibly several times for a kind and a bucket. Where time is up, settle ends
// early and returns any number. Several desks can settle at once.
func (k *Packing) settle(
	desk int,
	curves []*Curve,
	hold func(kind, bucket int, seconds int64),
) (total int64) {
	d := &k.desks[desk]
	d.work = 0
	low, high := k.chunk(desk)
	k.gather(curves, low, high, false)
	row := int(k.most + 1)
	for b := low; b < high; b++ {
		best := k.fill(d, b, k.levels[b].least, k.levels[b].most)
		if d.watch.Up() {
			return 0
		}
		items, _ := k.worth.in(b)
		for s := k.first[b]; s < k.first[b+1]; s++ {
			sl := &k.slices[s]
			k.value[s] = int64(best[sl.level])
			total += k.value[s] * sl.seconds
			c := int(sl.level)
			for i := len(items); i > 0; i-- {
				if d.tables[i*row+c] != d.tables[(i-1)*row+c] {
					it := &k.items[items[i-1]]
					hold(it.kind, b, it.count*sl.seconds)
					c -= int(it.size)
				}
			}
		}
	}
	return total
}

// finish sets suffix and rows, unless time is up.
func (k *Packing) finish(watch *Watch, curves []*Curve) {
	k.Rows = make([]*Curve, k.most+1)
	for c := range k.Rows {
		k.Rows[c] = newCurve(k.Timeline)
	}
	k.gather(curves, 0, k.Timeline.N, true)
	d := &k.desks[0]
	for b := range k.Timeline.N {
		best := k.fill(d, b, 0, k.most)
		if watch.Spend(k.fillWork(k.worth.many[b])) {
			return
		}
		for c, v := range best {
			k.Rows[c].Price[b] = int64(v)
		}
		for s := k.first[b]; s < k.first[b+1]; s++ {
			k.value[s] = int64(best[k.slices[s].level])
		}
	}
	for _, r := range k.Rows {
		r.sum()
	}
	for s := len(k.slices) - 1; s >= 0; s-- {
		k.suffix[s] = k.suffix[s+1] + k.value[s]*k.slices[s].seconds
	}
}

// From returns the value of the best sets in all seconds from t on.
func (k *Packing) From(t int64) int64 {
	b := k.Timeline.bucket(t)
	if b >= k.Timeline.N {
		return 0
	}
	s := k.first[b]
	for s+1 < k.first[b+1] && k.slices[s+1].time <= t {
		s++
	}
	return k.suffix[s] - k.value[s]*(t-k.slices[s].time)
}
