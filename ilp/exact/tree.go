package exact

import (
	"container/heap"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// tree splits the windows of starts where a search of the whole problem takes too
// long. It works on the parts with the least bounds first. Bounds of parts are in costs.
type tree struct {
	worker                        // works on the whole problem; each part of a round gets a fork of it
	open   parts                  // all parts that are not worked on
	made   int64                  // number of parts made
	atPart func(n int) aside      // called before each round with its first part's number, from 1; may raise the floor
	near   func(bound int64) bool // tells that a bound is near enough to end
}

// part is the whole problem, or a part into which the tree has split it.
type part struct {
	bound     int64 // no schedule of the part costs less
	number    int64 // parts are counted in the order in which they are made
	kinds     []engine.Kind
	dual      engine.Dual
	whole     bool // the part is the whole problem
	doublings uint // of the number of nodes that the part's search is allotted
}

// parts is a heap. The part with the least bound comes first, of several such parts the
// one made last.
type parts []*part

func (h parts) Len() int { return len(h) }
func (h parts) Less(i, k int) bool {
	if h[i].bound != h[k].bound {
		return h[i].bound < h[k].bound
	}
	return h[i].number > h[k].number
}
func (h parts) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h *parts) Push(v any)   { *h = append(*h, v.(*part)) }
func (h *parts) Pop() any {
	old := *h
	v := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return v
}

// partsPerRound is the number of parts that a round of the tree works on. It does not depend
// on the number of workers, and so neither does the solution.
const partsPerRound = 64

// bound returns the least cost of a schedule that is proven so far, between two rounds.
func (t *tree) bound() int64 {
	if len(t.open) == 0 {
		return t.incumbent.upper
	}
	return min(t.incumbent.upper, max(t.floor, t.open[0].bound))
}

// run works on the open parts, some in each round, until all are closed or a limit is reached,
// and returns the bound. Each part gets so many price steps, and a search of so many nodes.
func (t *tree) run(steps int, nodes int64) int64 {
	for number := 1; len(t.open) > 0; {
		beside := t.atPart(number)
		if t.floor >= t.incumbent.upper {
			break // the best schedule is optimal
		}
		round := t.take()
		if len(round) == 0 {
			break // the bounds of all parts are no smaller than the cost of the best schedule
		}
		if t.stopped || t.near(max(t.floor, round[0].bound)) {
			t.put(round)
			break
		}
		t.round(round, beside, steps, nodes)
		number += len(round)
	}
	return t.bound()
}

// take takes the parts of the next round: the open parts with the least bounds.
func (t *tree) take() (round []*part) {
	for len(round) < partsPerRound && len(t.open) > 0 && t.open[0].bound < t.incumbent.upper {
		round = append(round, heap.Pop(&t.open).(*part))
	}
	return round
}

// round works on parts at once, and on what goes on beside them. It opens the parts into which it
// has split them. A part that a limit has interrupted is opened again.
func (t *tree) round(round []*part, beside aside, steps int, nodes int64) {
	forks := t.forks(len(round))
	made := make([][]*part, len(round))
	others := len(beside.tasks)
	engine.FanOut(t.workers, others+len(round), func(i int) {
		if i < others {
			beside.tasks[i]()
			return
		}
		i -= others
		made[i] = forks[i].expand(round[i], steps, nodes)
	})
	t.join(forks)
	if beside.done != nil {
		beside.done()
	}
	for _, parts := range made {
		t.put(parts)
	}
}

// put opens parts.
func (t *tree) put(made []*part) {
	for _, v := range made {
		t.made++
		v.number = t.made
		heap.Push(&t.open, v)
	}
}
