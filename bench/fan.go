package bench

import (
	"context"
	"iter"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Fan solves steps side by side and hands the results on in the order of the
// steps.
type Fan struct {
	Workers int // steps solved side by side; at least 1
	Solve   SolveFunc
	// Known, where set, gives results that need no solving.
	Known func(*optgap.Step) (record.Result, bool)
	// Found is called with each new result as it comes, Result with each result
	// in order; one call at a time, either may be nil. An error ends the run.
	Found, Result func(record.Result) error
}

// Run takes the steps one by one as workers get free. When the context is
// cancelled it starts no further step, hands on what is finished, gaps left out,
// and returns the context's error at once: what is being solved is left to end
// by itself, and is dropped.
func (f Fan) Run(ctx context.Context, steps iter.Seq2[*optgap.Step, error]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &collector{fan: &f, results: make(map[int]record.Result)}
	type job struct {
		place int
		step  *optgap.Step
	}
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range max(1, f.Workers) {
		workers.Go(func() {
			for j := range jobs {
				r := f.Solve(ctx, j.step)
				if ctx.Err() != nil {
					return // the result may be that of the interruption
				}
				if err := c.add(j.place, r, true); err != nil {
					cancel(err)
				}
			}
		})
	}
	place := 0
	for step, err := range steps {
		if err != nil {
			cancel(err)
		}
		if ctx.Err() != nil {
			break
		}
		if r, ok := f.known(step); ok {
			if err := c.add(place, r, false); err != nil {
				cancel(err)
			}
		} else {
			select {
			case jobs <- job{place, step}:
			case <-ctx.Done():
			}
		}
		place++
	}
	close(jobs)
	waitUnless(ctx, &workers)
	c.close()
	return context.Cause(ctx)
}

func (f Fan) known(step *optgap.Step) (record.Result, bool) {
	if f.Known == nil {
		return record.Result{}, false
	}
	return f.Known(step)
}

// waitUnless waits for the group, or until the context is cancelled.
func waitUnless(ctx context.Context, group *sync.WaitGroup) {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// collector takes results in any order and hands them on in order.
type collector struct {
	mu      sync.Mutex
	fan     *Fan
	results map[int]record.Result // by place, until handed on
	next    int                   // place of the next result to hand on
	closed  bool
}

func (c *collector) add(place int, r record.Result, fresh bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	if fresh && c.fan.Found != nil {
		if err := c.fan.Found(r); err != nil {
			return err
		}
	}
	c.results[place] = r
	for {
		r, ok := c.results[c.next]
		if !ok {
			return nil
		}
		delete(c.results, c.next)
		c.next++
		if c.fan.Result != nil {
			if err := c.fan.Result(r); err != nil {
				return err
			}
		}
	}
}

// close hands on what waits for a predecessor that will not come.
func (c *collector) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for ; len(c.results) > 0; c.next++ {
		if r, ok := c.results[c.next]; ok {
			delete(c.results, c.next)
			if c.fan.Result != nil && c.fan.Result(r) != nil {
				return
			}
		}
	}
}
