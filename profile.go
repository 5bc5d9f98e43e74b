package optgap

import (
	"iter"
	"math"
)

// Never is the start of a job that does not fit at any time.
const Never = math.MaxInt64

// blockSize is the number of segments that a block of a Profile holds at most. A
// smaller block makes shifts within it cheaper, a larger one lets searches skip more
// segments by the block's summary. At this size a shift costs less than the search
// before it, and most blocks are skipped.
const blockSize = 32

// Profile is the number of free processors as a step function of time. Planning places jobs into
// it. The zero value is empty: call Reset first, other methods panic. A Profile is reusable and
// allocates only while it grows past its former size.
//
// The segments of equally many free processors lie in blocks of flat arrays. The smallest
// and largest number of free processors of a block are kept beside it. So a search passes
// whole blocks at once, and an insertion moves at most one block's segments.
type Profile struct {
	blocks []block // in any order: see id
	// One element for each block, in order of time:
	id     []int32 // index in blocks
	first  []int64 // second at which its first segment begins
	lo, hi []int64 // least and most free processors of its segments

	searched *frontier // nil until the profile is large
}

// block holds segments that follow each other, in order of time.
type block struct {
	n    int              // segments in use
	time [blockSize]int64 // start of each segment
	free [blockSize]int64 // processors free in it
}

// Reset makes the profile equal to the history, which has at least one change.
func (p *Profile) Reset(h History) {
	if p.searched != nil {
		p.searched.active = false
	}
	p.blocks = p.blocks[:0]
	p.id = p.id[:0]
	p.first = p.first[:0]
	p.lo = p.lo[:0]
	p.hi = p.hi[:0]
	const fill = blockSize / 2 // leaves room for the segments to come
	for i := 0; i < len(h); i += fill {
		b := p.newBlock()
		blk := &p.blocks[b]
		for _, c := range h[i:min(i+fill, len(h))] {
			blk.time[blk.n], blk.free[blk.n] = c.Time, c.Free
			blk.n++
		}
		p.id = append(p.id, b)
		p.first = append(p.first, blk.time[0])
		p.lo = append(p.lo, 0)
		p.hi = append(p.hi, 0)
		p.summarise(len(p.id) - 1)
	}
}

// newBlock appends an empty block. The arrays of a reused block stay as they are,
// because only the first n entries count.
func (p *Profile) newBlock() int32 {
	if len(p.blocks) < cap(p.blocks) {
		p.blocks = p.blocks[:len(p.blocks)+1]
		p.blocks[len(p.blocks)-1].n = 0
	} else {
		p.blocks = append(p.blocks, block{})
	}
	return int32(len(p.blocks) - 1)
}

// summarise sets lo and hi of the block at pos.
func (p *Profile) summarise(pos int) {
	blk := &p.blocks[p.id[pos]]
	lo := blk.free[0]
	hi := blk.free[0]
	for _, f := range blk.free[1:blk.n] {
		lo = min(lo, f)
		hi = max(hi, f)
	}
	p.lo[pos], p.hi[pos] = lo, hi
}

// locate returns the position of the block and the index in it of the segment
// that holds second t, which is not before the profile's first second.
func (p *Profile) locate(t int64) (pos, k int) {
	low := 0
	high := len(p.first)
	for high-low > 1 {
		if mid := int(uint(low+high) / 2); p.first[mid] <= t {
			low = mid
		} else {
			high = mid
		}
	}
	blk := &p.blocks[p.id[low]]
	k = blk.n - 1
	for blk.time[k] > t {
		k--
	}
	return low, k
}

// At returns the processors free at second t, which is not before the first
// change.
func (p *Profile) At(t int64) int64 {
	pos, k := p.locate(t)
	return p.blocks[p.id[pos]].free[k]
}

// Earliest returns the first second, not before from, at which width processors
// are free for duration seconds on end; Never if there is none. from is not
// before the profile's first second; width and duration are at least 1.
func (p *Profile) Earliest(from, width, duration int64) int64 {
	pos := 0
	k := 0
	if from > p.first[0] {
		pos, k = p.locate(from)
	}
	for {
		// Find a segment that is wide enough.
		if k == 0 {
			for p.hi[pos] < width {
				pos++
				if pos == len(p.hi) {
					return Never
				}
			}
		}
		blk := &p.blocks[p.id[pos]]
		n := blk.n
		for k < n && blk.free[k] < width {
			k++
		}
		if k == n {
			pos++
			k = 0
			if pos == len(p.hi) {
				return Never
			}
			continue
		}
		// Follow it until the job's end or until it gets too narrow.
		start := max(from, blk.time[k])
		end := endOf(start, duration)
		for k++; ; k++ {
			if k == n {
				pos++
				if pos == len(p.lo) {
					return start
				}
				for p.lo[pos] >= width {
					if p.first[pos] >= end {
						return start
					}
					pos++
					if pos == len(p.lo) {
						return start
					}
				}
				blk = &p.blocks[p.id[pos]]
				n = blk.n
				k = 0
			}
			if blk.time[k] >= end {
				return start
			}
			if blk.free[k] < width {
				break
			}
		}
	}
}

