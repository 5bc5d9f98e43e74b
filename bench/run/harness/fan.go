package harness

import (
	"context"
	"iter"
	"sync"

	"github.com/optgap/optgap/bench/base/rescue"
)

// Solver is one way of working on a problem of type P.
type Solver[P, R any] struct {
	Name string // tells the solvers of a run apart
	// Solve returns the result. An error ends the whole run. A failure that concerns this problem
	// alone belongs into the result.
	Solve func(context.Context, P) (R, error)
}

// fan solves problems side by side, each by every solver. Results are handed on in the order of the
// problems and, for each problem, of the solvers.
type fan[P, R any] struct {
	Workers int // problems solved side by side; below 1: 1
	Solvers []Solver[P, R]
	Asks    func(problem P, solver string) bool // see Run
	// Known, where set, returns the results that need no solving, by the name of the solver; false:
	// the solver has to solve the problem.
	Known func(problem P, solver string) (R, bool)
	// Found, where set, is called with each new result as it comes.
	Found func(problem P, solver string, result R) error
	// Result, where set, is called with each problem and each of its results in
	// order.
	//
	// Found and Result are called by one goroutine at a time. After an error of
	// either neither is called again, and the run ends with that error.
	Result func(P, R) error
}

// Run takes the problems one by one as workers get free. An error among the problems ends the run
// with that error, once the problems before it are solved. An error of a solver or a callback ends
// the run at once, and so do a panic of either, as a *rescue.Panic, and the end of the context. Run
// then starts no further problem, and hands on the finished results, with gaps where others are
// missing. A solver that is still at work is left to end by itself, and its result is dropped.
func (f fan[P, R]) Run(ctx context.Context, problems iter.Seq2[P, error]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &collector[P, R]{fan: &f, cancel: cancel, finished: make(map[int]pair[P, R])}
	tasks := make(chan task[P, R])
	var workers sync.WaitGroup
	for range max(1, f.Workers) {
		workers.Go(func() {
			if err := rescue.Call(func() error { return work(ctx, tasks, c) }); err != nil {
				cancel(err)
			}
		})
	}
	failed := f.deal(ctx, problems, tasks, c)
	close(tasks)
	waitUnless(ctx, &workers)
	c.close()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return failed
}

// task is a problem for a solver. index is that of the result in the order of all results.
type task[P, R any] struct {
	index   int
	problem P
	solver  Solver[P, R]
}

// work does tasks until there are no more, the context has ended, or a solver has failed.
func work[P, R any](ctx context.Context, tasks <-chan task[P, R], c *collector[P, R]) error {
	for t := range tasks {
		if ctx.Err() != nil {
			return nil
		}
		r, err := t.solver.Solve(ctx, t.problem)
		if err != nil || ctx.Err() != nil { // the result may be that of the interruption
			return err
		}
		c.add(t.index, pair[P, R]{t.problem, t.solver.Name, r}, true)
	}
	return nil
}

// deal makes tasks of the problems, and takes known results to the collector. It returns the error
// among the problems.
func (f fan[P, R]) deal(
	ctx context.Context, problems iter.Seq2[P, error], tasks chan<- task[P, R], c *collector[P, R],
) error {
	index := 0
	for problem, err := range problems {
		if err != nil || ctx.Err() != nil {
			return err
		}
		for _, s := range f.Solvers {
			if f.Asks != nil && !f.Asks(problem, s.Name) {
				continue
			}
			if r, ok := f.known(problem, s.Name); ok {
				c.add(index, pair[P, R]{problem, s.Name, r}, false)
			} else {
				select {
				case tasks <- task[P, R]{index, problem, s}:
				case <-ctx.Done():
				}
			}
			index++
		}
	}
	return nil
}

func (f fan[P, R]) known(problem P, solver string) (r R, ok bool) {
	if f.Known == nil {
		return r, false
	}
	return f.Known(problem, solver)
}

// waitUnless waits for the end of the group, or of the context.
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

// Each yields the problems of a slice.
func Each[P any](problems []P) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		for _, p := range problems {
			if !yield(p, nil) {
				return
			}
		}
	}
}
