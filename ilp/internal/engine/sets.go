package engine

import (
	"cmp"
	"math/bits"
	"slices"
)

// MostBits is the largest number of jobs of which Sets knows the best sets.
const MostBits = 64

// Sets finds the values of the best sets of some of the jobs in each second, at the prices of each
// kind's jobs. A set has a bit for each job, the widest first. It is the space that one goroutine
// works in.
type Sets struct {
	pack   *Packing
	first  []int    // by kind: the bit of its first job
	size   []int64  // by bit: width, in divisors
	price  []int64  // by bucket and bit: price of one second
	priced []uint64 // by bucket: the jobs with a price above 0

	watch  *Watch
	tables []float64 // of fillKnapsack
	items  []knapsackItem
	found  []found // by a hash of the first three fields
}

// found is the value of the best set of some jobs in a second of a bucket.
type found struct {
	jobs          uint64
	bucket, level int32 // level: free processors, in divisors
	value         int64
}

// foundBits is the number of binary digits of the number of values that Sets remembers. More do not
// fit into the cache of a processor.
const foundBits = 14

// NewSets returns the sets of a problem's jobs at the prices of the curves, nil for more than
// MostBits jobs.
func NewSets(p *Problem, pack *Packing, curves []*Curve) *Sets {
	if p.Jobs() > MostBits {
		return nil
	}
	order := make([]int, len(p.Kinds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(
		order,
		func(a, b int) int { return cmp.Compare(p.Kinds[b].Width, p.Kinds[a].Width) },
	)
	n := pack.Timeline.N
	s := &Sets{
		pack:   pack,
		first:  make([]int, len(order)),
		price:  make([]int64, n*MostBits),
		priced: make([]uint64, n),
	}
	for _, i := range order {
		s.first[i] = len(s.size)
		for range p.Kinds[i].Count {
			bit := len(s.size)
			s.size = append(s.size, p.Kinds[i].Width/pack.Divisor)
			for b := curves[i].low; b < curves[i].high; b++ {
				if price := curves[i].Price[b]; price > 0 {
					s.price[b*MostBits+bit] = price
					s.priced[b] |= 1 << bit
				}
			}
		}
	}
	return s.Fork(p.Watch)
}

// Fork returns the sets for another goroutine, which has a watch of its own; nil of nil.
func (s *Sets) Fork(w *Watch) *Sets {
	if s == nil {
		return nil
	}
	f := *s
	f.watch = w
	f.items = nil
	f.found = make([]found, 1<<foundBits)
	f.tables = make([]float64, (len(s.size)+1)*int(s.pack.most+1)+knapsackSlack)
	return &f
}

// Of returns the set of so many jobs of each kind.
func (s *Sets) Of(left []int32) (jobs uint64) {
	for i, n := range left {
		jobs |= (uint64(1)<<n - 1) << s.first[i]
	}
	return jobs
}

// Worth returns the value of the best sets of the given jobs on so many free processors, in the
// seconds from one second to before another, in units. Where time is up, it returns any number.
func (s *Sets) Worth(jobs uint64, free, from, to int64) (worth int64) {
	g := s.pack.Timeline
	level := free / s.pack.Divisor
	to = min(to, g.End())
	for b := g.bucket(from); from < to; b++ {
		end := min(to, g.start(b+1))
		if priced := jobs & s.priced[b]; priced != 0 {
			worth += (end - from) * s.best(b, priced, level)
		}
		from = end
	}
	return worth
}

// best returns the value of the best set of some jobs on so many free processors, in a second of a
// bucket.
func (s *Sets) best(bucket int, jobs uint64, level int64) int64 {
	const spread = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio (Knuth 1973, multiplicative hashing)
	f := &s.found[(jobs^uint64(bucket)<<48^uint64(level)<<32)*spread>>(64-foundBits)]
	if f.jobs != jobs || f.bucket != int32(bucket) || f.level != int32(level) {
		*f = found{jobs, int32(bucket), int32(level), s.pick(bucket, jobs, level)}
	}
	return f.value
}

// pick is best, computed anew.
func (s *Sets) pick(bucket int, jobs uint64, level int64) int64 {
	size := int64(0)
	value := int64(0)
	price := s.price[bucket*MostBits:]
	s.items = s.items[:0]
	for left := jobs; left != 0; left &= left - 1 {
		if bit := bits.TrailingZeros64(left); s.size[bit] <= level {
			s.items = append(
				s.items,
				knapsackItem{Size: s.size[bit], Value: float64(price[bit])},
			)
			size += s.size[bit]
			value += price[bit]
		}
	}
	if size <= level || s.watch.Spend(len(s.items)*int(level)/8) {
		return value
	}
	row := int(level + 1)
	fillKnapsack(s.tables, row, s.items, level, level)
	return int64(s.tables[(len(s.items)+1)*row-1])
}