// endOf returns the end of a job; Never where it is behind all seconds. duration is at least 1.
func endOf(start, duration int64) int64 {
	end := start + duration
	if end < start {
		return Never
	}
	return end
}

// Reserve takes width processors for the seconds [start, start+duration). The
// caller has made sure that they are free, by Earliest or otherwise. A negative
// width gives processors back.
func (p *Profile) Reserve(start, duration, width int64) {
	if width < 0 && p.searched != nil {
		p.searched.active = false // a search may end earlier than those before
	}
	end := endOf(start, duration)
	p.cut(end)
	pos, k := p.cut(start)
	for ; pos < len(p.id) && p.first[pos] < end; pos, k = pos+1, 0 {
		blk := &p.blocks[p.id[pos]]
		// The job covers the whole block.
		if k == 0 && pos+1 < len(p.id) && p.first[pos+1] <= end {
			for i := range blk.free[:blk.n] {
				blk.free[i] -= width
			}
			p.lo[pos] -= width
			p.hi[pos] -= width
			continue
		}
		for ; k < blk.n && blk.time[k] < end; k++ {
			blk.free[k] -= width
		}
		p.summarise(pos)
	}
}

// PlaceAll writes into starts, which has an element for each job of the step, the start of each job
// when they are placed in that order, each as early as possible. order holds each index of the
// step's jobs once.
func (p *Profile) PlaceAll(step *Step, order []int32, starts Schedule) {
	p.Reset(step.History)
	for _, i := range order {
		j := &step.Jobs[i]
		starts[i] = p.Place(0, j.Width, j.Estimate)
	}
}

// Place reserves the job's processors at its earliest start not before from and
// returns that start. A job that never fits gets Never and reserves nothing.
func (p *Profile) Place(from, width, duration int64) int64 {
	start := from
	large := len(p.id) >= frontierBlocks
	if large {
		start = p.frontier(from).start(from, width, duration)
	}
	start = p.Earliest(start, width, duration)
	if start == Never {
		return Never
	}
	if large {
		p.searched.placed(from, width, duration, start)
	}
	p.Reserve(start, duration, width)
	return start
}

// frontier returns the memory of searches that begin at the second. It is cleared where it
// holds only searches that began later.
func (p *Profile) frontier(from int64) *frontier {
	if p.searched == nil {
		p.searched = new(frontier)
	}
	if !p.searched.active || from < p.searched.from {
		p.searched.activate(from)
	}
	return p.searched
}

// cut makes a segment begin at second t. It returns the position of the segment's block
// and the index in that block.
func (p *Profile) cut(t int64) (pos, k int) {
	pos, k = p.locate(t)
	blk := &p.blocks[p.id[pos]]
	if blk.time[k] == t {
		return pos, k
	}
	free := blk.free[k]
	k++
	if blk.n == blockSize {
		p.split(pos)
		blk = &p.blocks[p.id[pos]] // splitting may have moved the blocks
		if k > blk.n {
			k -= blk.n
			pos++
			blk = &p.blocks[p.id[pos]]
		}
	}
	copy(blk.time[k+1:blk.n+1], blk.time[k:blk.n])
	copy(blk.free[k+1:blk.n+1], blk.free[k:blk.n])
	blk.time[k], blk.free[k] = t, free
	blk.n++
	return pos, k
}

// split moves the upper half of the block at pos into a new one after it.
func (p *Profile) split(pos int) {
	b := p.newBlock()
	old := &p.blocks[p.id[pos]]
	upper := &p.blocks[b]
	const half = blockSize / 2
	upper.n = copy(upper.time[:], old.time[half:])
	copy(upper.free[:], old.free[half:])
	old.n = half
	p.id = insert(p.id, pos+1, b)
	p.first = insert(p.first, pos+1, upper.time[0])
	p.lo = insert(p.lo, pos+1, 0)
	p.hi = insert(p.hi, pos+1, 0)
	p.summarise(pos)
	p.summarise(pos + 1)
}

func insert[T any](s []T, i int, v T) []T {
	s = append(s, v)
	copy(s[i+1:], s[i:])
	s[i] = v
	return s
}

// Changes yields the profile's segments in order of time; neighbours may have
// equally many free processors.
func (p *Profile) Changes() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		for _, id := range p.id {
			blk := &p.blocks[id]
			for k := range blk.n {
				if !yield(Change{blk.time[k], blk.free[k]}) {
					return
				}
			}
		}
	}
}

// Between yields the segments that hold the seconds from a to before b, the first of them with a as
// its time. a is not before the profile's first second.
func (p *Profile) Between(a, b int64) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		pos, k := p.locate(a)
		for ; pos < len(p.id); pos, k = pos+1, 0 {
			blk := &p.blocks[p.id[pos]]
			for ; k < blk.n; k++ {
				if blk.time[k] >= b || !yield(Change{max(a, blk.time[k]), blk.free[k]}) {
					return
				}
			}
		}
	}
}
