package moldable

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// batching fills batches with jobs (Dutot et al. 2004, section 3.2).
type batching struct {
	machine int64
	jobs    []job
	left    []bool // jobs that are in no batch yet
	count   int    // of them

	pack   knapsack
	items  []item
	stacks []stack // of each item
	chosen []bool
}

// stack is jobs that run one after the other with one allotment each. All but single
// jobs have one processor.
type stack struct {
	jobs   []int
	length int64
}

// all returns the batches of all jobs, from C*max in ticks. Lengths stop doubling where a
// batch could hold all jobs one after the other.
func (b *batching) all(cmax int64) []Batch {
	least, longest := cmax, cmax // t_min and a length that is enough
	for i := range b.jobs {
		b.left[i] = true
		least = min(least, b.jobs[i].fastest().Time)
		longest += b.jobs[i].options[0].Time
	}
	b.count = len(b.jobs)
	batches := []Batch{}
	k := 0 // floor(log2(cmax / least))
	for cmax>>(k+1) >= least {
		k++
	}
	for length := cmax >> k; b.count > 0; {
		if batch := b.fill(length); len(batch.Jobs) > 0 {
			batches = append(batches, batch)
		}
		if k--; k >= 0 {
			length = cmax >> k
		} else {
			length = min(2*length, longest)
		}
	}
	return batches
}

// fill selects the jobs of a batch and takes them from those that are left.
func (b *batching) fill(length int64) Batch {
	b.items, b.stacks = b.items[:0], b.stacks[:0]
	var short []int
	for i, left := range b.left {
		if !left {
			continue
		}
		j := &b.jobs[i]
		if first := j.options[0]; first.Width == 1 && first.Time <= length/2 {
			short = append(short, i)
		} else if k, ok := j.fits(length); ok {
			b.items = append(b.items, item{j.options[k].Width, j.weight})
			b.stacks = append(b.stacks, stack{[]int{i}, j.options[k].Time})
		}
	}
	b.merge(short, length)
	b.chosen = slices.Grow(b.chosen[:0], len(b.items))[:len(b.items)]
	b.pack.solve(b.items, b.machine, b.chosen)
	return b.take(length)
}

// merge stacks jobs on one processor, by falling weight: each job goes onto the first
// stack that it fits on. More stacks than the machine has processors are not needed: a
// job that finds no room waits.
func (b *batching) merge(short []int, length int64) {
	slices.SortStableFunc(short, func(a, c int) int { return cmp.Compare(b.jobs[c].weight, b.jobs[a].weight) })
	first := len(b.stacks)
	for _, i := range short {
		j := &b.jobs[i]
		at := first
		for at < len(b.stacks) && b.stacks[at].length+j.options[0].Time > length {
			at++
		}
		if at == len(b.stacks) {
			if int64(at-first) == b.machine {
				continue
			}
			b.stacks, b.items = append(b.stacks, stack{}), append(b.items, item{1, 0})
		}
		s := &b.stacks[at]
		s.jobs, s.length = append(s.jobs, i), s.length+j.options[0].Time
		b.items[at].value += j.weight
	}
}

// take makes a batch of the chosen stacks. Jobs of a stack run by falling weight over
// time. The list has the jobs by their starts in the batch, and those that start
// together by falling weight over area.
func (b *batching) take(length int64) Batch {
	type entry struct {
		job       int
		start     int64
		allotment Allotment
	}
	var entries []entry
	for at, s := range b.stacks {
		if !b.chosen[at] {
			continue
		}
		slices.SortStableFunc(s.jobs, func(a, c int) int {
			return byRatio(b.jobs[a].weight, b.jobs[a].options[0].Time, b.jobs[c].weight, b.jobs[c].options[0].Time)
		})
		start := int64(0)
		for _, i := range s.jobs {
			k, _ := b.jobs[i].fits(length)
			a := b.jobs[i].options[k]
			entries = append(entries, entry{i, start, a})
			start += a.Time
			b.left[i] = false
			b.count--
		}
	}
	slices.SortStableFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.start, y.start),
			byRatio(b.jobs[x.job].weight, x.allotment.Work(), b.jobs[y.job].weight, y.allotment.Work()))
	})
	batch := Batch{Length: length}
	for _, e := range entries {
		batch.Jobs = append(batch.Jobs, e.job)
		batch.Starts = append(batch.Starts, e.start)
		batch.Allotment = append(batch.Allotment, e.allotment)
	}
	return batch
}

// byRatio puts the larger ratio of weight over size first.
func byRatio(weightA, sizeA, weightB, sizeB int64) int {
	return cmp.Compare(float64(weightB)*float64(sizeA), float64(weightA)*float64(sizeB))
}

// swap exchanges two neighbours of the order.
func swap(order []Batch, r *rand.Rand) {
	at := r.IntN(len(order) - 1)
	order[at], order[at+1] = order[at+1], order[at]
}
