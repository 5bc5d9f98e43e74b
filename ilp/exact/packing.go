package exact

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/ilp/exact/internal/maxplus"
)

// packing knows, for prices of each kind's jobs, the most valuable set of jobs
// that the machine holds in each second.
type packing struct {
	*grid
	divisor int64 // of all processors here: divides all widths, or they are rounded down
	most    int64 // processors ever free, in divisors
	items   []item
	slices  []slice
	first   []int32   // slice that each bucket begins with
	value   []int64   // of each slice, of one second
	suffix  []int64   // of all seconds from each slice on
	rows    []*curve  // by processors, in divisors: value of the best set
	tables  []float64 // of fill, by processors: integers below 2^exactBits
	worth   []worthy  // items that are worth something: room for all in each bucket
	many    []int     // of them, by bucket
	levels  []levels  // by bucket
}

// item is so many jobs of a kind, taken or left together. Items of a kind sum up
// to every number of its jobs.
type item struct {
	kind        int
	count, size int64 // size in divisors
}

// worthy is an item that is worth something.
type worthy struct {
	item  int
	size  int64
	value float64 // of one second
}

// levels are the fewest and the most free processors of a bucket, in divisors.
type levels struct{ least, most int64 }

// slice is a part of a bucket with the same free processors throughout.
type slice struct {
	time, seconds, level int64 // level in divisors
}

// finest is the number of divisors that a machine may have. Widths are rounded
// down where it has more: a set of jobs that it holds, it still holds then.
const finest = 512

func newPacking(p *problem, g *grid) *packing {
	k := &packing{grid: g}
	for _, kind := range p.kinds {
		k.divisor = gcd(kind.width, k.divisor)
	}
	free := int64(0)
	for _, seg := range p.free {
		free = max(free, seg.free)
	}
	k.divisor *= max(1, (free/k.divisor+finest-1)/finest)
	k.most = free / k.divisor
	for i, kind := range p.kinds {
		left := kind.count
		for n := int64(1); left > 0; n *= 2 {
			n = min(n, left)
			left -= n
			k.items = append(k.items, item{i, n, n * (kind.width / k.divisor)})
		}
	}
	slices.SortStableFunc(k.items, func(a, b item) int { return cmp.Compare(b.size, a.size) })
	at := 0
	for b := range g.n {
		k.first = append(k.first, int32(len(k.slices)))
		l := levels{least: k.most}
		for t := g.start(b); t < g.start(b+1); {
			for at+1 < len(p.free) && p.free[at+1].time <= t {
				at++
			}
			end := g.start(b + 1)
			if at+1 < len(p.free) {
				end = min(end, p.free[at+1].time)
			}
			level := p.free[at].free / k.divisor
			k.slices = append(k.slices, slice{t, end - t, level})
			l = levels{min(l.least, level), max(l.most, level)}
			t = end
		}
		k.levels = append(k.levels, l)
	}
	k.worth, k.many = make([]worthy, g.n*len(k.items)), make([]int, g.n)
	k.first = append(k.first, int32(len(k.slices)))
	k.value = make([]int64, len(k.slices))
	k.suffix = make([]int64, len(k.slices)+1)
	k.tables = make([]float64, (len(k.items)+1)*int(k.most+1))
	return k
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// gather lists the items that are worth something in each bucket, but for those larger
// than its most free processors; of all of them where a set is sought for any level.
func (k *packing) gather(curves []*curve, any bool) {
	n := len(k.items)
	clear(k.many)
	for i := range k.items {
		it := &k.items[i]
		if it.size > k.most {
			continue
		}
		c := curves[it.kind]
		for b := c.low; b < c.high; b++ {
			if price := c.price[b]; price > 0 && (any || it.size <= k.levels[b].most) {
				k.worth[b*n+k.many[b]] = worthy{i, it.size, float64(price * it.count)}
				k.many[b]++
			}
		}
	}
}

// gathered returns a bucket's items that are worth something.
func (k *packing) gathered(bucket int) []worthy {
	return k.worth[bucket*len(k.items):][:k.many[bucket]]
}

// fill computes the values of a bucket's best sets, by processors from least to
// most, in divisors: the last of the tables, of which there is one for each item
// that is worth something, after the first of no items. The smallest items come
// last: what they leave free for those before is little less than least.
func (k *packing) fill(bucket int, least, most int64) []float64 {
	rest := int64(0)
	items := k.gathered(bucket)
	for i := range items {
		rest += items[i].size
	}
	last := k.tables[:most+1]
	clear(last)
	for i := range items {
		w := &items[i]
		rest -= w.size
		next := k.tables[int64(i+1)*(k.most+1):][:most+1]
		from := max(0, least-rest)
		if from < w.size {
			copy(next[from:w.size], last[from:w.size])
			from = w.size
		}
		maxplus.Extend(next[from:], last[from:], last[from-w.size:], w.value)
		last = next
	}
	return last
}

// settle computes everything for the curves. What the best sets hold is given to
// hold: so many job-seconds of a kind in a bucket.
func (k *packing) settle(curves []*curve, hold func(kind, bucket int, seconds int64)) (total int64) {
	k.gather(curves, false)
	row := int(k.most + 1)
	for b := range k.n {
		best, items := k.fill(b, k.levels[b].least, k.levels[b].most), k.gathered(b)
		for s := k.first[b]; s < k.first[b+1]; s++ {
			sl := &k.slices[s]
			k.value[s] = int64(best[sl.level])
			total += k.value[s] * sl.seconds
			c := int(sl.level)
			for i := len(items); i > 0; i-- {
				if k.tables[i*row+c] != k.tables[(i-1)*row+c] {
					it := &k.items[items[i-1].item]
					hold(it.kind, b, it.count*sl.seconds)
					c -= int(it.size)
				}
			}
		}
	}
	return total
}

// finish prepares from and the rows.
func (k *packing) finish(curves []*curve) {
	k.rows = make([]*curve, k.most+1)
	for c := range k.rows {
		k.rows[c] = newCurve(k.grid)
	}
	k.gather(curves, true)
	for b := range k.n {
		best := k.fill(b, 0, k.most)
		for c, v := range best {
			k.rows[c].price[b] = int64(v)
		}
		for s := k.first[b]; s < k.first[b+1]; s++ {
			k.value[s] = int64(best[k.slices[s].level])
		}
	}
	for _, r := range k.rows {
		r.sum()
	}
	for s := len(k.slices) - 1; s >= 0; s-- {
		k.suffix[s] = k.suffix[s+1] + k.value[s]*k.slices[s].seconds
	}
}

// from returns the value of the best sets in all seconds from t on.
func (k *packing) from(t int64) int64 {
	b := k.bucket(t)
	if b >= k.n {
		return 0
	}
	s := k.first[b]
	for s+1 < k.first[b+1] && k.slices[s+1].time <= t {
		s++
	}
	return k.suffix[s] - k.value[s]*(t-k.slices[s].time)
}
