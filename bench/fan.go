package bench

import (
	"context"
	"iter"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Fan solves steps side by side, each by every method, and hands the results on
// in the order of the steps and, for each, of the methods.
type Fan struct {
	Workers int // runs side by side; at least 1
	Methods []Method
	// Known, where set, gives results of a method, by its name, that need no
	// solving.
	Known func(step *optgap.Step, method string) (record.Result, bool)
	// Found, where set, is called with each new result as it comes.
	Found func(record.Result) error
	// Result, where set, is called with each step and each of its results in order.
	//
	// Found and Result are called by one goroutine at a time. After an error of
	// either neither is called again, and the run ends.
	Result func(*optgap.Step, record.Result) error
}

// Run takes the steps one by one as workers get free. An error among the steps
// ends the run once the steps before it are solved, with that error. When the
// context is cancelled Run starts no further step, hands on what is finished,
// gaps left out, and returns the context's error at once: what is being solved
// is left to end by itself, and is dropped.
func (f Fan) Run(ctx context.Context, steps iter.Seq2[*optgap.Step, error]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &collector{fan: &f, results: make(map[int]answer)}
	type job struct {
		place int
		step  *optgap.Step
		solve SolveFunc
	}
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range max(1, f.Workers) {
		workers.Go(func() {
			for j := range jobs {
				if ctx.Err() != nil {
					return
				}
				r := j.solve(ctx, j.step)
				if ctx.Err() != nil {
					return // the result may be that of the interruption
				}
				if err := c.add(j.place, answer{j.step, r}, true); err != nil {
					cancel(err)
				}
			}
		})
	}
	var failed error
	place := 0
	for step, err := range steps {
		if failed = err; err != nil || ctx.Err() != nil {
			break
		}
		for _, m := range f.Methods {
			if r, ok := f.known(step, m.Name); ok {
				if err := c.add(place, answer{step, r}, false); err != nil {
					cancel(err)
				}
			} else {
				select {
				case jobs <- job{place, step, m.Solve}:
				case <-ctx.Done():
				}
			}
			place++
		}
	}
	close(jobs)
	waitUnless(ctx, &workers)
	c.close()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return failed
}

func (f Fan) known(step *optgap.Step, method string) (record.Result, bool) {
	if f.Known == nil {
		return record.Result{}, false
	}
	return f.Known(step, method)
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

type answer struct {
	step   *optgap.Step
	result record.Result
}

// collector takes results in any order and hands them on in order.
type collector struct {
	mu      sync.Mutex
	fan     *Fan
	results map[int]answer // by place, until handed on
	next    int            // place of the next result to hand on
	closed  bool           // nothing is handed on any more
}

func (c *collector) add(place int, a answer, fresh bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	if fresh && c.fan.Found != nil {
		if err := c.fan.Found(a.result); err != nil {
			c.closed = true
			return err
		}
	}
	c.results[place] = a
	for {
		a, ok := c.results[c.next]
		if !ok {
			return nil
		}
		if err := c.handOn(a); err != nil {
			return err
		}
	}
}

// handOn hands on the result at place next.
func (c *collector) handOn(a answer) error {
	delete(c.results, c.next)
	c.next++
	if c.fan.Result == nil {
		return nil
	}
	err := c.fan.Result(a.step, a.result)
	c.closed = err != nil
	return err
}

// close hands on what waits for a predecessor that will not come.
func (c *collector) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.results) > 0 && !c.closed {
		if a, ok := c.results[c.next]; ok {
			c.handOn(a) // its error closes; there is a run no more that it could end
		} else {
			c.next++
		}
	}
	c.closed = true
}
