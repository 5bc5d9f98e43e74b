package harness

import (
	"context"
	"sync"
)

// pair is a problem and its result by a solver.
type pair[P, R any] struct {
	problem P
	solver  string
	result  R
}

// collector takes results in any order, and hands them on in the order of the problems and solvers.
// A result is known by its index in that order.
type collector[P, R any] struct {
	mu       sync.Mutex
	fan      *fan[P, R]
	cancel   context.CancelCauseFunc // ends the run
	finished map[int]pair[P, R]      // results that wait for earlier ones, by index
	next     int                     // index of the next result to hand on
	closed   bool                    // nothing is handed on any more
}

// add takes the result with the index, and hands on all results whose turn has come. fresh tells
// that the result is a new one. An error of a callback cancels the run.
func (c *collector[P, R]) add(index int, p pair[P, R], fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if fresh && c.fan.Found != nil {
		if err := c.fan.Found(p.problem, p.solver, p.result); err != nil {
			c.closed = true
			c.cancel(err)
			return
		}
	}
	c.finished[index] = p
	for {
		p, ok := c.finished[c.next]
		if !ok {
			return
		}
		if err := c.handOn(p); err != nil {
			c.cancel(err)
			return
		}
	}
}

// handOn hands on the next result. An error of the callback closes the collector.
func (c *collector[P, R]) handOn(p pair[P, R]) error {
	delete(c.finished, c.next)
	c.next++
	if c.fan.Result == nil {
		return nil
	}
	err := c.fan.Result(p.problem, p.result)
	c.closed = err != nil
	return err
}

// close hands on all results that are left, with gaps where results will not come. An error of the
// callback ends the handing on. Nothing else is left to end, as the run is over.
func (c *collector[P, R]) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.finished) > 0 && !c.closed {
		if p, ok := c.finished[c.next]; ok {
			_ = c.handOn(p)
		} else {
			c.next++
		}
	}
	c.closed = true
}
