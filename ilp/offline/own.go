package offline

import (
	"sync"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// squareMemory is the share of the steps before in the mean square of the excess.
const squareMemory = 0.98

// member is a cell with its job.
type member struct{ cell, job int32 }

// own is a search for prices of jobs: the volume algorithm with the rules of package engine, block by
// block. A price is that of a processor, so that jobs of any width take steps of equal size: on 120
// jobs of KTH this proves in 0.4 s what steps of equal size for each job prove in 1 s. The machine
// counts as a last job: its prices are shared by all. What a job pays above the shared price is its
// extra.
type own struct {
	in       *Instance
	workers  int
	curve    *curve[float64] // the shared prices
	released []place
	length   []float64  // of the buckets, in seconds
	rows     []row      // by job, then that of the machine
	members  [][]member // by bucket, the wide jobs first
	blocks   []block
	sacks    sync.Pool // of *sack

	// By cell, of a processor: the price, at best, and the extra. That of the machine is the shared
	// price.
	best, extra []float64
	// By cell: jobs that run less those that the best set holds, the mean, the mean square, and the
	// direction of a step.
	excess, mean, square, toward []float32

	// By job: the cheapest start, its cost, and the average cheapest start, of which the last steps
	// count most.
	at        []place
	cost, key []float64
}

// block is a number of buckets in a row. Its prices are raised while all others stay.
type block struct {
	from, to int   // of the buckets
	jobs     []int // of the last steps: whose costs depend on these, then the machine
	cells    int
	visited  float64      // cells, borders and buckets that the last steps have looked at
	missing  float64      // estimate of what better prices may prove more
	reach    engine.Reach // a share of 0: no step has been taken
	rate     float64      // gain of the last steps for each cell that they visited; before these: expected
}

// newOwn begins with some prices, where starts are those of a schedule, and the gap is what its sum
// is above the bound. key has average cheapest starts, which the search changes.
func (in *Instance) newOwn(
	p *Prices,
	starts []int64,
	key []float64,
	gap float64,
	workers int,
) (*own, error) {
	extras, err := p.extras(len(in.Jobs))
	if err != nil {
		return nil, err
	}
	s := &own{in: in, workers: workers, key: key}
	s.sacks.New = func() any { return &sack{} }
	s.at = make([]place, len(in.Jobs))
	s.cost = make([]float64, len(in.Jobs))
	s.curve = newCurve(p.Times, p.floats())
	for b := range p.Price {
		s.length = append(s.length, float64(p.Times[b+1]-p.Times[b]))
	}
	s.rows = in.within(s.curve)
	if extras != nil {
		s.rows = rowsOf(extras)
	}
	if s.rows == nil {
		return s, nil
	}
	s.prepare()
	for i, x := range extras {
		for n, v := range x.price {
			s.best[s.rows[i].from+n] += float64(v) / float64(p.Denominator)
		}
	}
	all := &block{to: len(s.length)}
	for i := range s.rows {
		all.jobs = append(all.jobs, i)
	}
	s.move(all, 0)
	s.value(all)
	s.divide(starts, gap)
	return s, nil
}

// prepare numbers the cells, and begins where all jobs pay the shared price.
func (s *own) prepare() {
	s.released = releases(s.in, s.curve)
	s.rows = append(s.rows, row{to: len(s.length)})
	s.members = make([][]member, len(s.length))
	n := 0
	for i := range s.rows {
		r := &s.rows[i]
		r.from = n
		r.to = n + r.to
		n = r.to
	}
	s.best = make([]float64, n)
	s.extra = make([]float64, n)
	for _, v := range []*[]float32{&s.excess, &s.mean, &s.square, &s.toward} {
		*v = make([]float32, n)
	}
	for _, i := range s.in.byWidth() {
		r := s.rows[i]
		for k := r.from; k < r.to; k++ {
			s.members[r.bucket(k)] = append(s.members[r.bucket(k)], member{int32(k), int32(i)})
		}
	}
	for _, r := range s.rows {
		for k := r.from; k < r.to; k++ {
			s.best[k] = s.curve.price[r.bucket(k)]
		}
	}
}

// blockCells is the number of cells of a block, unless a bucket has more.
const blockCells = 1 << 15

// divide makes the blocks. The gap is shared out by the waits of the jobs that are released in a
// block.
func (s *own) divide(starts []int64, gap float64) {
	cells := 0
	for b, of := range s.members {
		if b == 0 || cells >= blockCells {
			s.blocks = append(s.blocks, block{from: b})
			cells = 0
		}
		cells += 1 + len(of)
		last := &s.blocks[len(s.blocks)-1]
		last.to = b + 1
		last.cells = cells
	}
	total := 0.0
	for i := range s.in.Jobs {
		j := &s.in.Jobs[i]
		wait := float64(j.Weight) * float64(starts[i]-j.Release)
		total += wait
		first := int(s.released[i].from)
		for n := range s.blocks {
			b := &s.blocks[n]
			if b.from <= first && first < b.to {
				b.missing += wait
			}
		}
	}
	for n := range s.blocks {
		b := &s.blocks[n]
		b.missing *= gap / max(1, total)
		b.rate = firstGain * b.missing / (float64(b.cells) * sliceSteps)
	}
}

// gather finds the jobs whose costs depend on the prices of a block: those that have prices of
// their own in it, and those that run in it where its shared prices are 0.
func (s *own) gather(b *block) {
	clear(s.curve.price[b.from:b.to])
	s.curve.integrate(b.from)
	begin := s.curve.times[b.from]
	b.jobs = b.jobs[:0]
	for i := range s.in.Jobs {
		j := &s.in.Jobs[i]
		r := s.row(b, i)
		touches := r.to > r.from
		wait := float64(begin - j.Duration - j.Release)
		if !touches && int(s.released[i].from) < b.to && float64(j.Weight)*wait < s.cost[i] {
			_, at, _ := s.cheapest(i)
			touches = int(at.from) < b.to && int(at.to) >= b.from
		}
		if touches {
			b.jobs = append(b.jobs, i)
		}
	}
	b.jobs = append(b.jobs, len(s.in.Jobs))
}

// cheapest returns the least cost of a job, the first start that has it, and the number of prices
// that it looks at.
func (s *own) cheapest(i int) (least float64, at place, visited int) {
	j := &s.in.Jobs[i]
	r := s.rows[i]
	above := extra[float64]{r.first, s.extra[r.from:r.to]}
	return s.curve.cheapestOwn(j, s.released[i], float64(j.Weight), above)
}

// row returns the cells of a job, or of the machine, in a block.
func (s *own) row(b *block, job int) row {
	r := s.rows[job]
	low := min(max(0, b.from-r.first), r.to-r.from)
	high := min(max(low, b.to-r.first), r.to-r.from)
	return row{r.first + low, r.from + low, r.from + high}
}

// width returns that of a job, or of the machine.
func (s *own) width(job int) float64 {
	if job == len(s.in.Jobs) {
		return float64(s.in.Machine)
	}
	return float64(s.in.Jobs[job].Width)
}

// A block is raised by sliceSteps steps at a time, first by twice as many: on 2500 jobs of KTH the
// second slice gained up to 4 times as much as the first. From the first of these the share
// firstGain of what is missing is expected. A block is left where they gain less than the share
// leastSlice.
const (
	sliceSteps = 100
	firstGain  = 0.1
	leastSlice = 1e-3
)

// mostFailed is the number of slices in a row that are not worth their work, after which the others
// are not tried.
const mostFailed = 3

// raise raises the block with the highest rate, again and again, while a rate is worth it after so
// many visits in all. It returns what it gains.
func (s *own) raise(worth func(rate, visited float64) bool, stopped func() bool) (gain float64) {
	visited := 0.0
	for failed := 0; failed < mostFailed && !stopped(); {
		var best *block
		for n := range s.blocks {
			if best == nil || s.blocks[n].rate > best.rate {
				best = &s.blocks[n]
			}
		}
		if best == nil || best.rate <= 0 || !worth(best.rate, visited) {
			break
		}
		gain += s.climb(best, stopped)
		visited += best.visited
		failed++
		if worth(best.rate, visited) {
			failed = 0
		}
	}
	return gain
}

// climb raises a block by a slice of steps. It returns what these gain.
func (s *own) climb(b *block, stopped func() bool) (gain float64) {
	b.visited = 0
	s.gather(b)
	s.move(b, 0)
	begun := s.value(b)
	best := begun
	first := b.reach.Share == 0
	steps := sliceSteps
	if first {
		b.reach.Share = engine.FirstReach
		steps *= 2
	}
	for ; steps > 0 && !stopped(); steps-- {
		norm := s.average(b, first)
		first = false
		missing := b.missing - (best - begun)
		if norm == 0 || missing <= 0 {
			break
		}
		s.move(b, b.reach.Share*missing/norm)
		value := s.value(b)
		if value > best {
			best = value
			b.reach.Gained(true)
			s.keep(b)
		} else {
			b.reach.Failed()
		}
	}
	s.move(b, 0)
	s.value(b)
	gain = best - begun
	b.rate = gain / b.visited
	if gain < leastSlice*b.missing {
		b.rate = 0
	}
	b.missing -= gain
	return gain
}

// move sets the prices of a block so far from the best along the direction.
func (s *own) move(b *block, step float64) {
	m := s.row(b, len(s.in.Jobs))
	for k := m.from; k < m.to; k++ {
		s.extra[k] = max(0, s.best[k]+step*float64(s.toward[k]))
	}
	copy(s.curve.price[b.from:b.to], s.extra[m.from:m.to])
	s.curve.integrate(b.from)
	s.each(len(b.jobs)-1, func(from, to int) (_, _ float64) {
		for _, i := range b.jobs[from:to] {
			r := s.row(b, i)
			shared := s.curve.price[r.first:]
			for k := r.from; k < r.to; k++ {
				s.extra[k] = max(0, s.best[k]+step*float64(s.toward[k])-shared[k-r.from])
			}
		}
		return 0, 0
	})
}

// keep remembers the prices of a block as the best.
func (s *own) keep(b *block) {
	for _, i := range b.jobs {
		r := s.row(b, i)
		copy(s.best[r.from:r.to], s.extra[r.from:r.to])
		if i == len(s.in.Jobs) {
			break
		}
		for k := r.from; k < r.to; k++ {
			s.best[k] += s.curve.price[r.bucket(k)]
		}
	}
}

// chunk is the number of jobs or buckets that are one task.
const chunk = 256

// each calls a function with numbers from 0 to before n, on all workers, and returns the sums of
// what it returns. They are the same for any number of workers.
func (s *own) each(n int, of func(from, to int) (a, b float64)) (a, b float64) {
	parts := make([][2]float64, (n+chunk-1)/chunk)
	engine.FanOut(s.workers, len(parts), func(k int) {
		parts[k][0], parts[k][1] = of(k*chunk, min((k+1)*chunk, n))
	})
	for _, p := range parts {
		a += p[0]
		b += p[1]
	}
	return a, b
}

// value returns the value of the prices in a block, and sets their excess.
func (s *own) value(b *block) float64 {
	jobs := b.jobs[:len(b.jobs)-1]
	total, visited := s.each(len(jobs), func(from, to int) (sum, visited float64) {
		for _, i := range jobs[from:to] {
			cost, n := s.start(b, i)
			sum += cost
			visited += float64(n)
		}
		return sum, visited
	})
	b.visited += visited + float64(b.cells)
	used := make([]float64, b.to-b.from)
	for _, i := range jobs {
		s.part(b, i, func(n int, share float64) { used[n-b.from] += share * s.width(i) })
	}
	paid, _ := s.each(len(used), func(from, to int) (sum, _ float64) {
		k := s.sacks.Get().(*sack)
		defer s.sacks.Put(k)
		for n := from; n < to; n++ {
			sum += s.length[b.from+n] * s.pack(k, b.from+n, used[n])
		}
		return sum, 0
	})
	return total - paid
}

// start finds the cheapest start of a job, and returns its cost with the number of prices visited.
// It sets the excess in the block where the job runs.
func (s *own) start(b *block, i int) (cost float64, visited int) {
	cost, at, visited := s.cheapest(i)
	s.cost[i] = cost
	s.at[i] = at
	s.key[i] += recent * (float64(at.start) - s.key[i])
	r := s.row(b, i)
	clear(s.excess[r.from:r.to])
	s.part(b, i, func(n int, share float64) {
		if k := r.from + n - r.first; n >= r.first && k < r.to {
			s.excess[k] = float32(share)
		}
	})
	return cost, visited
}

// part calls a function with the buckets of a block in which a job runs, and the share of their
// seconds.
func (s *own) part(b *block, i int, of func(n int, share float64)) {
	at := s.at[i]
	end := at.start + s.in.Jobs[i].Duration
	times := s.curve.times
	for n := max(b.from, int(at.from)); n < b.to && times[n] < end; n++ {
		of(n, float64(min(end, times[n+1])-max(at.start, times[n]))/s.length[n])
	}
}

// sack is the knapsack of a bucket.
type sack struct {
	engine.Sack
	cells []member // of the items
}

// pack returns the value of a second of a bucket: the shared price of the machine, and the most
// that a set pays above it. It sets the excess, where so many processors are used. What the best
// set leaves free pays the shared price.
func (s *own) pack(k *sack, b int, used float64) float64 {
	k.Clear()
	k.cells = k.cells[:0]
	unit := s.in.unit()
	excess := used - float64(s.in.Machine)
	for _, m := range s.members[b] {
		width := s.in.Jobs[m.job].Width
		excess -= float64(width) * float64(s.excess[m.cell])
		if x := s.extra[m.cell]; x > 0 {
			k.Add(width/unit, x*float64(width))
			k.cells = append(k.cells, m)
		}
	}
	worth := k.Best(s.in.Machine/unit, func(n int) {
		m := k.cells[n]
		s.excess[m.cell]--
		excess += s.width(int(m.job))
	})
	machine := s.rows[len(s.in.Jobs)].from + b
	s.excess[machine] = float32(excess / float64(s.in.Machine))
	return worth + s.extra[machine]*float64(s.in.Machine)
}

// average moves the mean excess towards the excess of the last step, by the share that makes its
// norm least. It sets the direction of the next step, and returns the slope of a linear value along
// it.
func (s *own) average(b *block, first bool) (norm float64) {
	memory := squareMemory
	if first {
		memory = 0
	}
	squared, toMean := s.each(len(b.jobs), func(from, to int) (squared, toMean float64) {
		for _, i := range b.jobs[from:to] {
			r := s.row(b, i)
			width := s.width(i)
			for k := r.from; k < r.to; k++ {
				e := float64(s.excess[k])
				mean := float64(s.mean[k])
				square := memory*float64(s.square[k]) + (1-memory)*e*e
				s.square[k] = float32(square)
				weight := width * s.length[r.bucket(k)] / engine.Scale(square)
				squared += weight * (e - mean) * (e - mean)
				toMean -= weight * (e - mean) * mean
			}
		}
		return squared, toMean
	})
	share := engine.ShareOfStep(squared, toMean)
	if first {
		share = 1
	}
	shared := s.rows[len(s.in.Jobs)]
	norm, _ = s.each(len(b.jobs), func(from, to int) (norm, _ float64) {
		for _, i := range b.jobs[from:to] {
			r := s.row(b, i)
			width := s.width(i)
			for k := r.from; k < r.to; k++ {
				s.mean[k] += float32(share) * (s.excess[k] - s.mean[k])
				least := 0.0
				if i < len(s.in.Jobs) {
					least = s.best[shared.from+r.bucket(k)]
				}
				s.toward[k] = 0
				if s.mean[k] > 0 || s.best[k] > least {
					mean := float64(s.mean[k])
					toward := mean / engine.Scale(float64(s.square[k]))
					s.toward[k] = float32(toward)
					norm += width * s.length[r.bucket(k)] * mean * toward
				}
			}
		}
		return norm, 0
	})
	return norm
}

// An extra is rounded to a multiple of the mean price divided by fineness, so that it takes little
// space.
const fineness = 256

// rounded returns the prices as integers.
func (s *own) rounded() *Prices {
	m := s.rows[len(s.in.Jobs)]
	mean := 0.0
	for k := range m.from {
		mean += s.best[k] / float64(m.from)
	}
	return s.in.rounded(s.curve.times, s.extra[m.from:m.to], func(denominator int64) []byte {
		unit := max(1, int64(mean*float64(denominator)/fineness))
		all := make([]extra[int64], len(s.in.Jobs))
		for i, r := range s.rows[:len(all)] {
			all[i].first = r.first
			for _, x := range s.extra[r.from:r.to] {
				all[i].price = append(
					all[i].price,
					int64(x*float64(denominator)/float64(unit)+0.5),
				)
			}
		}
		return packed(unit, all)
	})
}
