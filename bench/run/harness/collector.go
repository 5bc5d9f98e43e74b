package harness

import "sync"

// pair is a problem and its result by a solver.
type pair[P, R any] struct {
	problem P
	solver  string
	result  R
}

// collector takes results in any order and hands them on in order.
type collector[P, R any] struct {
	mu       sync.Mutex
	fan      *fan[P, R]
	finished map[int]pair[P, R] // by place, until handed on
	next     int                // place of the next result to hand on
	closed   bool               // nothing is handed on any more
}

// add takes the result at a place and hands on all that are next in order. fresh
// says that the result is a new one. The error is that of a callback.
func (c *collector[P, R]) add(place int, p pair[P, R], fresh bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	if fresh && c.fan.Found != nil {
		if err := c.fan.Found(p.problem, p.solver, p.result); err != nil {
			c.closed = true
			return err
		}
	}
	c.finished[place] = p
	for {
		p, ok := c.finished[c.next]
		if !ok {
			return nil
		}
		if err := c.handOn(p); err != nil {
			return err
		}
	}
}

// handOn hands on the result at place next. An error closes the collector.
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

// close hands on the results whose predecessors will not come. The run has ended,
// so that an error of the callback can end nothing but the handing on.
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
