package queueing

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// absent is the value of a leaf that holds nothing; no limit reaches it.
const absent = math.MaxInt64

const (
	fanBits = 4
	fan     = 1 << fanBits // children of a node: two cache lines of int64
)

// minTree holds n values and finds the next one that is at most some limit. An
// inner node keeps the least value of its 16 children, so a change or a search
// looks at no more than 16 values on each of log16 n levels.
type minTree struct {
	levels [][]int64 // leaves first; every level but the last is padded to whole nodes
}

// newMinTree returns a tree of n absent values.
func newMinTree(n int) minTree {
	var t minTree
	for size := max(n, 1); ; size = (size + fan - 1) >> fanBits {
		padded := size
		if size > 1 {
			padded = (size + fan - 1) &^ (fan - 1)
		}
		level := make([]int64, padded)
		for i := range level {
			level[i] = absent
		}
		t.levels = append(t.levels, level)
		if size == 1 {
			return t
		}
	}
}

// least returns the least value.
func (t *minTree) least() int64 { return t.levels[len(t.levels)-1][0] }

// set changes the value of leaf i.
func (t *minTree) set(i int, v int64) {
	for l, last := 0, len(t.levels)-1; ; l++ {
		level := t.levels[l]
		old := level[i]
		level[i] = v
		if l == last {
			return
		}
		parent := i >> fanBits
		least := t.levels[l+1][parent]
		if v > least {
			if old > least {
				return // another child is the least
			}
			for _, c := range level[parent<<fanBits : (parent+1)<<fanBits] {
				v = min(v, c)
			}
		}
		if v == least {
			return
		}
		i = parent
	}
}

// next returns the first leaf in [from, to) whose value is at most limit, which
// is below absent; -1 if there is none.
func (t *minTree) next(from, to int, limit int64) int {
	if from >= to || t.least() > limit {
		return -1
	}
	l := 0
	i := from
	for {
		level := t.levels[l]
		end := min((i|(fan-1))+1, len(level))
		for i < end && level[i] > limit {
			i++
		}
		if i < end {
			break
		}
		i >>= fanBits // the next node of the level above
		l++
		if l == len(t.levels) || i >= len(t.levels[l]) || i<<(l*fanBits) >= to {
			return -1
		}
	}
	for l > 0 {
		l--
		i <<= fanBits
		for t.levels[l][i] > limit {
			i++
		}
	}
	if i >= to {
		return -1
	}
	return i
}

// widthIndex finds the first job of a queue whose width lies in a range and
// whose estimate is short enough. It is a tree with a leaf for each job of the trace. The
// leaves are sorted by width and, within a width, by position in the queue. So the
// search jumps from one width that has such a job to the next.
type widthIndex struct {
	queue    *queue
	leaf     []int32 // by position in the queue
	position []int32 // in the queue, by leaf
	widths   []int64 // the distinct widths, rising
	begin    []int32 // first leaf of each of widths, and the number of leaves
	estimate minTree // by leaf: the estimate where the job waits, else absent
}

func newWidthIndex(jobs []optgap.TraceJob, q *queue) widthIndex {
	x := widthIndex{
		queue:    q,
		leaf:     make([]int32, len(jobs)),
		position: make([]int32, len(jobs)),
		estimate: newMinTree(len(jobs)),
	}
	for position := range x.position {
		x.position[position] = int32(position)
	}
	width := func(position int32) int64 { return jobs[q.job[position]].Width }
	slices.SortStableFunc(
		x.position,
		func(a, b int32) int { return cmp.Compare(width(a), width(b)) },
	)
	for leaf, position := range x.position {
		x.leaf[position] = int32(leaf)
		w := width(position)
		if leaf == 0 || w > x.widths[len(x.widths)-1] {
			x.widths = append(x.widths, w)
			x.begin = append(x.begin, int32(leaf))
		}
	}
	x.begin = append(x.begin, int32(len(jobs)))
	return x
}

func (x *widthIndex) add(job int32, estimate int64) {
	x.estimate.set(int(x.leaf[x.queue.position[job]]), estimate)
}

func (x *widthIndex) remove(job int32) { x.add(job, absent) }

// first returns the first waiting job in the order of the queue with over < width <=
// most and an estimate of at most limit. It returns -1 if there is none. It searches
// once for each width that has such a job.
func (x *widthIndex) first(over, most, limit int64) int32 {
	from := int(x.begin[x.upTo(over)])
	to := int(x.begin[x.upTo(most)])
	best := int32(-1) // position in the queue
	for {
		leaf := x.estimate.next(from, to, limit)
		if leaf < 0 {
			break
		}
		if position := x.position[leaf]; best < 0 || position < best {
			best = position
		}
		class := sort.Search(len(x.widths), func(i int) bool { return int(x.begin[i+1]) > leaf })
		from = int(x.begin[class+1])
	}
	if best < 0 {
		return -1
	}
	return x.queue.job[best]
}

// upTo returns how many of the widths are at most w.
func (x *widthIndex) upTo(w int64) int {
	return sort.Search(len(x.widths), func(i int) bool { return x.widths[i] > w })
}
