package queueing

import "math"

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
	l, i := 0, from
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
		if l++; l == len(t.levels) || i >= len(t.levels[l]) || i<<(l*fanBits) >= to {
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
