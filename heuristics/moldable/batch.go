package moldable

import (
	"cmp"
	"math/bits"
	"slices"
)

// batching fills batches with jobs (Dutot et al. 2004, section 3.2).
type batching struct {
	jobs  []job
	left  []bool // by job: it is in no batch yet
	count int    // jobs in no batch yet

	pack   knapsack
	items  []item
	stacks []stack // by item
	chosen []bool  // by item
}

// stack holds jobs that run one after the other. Several jobs of a stack have one
// processor. A single job may have more.
type stack struct {
	jobs   []int
	length int64 // sum of the jobs' times, in ticks
}

func newBatching(jobs []job) *batching {
	return &batching{jobs: jobs, left: make([]bool, len(jobs))}
}

// all returns the batches of all jobs. cmax is C*max, in ticks. Lengths stop doubling
// where a batch could hold all jobs one after the other. After an empty batch they go on
// doubling.
func (b *batching) all(cmax, capacity int64) []Batch {
	least := cmax
	longest := cmax // t_min and a length that is enough
	for i := range b.jobs {
		b.left[i] = true
		least = min(least, b.jobs[i].fastest().Time)
		longest += b.jobs[i].options[0].Time
	}
	b.count = len(b.jobs)
	batches := []Batch{}
	k := bits.Len64(uint64(cmax/least)) - 1 // floor(log2(cmax / least))
	for length := cmax >> k; b.count > 0; {
		batch := b.fill(length, capacity)
		if len(batch.Jobs) > 0 {
			batches = append(batches, batch)
		}
		k--
		if k >= 0 {
			length = cmax >> k
		} else {
			length *= 2
			if len(batch.Jobs) > 0 {
				length = min(length, longest)
			}
		}
	}
	return batches
}

// fill selects the jobs of a batch from those in no batch yet. The capacity is a number of
// processors, the length in ticks.
func (b *batching) fill(length, capacity int64) Batch {
	b.items = b.items[:0]
	b.stacks = b.stacks[:0]
	var short []int
	for i, left := range b.left {
		if !left {
			continue
		}
		j := &b.jobs[i]
		if first := j.options[0]; first.Width == 1 && first.Time <= length/2 {
			short = append(short, i)
		} else if o, ok := j.fits(length); ok {
			b.items = append(b.items, item{o.Width, j.weight})
			b.stacks = append(b.stacks, stack{[]int{i}, o.Time})
		}
	}
	b.merge(short, length, capacity)
	b.chosen = slices.Grow(b.chosen[:0], len(b.items))[:len(b.items)]
	b.pack.solve(b.items, inUnits(b.items, capacity), b.chosen)
	return b.take(length)
}

// merge stacks short jobs on one processor, by falling weight: each job goes onto the
// first stack on which it fits. There are at most as many stacks as the capacity has
// processors. A job that fits on none of them stays in no batch.
func (b *batching) merge(short []int, length, capacity int64) {
	slices.SortStableFunc(
		short,
		func(a, c int) int { return cmp.Compare(b.jobs[c].weight, b.jobs[a].weight) },
	)
	first := len(b.stacks)
	for _, i := range short {
		j := &b.jobs[i]
		at := first
		for at < len(b.stacks) && b.stacks[at].length+j.options[0].Time > length {
			at++
		}
		if at == len(b.stacks) {
			if int64(at-first) == capacity {
				continue
			}
			b.stacks = append(b.stacks, stack{})
			b.items = append(b.items, item{1, 0})
		}
		s := &b.stacks[at]
		s.jobs = append(s.jobs, i)
		s.length += j.options[0].Time
		b.items[at].value += j.weight
	}
}

// take makes a batch of the chosen stacks. Jobs of a stack run by falling weight over
// time. The batch lists its jobs by their starts, and those that start together by
// falling weight over area.
func (b *batching) take(length int64) Batch {
	batch := Batch{Length: length}
	for at, s := range b.stacks {
		if !b.chosen[at] {
			continue
		}
		slices.SortStableFunc(s.jobs, func(a, c int) int {
			return byRatio(
				b.jobs[a].weight,
				b.jobs[a].options[0].Time,
				b.jobs[c].weight,
				b.jobs[c].options[0].Time,
			)
		})
		start := int64(0)
		for _, i := range s.jobs {
			o, _ := b.jobs[i].fits(length)
			batch.Jobs = append(batch.Jobs, BatchJob{i, start, o.Allotment})
			start += o.Time
			b.left[i] = false
			b.count--
		}
	}
	slices.SortStableFunc(batch.Jobs, func(x, y BatchJob) int {
		return cmp.Or(
			cmp.Compare(x.Start, y.Start),
			byRatio(b.jobs[x.Job].weight, x.Work(), b.jobs[y.Job].weight, y.Work()),
		)
	})
	return batch
}

// byRatio puts the larger ratio of weight over size first.
func byRatio(weightA, sizeA, weightB, sizeB int64) int {
	return cmp.Compare(float64(weightB)*float64(sizeA), float64(weightA)*float64(sizeB))
}

// maxUnits is the largest capacity for which the knapsack is solved by single processors,
// whatever the widths. Its time and memory grow with the capacity.
const maxUnits = 1 << 16

// inUnits changes widths from processors to units of several processors, and returns the
// capacity in units. A unit divides all widths, unless the capacity would be more than
// maxUnits. Then units are larger and widths are rounded up. So the chosen items fit, but
// others of more value might fit too.
func inUnits(items []item, capacity int64) int64 {
	if _, fit := all(items, capacity); fit {
		return capacity
	}
	unit := int64(0)
	for _, it := range items {
		unit = gcd(unit, it.width)
	}
	if capacity/unit > maxUnits {
		unit = (capacity + maxUnits - 1) / maxUnits
	}
	units := capacity / unit
	for i := range items {
		fits := items[i].width <= capacity
		items[i].width = (items[i].width + unit - 1) / unit
		if fits {
			items[i].width = min(items[i].width, units)
		}
	}
	return units
}

func gcd(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
