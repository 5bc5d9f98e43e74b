// Package harness works on problems of any kind by several solvers, side by side. It keeps the
// results, and leaves out what an earlier run has found:
//
//	problems -> Run.Do: workers x Solvers -> results, in the order of the problems
//
// Studies give it self-tuning steps and methods, moldable runs instances and algorithms, sweeps
// settings of a replay, and rechecks claims. Results are kept in a Store, such as a folder of
// package folder.
package harness

import (
	"context"
	"iter"
	"maps"
)

// Store keeps results by their keys.
type Store[R any, K comparable] interface {
	// Keys returns the keys of the results of earlier runs, in any order.
	Keys() iter.Seq[K]
	// Known returns the result of an earlier run with the key; false: there is none.
	Known(K) (R, bool)
	// Result keeps a new result.
	Result(R) error
	// Replace keeps a new result in the place of the earlier one with the key.
	Replace(old K, r R) error
	// LimitedBy notes how the work is limited.
	LimitedBy(map[string]string) error
}

// Run solves problems side by side, each by every solver, and keeps the results. P are problems, R
// results, and K the keys of results.
type Run[P, R any, K comparable] struct {
	Workers int // problems solved side by side; below 1: 1
	Solvers []Solver[P, R]
	// Asks tells whether a solver, by its name, is asked about a problem; nil: each is.
	Asks func(problem P, solver string) bool

	// Store, where set, keeps results as they come. A result of an earlier run in it is not sought
	// again.
	Store Store[R, K]
	// Task returns the key of the task to solve a problem by a solver, by the solver's name. It is
	// needed with a Store.
	Task func(problem P, solver string) K
	// TaskOf returns the task of a stored result, by the key of the result; nil: the key is the task.
	// Where the store has several results of one task, the task is worked on again.
	TaskOf func(K) K
	// Retry tells whether the result of an earlier run is sought again; nil: none is. The new result
	// replaces the earlier one.
	Retry func(R) bool
	// LimitedBy says how the solvers are limited, for the Store; nil: they limit themselves.
	LimitedBy map[string]string

	// Keep, where set, stores a problem. It is called before the problem is solved, and also where all
	// results of the problem are known.
	Keep func(P) error
	// Found, where set, is called with each new result as it comes, once the store keeps it.
	Found func(R) error
	// Result, where set, is called with each problem and each of its results, in the order of the
	// problems and, for each problem, of the solvers.
	//
	// Found and Result are called by one goroutine at a time. An error of either ends the run with
	// that error, and neither is called again.
	Result func(P, R) error

	recalled bool    // earlier and retried are filled
	earlier  map[K]K // keys of the stored results that are not sought again, by task
	retried  map[K]K // keys of the stored results that are to be replaced, by task
}

// Do takes the problems one by one as workers get free. An error among the problems ends the run
// with that error, once the problems before it are solved. An error of a solver, of the store or of
// a callback ends the run at once, and so does the end of the context. Do then starts no further
// problem, and hands on the finished results, with gaps where others are missing. A solver that is
// still at work is left to end by itself, and its result is dropped.
func (r *Run[P, R, K]) Do(ctx context.Context, problems iter.Seq2[P, error]) error {
	if err := r.Begin(); err != nil {
		return err
	}
	work := fan[P, R]{
		Workers: r.Workers, Solvers: r.Solvers, Asks: r.Asks, Known: r.Known, Found: r.found, Result: r.Result,
	}
	return work.Run(ctx, r.kept(problems))
}

// Begin notes in the store how the work is limited. Do begins by itself. Begin is for callers whose
// problems follow from results: these take the problems one by one, and call Known and Add.
func (r *Run[P, R, K]) Begin() error {
	if r.Store == nil {
		return nil
	}
	r.recall()
	return r.Store.LimitedBy(r.LimitedBy)
}

// Add keeps a problem and its result by a solver, and hands the result on. known tells that the
// store has the result already.
func (r *Run[P, R, K]) Add(problem P, solver string, result R, known bool) error {
	if r.Keep != nil {
		if err := r.Keep(problem); err != nil {
			return err
		}
	}
	if !known {
		if err := r.found(problem, solver, result); err != nil {
			return err
		}
	}
	if r.Result == nil {
		return nil
	}
	return r.Result(problem, result)
}

// recall finds the results of earlier runs in the store.
func (r *Run[P, R, K]) recall() {
	if r.recalled || r.Store == nil {
		return
	}
	r.recalled, r.earlier, r.retried = true, make(map[K]K), make(map[K]K)
	several := make(map[K]bool)
	for key := range r.Store.Keys() {
		t := r.taskOf(key)
		_, several[t] = r.earlier[t]
		r.earlier[t] = key
	}
	maps.DeleteFunc(r.earlier, func(t K, _ K) bool { return several[t] })
	for t, key := range r.earlier {
		if result, _ := r.Store.Known(key); r.Retry != nil && r.Retry(result) {
			r.retried[t] = key
			delete(r.earlier, t)
		}
	}
}

func (r *Run[P, R, K]) taskOf(key K) K {
	if r.TaskOf == nil {
		return key
	}
	return r.TaskOf(key)
}

// CountKnown returns how many results of the problems are in the store and not sought again.
func (r *Run[P, R, K]) CountKnown(problems iter.Seq[P]) (n int) {
	for p := range problems {
		for _, s := range r.Solvers {
			if r.Asks != nil && !r.Asks(p, s.Name) {
				continue
			}
			if _, ok := r.Known(p, s.Name); ok {
				n++
			}
		}
	}
	return n
}

// Known returns the result of an earlier run that is not sought again; false: there is none.
func (r *Run[P, R, K]) Known(problem P, solver string) (result R, ok bool) {
	if r.Store == nil {
		return result, false
	}
	r.recall()
	key, ok := r.earlier[r.Task(problem, solver)]
	if !ok {
		return result, false
	}
	return r.Store.Known(key)
}

// found keeps a new result, and calls Found with it.
func (r *Run[P, R, K]) found(problem P, solver string, result R) error {
	if r.Store != nil {
		keep := r.Store.Result
		if old, ok := r.retried[r.Task(problem, solver)]; ok {
			keep = func(result R) error { return r.Store.Replace(old, result) }
		}
		if err := keep(result); err != nil {
			return err
		}
	}
	if r.Found == nil {
		return nil
	}
	return r.Found(result)
}

// kept yields the problems. Keep has stored each of them by then.
func (r *Run[P, R, K]) kept(problems iter.Seq2[P, error]) iter.Seq2[P, error] {
	if r.Keep == nil {
		return problems
	}
	return func(yield func(P, error) bool) {
		for p, err := range problems {
			if err == nil {
				err = r.Keep(p)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}
