package exact

import (
	"context"
	"errors"
	"math"
	"runtime/metrics"
	"sync/atomic"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// limits are those of one solve. Any goroutine may ask for them.
type limits struct {
	ctx    context.Context
	used   func() float64 // share of the time limit that is used; above 1: time is up
	memory int64          // bytes of this process; 0: any number
	nodes  int64          // of all searches and diagrams together; 0: any number
	by     atomic.Pointer[optgap.EndedBy]
}

// over reports whether time is up: the clock, the context or the memory ends all work.
func (l *limits) over() bool {
	err := l.ctx.Err()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return l.end(optgap.EndedTimeLimit)
	case err != nil:
		return l.end(optgap.EndedInterrupt)
	case l.used() > 1:
		return l.end(optgap.EndedTimeLimit)
	case l.memory > 0 && heapBytes() > l.memory:
		return l.end(optgap.EndedMemoryLimit)
	}
	return false
}

// spent reports whether so many nodes are all that may be explored.
func (l *limits) spent(nodes int64) bool {
	return l.nodes > 0 && nodes >= l.nodes && l.end(optgap.EndedNodeLimit)
}

// left returns the number of nodes that may still be explored.
func (l *limits) left(nodes int64) int64 {
	if l.nodes == 0 {
		return math.MaxInt64 / 2
	}
	return max(0, l.nodes-nodes)
}

// end notes the first reason to end, and returns true.
func (l *limits) end(by optgap.EndedBy) bool {
	l.by.CompareAndSwap(nil, &by)
	return true
}

// endedBy returns the first reason to end; finished where there was none.
func (l *limits) endedBy() optgap.EndedBy {
	if by := l.by.Load(); by != nil {
		return *by
	}
	return optgap.EndedFinished
}

// clock says how a solver measures time.
type clock struct {
	used  func() float64 // share of the time limit that is used
	every int            // work between two looks of a watch
	spent *atomic.Int64  // work that is limited; nil: it is not
}

// untimed is the clock without a limit of time.
var untimed = clock{used: func() float64 { return 0 }, every: engine.Watched}

// counting returns a clock that also runs out with so much work.
func (c clock) counting(limit int64) clock {
	used := c.used
	c.spent = new(atomic.Int64)
	c.used = func() float64 { return max(used(), float64(c.spent.Load())/float64(limit)) }
	c.every = int(min(int64(c.every), 1+limit/looks))
	return c
}

// looks is how often at least a watch looks at a limit of work before this is reached.
const looks = 64

// heapBytes returns the memory that Go holds for this process, without that of HiGHS.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
