// Package harness works on tasks of any kind, side by side, and hands their results on in order:
//
//	tasks -> Run.Do: Workers x Work -> results, in the order of the tasks
//	"2/8" -> ParseShard -> Shard.Take -> the problems that this machine works on
//
// Tasks of studies are steps by methods, those of moldable runs instances by algorithms, those of
// sweeps settings of a replay. What becomes of a task:
//
//  1. Do takes it from the sequence, once a worker is free.
//  2. The worker calls Work, which may find the result in a folder or keep it there; see folder.Once.
//  3. Result gets the result, once all earlier places have had theirs.
//
// The package may change at any time.
package harness

import (
	"cmp"
	"context"
	"iter"
	"sync"

	"github.com/optgap/optgap/bench/base/field"
)

// Run works on tasks. T are tasks, and R results.
type Run[T, R any] struct {
	Workers int // tasks worked on side by side; below 1: 1
	Work    func(context.Context, T) (R, error)
	Result  func(T, R) error // called with each task and its result, in the order of the places; it may be nil
	// Place returns the place of a task's result, from 0; nil means that of the task. So tasks may
	// be worked on in another order than that of their results.
	Place func(T) int
}

// Do works on the tasks. An error among the tasks ends the run with that error, once the tasks
// before it are done. An error of Work or Result ends the run at once, and so do a panic, as a
// *field.Panic, and the end of the context. Do then begins no further task, and hands on the
// finished results, with gaps where others are missing. Work that is still under way is left to end
// by itself, and its result is dropped.
//
// Result is called by one goroutine at a time, and not again after an error.
func (r Run[T, R]) Do(ctx context.Context, tasks iter.Seq2[T, error]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o := &order{finished: make(map[int]func() error)}
	queue := make(chan func() error)
	var workers sync.WaitGroup
	for range max(1, r.Workers) {
		workers.Go(func() {
			for work := range queue {
				if ctx.Err() != nil {
					return
				}
				if err := field.Catch(work); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	failed := r.deal(ctx, tasks, queue, o)
	close(queue)
	waitUnless(ctx, &workers)
	unhanded := o.close()
	return cmp.Or(context.Cause(ctx), unhanded, failed)
}

// deal hands the work on tasks to the workers. It returns the error among the tasks.
func (r Run[T, R]) deal(
	ctx context.Context,
	tasks iter.Seq2[T, error],
	queue chan<- func() error,
	o *order,
) error {
	index := 0
	for task, err := range tasks {
		if err != nil || ctx.Err() != nil {
			return err
		}
		place := index
		if r.Place != nil {
			place = r.Place(task)
		}
		select {
		case queue <- func() error { return r.work(ctx, task, place, o) }:
		case <-ctx.Done():
		}
		index++
	}
	return nil
}

// work works on a task, and puts the result into the order.
func (r Run[T, R]) work(ctx context.Context, task T, index int, o *order) error {
	result, err := r.Work(ctx, task)
	if err != nil || ctx.Err() != nil { // the result may be that of the interruption
		return err
	}
	return o.add(index, func() error {
		if r.Result == nil {
			return nil
		}
		return r.Result(task, result)
	})
}

// waitUnless waits for the end of the group, or of the context.
func waitUnless(ctx context.Context, group *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() {
		group.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// order takes results as they come, and hands them on in the order of the tasks.
type order struct {
	mu       sync.Mutex
	finished map[int]func() error // hand on the results that wait for earlier ones, by index
	next     int                  // index of the next result to hand on
	closed   bool                 // nothing is handed on any more
}

// add takes the result of the task with the index, and hands on all results whose turn has come.
func (o *order) add(index int, handOn func() error) (err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.finished[index] = handOn
	for !o.closed && o.finished[o.next] != nil {
		err = o.handOn()
	}
	return err
}

// handOn hands on the next result, if it has come. An error is the last that is handed on.
func (o *order) handOn() error {
	handOn := o.finished[o.next]
	delete(o.finished, o.next)
	o.next++
	if handOn == nil {
		return nil
	}
	o.closed = true // also after a panic
	err := handOn()
	o.closed = err != nil
	return err
}

// close hands on all results that are left, with gaps where results will not come.
func (o *order) close() (err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.finished) > 0 && !o.closed {
		err = o.handOn()
	}
	o.closed = true
	return err
}

// A Watch is told how work goes on. One method is called at a time, but for Step and Within.
type Watch interface {
	Tell(format string, args ...any) // makes a remark
	// Before so many things, some of them known from an earlier run.
	Start(known, total int, thing string)
	Step() // after each new thing, maybe side by side
	// As such a thing begins, after each of all its parts, and as it ends, likewise.
	Within(name string, done, all int)
	Stop(error) // after the last one, or with the error before it
}

// Each yields the values of a slice, as tasks or problems.
func Each[T any](values []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range values {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// Map yields what a function makes of each value. An error has the zero value beside it, or what
// the function returns with it.
func Map[A, B any](values iter.Seq2[A, error], to func(A) (B, error)) iter.Seq2[B, error] {
	return func(yield func(B, error) bool) {
		for a, err := range values {
			var b B
			if err == nil {
				b, err = to(a)
			}
			if !yield(b, err) {
				return
			}
		}
	}
}

// All calls work with each number from 0 to before n, on at most so many goroutines; see Run.Do.
func All(ctx context.Context, workers, n int, work func(i int) error) error {
	numbers := func(yield func(int, error) bool) {
		for i := 0; i < n && yield(i, nil); i++ {
		}
	}
	one := func(_ context.Context, i int) (struct{}, error) { return struct{}{}, work(i) }
	return Run[int, struct{}]{Workers: workers, Work: one}.Do(ctx, numbers)
}

// Solver is one way of working on a problem of type P.
type Solver[P, R any] struct {
	Name string // tells the solvers of a run apart
	// Solve returns the result. An error ends the whole run. A failure that concerns this problem
	// alone belongs into the result.
	Solve func(context.Context, P) (R, error)
}

// Task is the work of a solver on a problem.
type Task[P, R any] struct {
	Problem P
	Solver  Solver[P, R]
}

// Work solves the problem.
func (t Task[P, R]) Work(
	ctx context.Context,
) (R, error) {
	return t.Solver.Solve(ctx, t.Problem)
}

// Tasks yields, for each problem, a task for each solver. begin, where set, is called with each
// problem before its tasks; its error is one among the tasks.
func Tasks[P, R any](
	problems iter.Seq2[P, error], solvers []Solver[P, R], begin func(P) error,
) iter.Seq2[Task[P, R], error] {
	return func(yield func(Task[P, R], error) bool) {
		for p, err := range problems {
			if err == nil && begin != nil {
				err = begin(p)
			}
			if err != nil {
				yield(Task[P, R]{}, err)
				return
			}
			for _, s := range solvers {
				if !yield(Task[P, R]{p, s}, nil) {
					return
				}
			}
		}
	}
}
