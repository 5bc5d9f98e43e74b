// Package harness works on problems of any kind by several solvers, side by side, keeps what
// they find, and leaves out what an earlier run has found:
//
//	problems -> Run.Do: workers x Solvers -> results, in the order of the problems
//
// Studies give it self-tuning steps and methods, moldable runs instances and algorithms, sweeps
// settings of a replay, and rechecks claims. What is kept lies in a Store, such as a folder of
// package folder.
package harness

import (
	"context"
	"iter"
	"maps"
)

// Store keeps results by their keys.
type Store[R any, K comparable] interface {
	// Keys returns the keys of the results of earlier runs, in any order, and Known such a result.
	Keys() iter.Seq[K]
	Known(K) (R, bool)
	// Result keeps a new result, and Replace does so in the place of an earlier one.
	Result(R) error
	Replace(old K, r R) error
	// LimitedBy notes how the work is limited.
	LimitedBy(map[string]string) error
}

// Run solves problems side by side, each by every solver, and keeps the results. P are problems,
// R results, and K the keys of results.
type Run[P, R any, K comparable] struct {
	Workers int // problems solved side by side; below 1: 1
	Solvers []Solver[P, R]
	// Asks tells whether a solver, by its name, is asked about a problem; nil: all are.
	Asks func(problem P, solver string) bool

	// Store, where set, keeps results as they come. What it knows from earlier runs is not
	// sought again.
	Store Store[R, K]
	// Task returns what tells the result of a solver, by its name, for a problem from all others.
	// It is needed with a Store.
	Task func(problem P, solver string) K
	// TaskOf returns the task of a result, by the key of that; nil: both are the same. A task of
	// which the store has several results is worked on again.
	TaskOf func(K) K
	// Retry tells which results of earlier runs are sought again, and replaced once there are
	// new ones; nil: none.
	Retry func(R) bool
	// LimitedBy says how the solvers are limited, for the Store; nil: only by themselves.
	LimitedBy map[string]string

	// Keep, where set, stores a problem before it is solved, or one whose results are known.
	Keep func(P) error
	// Found, where set, is called with each new result as it comes, once it is kept.
	Found func(R) error
	// Result, where set, is called with each problem and each of its results, in the order of
	// the problems and, for each problem, of the solvers.
	//
	// Found and Result are called by one goroutine at a time. After an error of either neither
	// is called again, and the run ends with that error.
	Result func(P, R) error

	recalled bool
	earlier  map[K]K // keys of the results in the store, by task
	retried  map[K]K // keys of those that are to be replaced, by task
}

// Do takes the problems one by one as workers get free. An error among the problems ends the run
// with that error, once the problems before it are solved. An error of a solver, of the store or
// of a callback ends the run at once, and so does the end of the context. Do then starts no
// further problem and hands on what is finished, gaps left out. What is being solved is left to
// end by itself, and its result is dropped.
func (r *Run[P, R, K]) Do(ctx context.Context, problems iter.Seq2[P, error]) error {
	if err := r.Begin(); err != nil {
		return err
	}
	work := fan[P, R]{
		Workers: r.Workers, Solvers: r.Solvers, Asks: r.Asks, Known: r.Known, Found: r.found, Result: r.Result,
	}
	return work.Run(ctx, r.kept(problems))
}

// Begin notes in the store how the work is limited. Do does so itself. It is for callers whose
// problems follow from results: they take problems one by one, and Known and Add.
func (r *Run[P, R, K]) Begin() error {
	if r.Store == nil {
		return nil
	}
	r.recall()
	return r.Store.LimitedBy(r.LimitedBy)
}

// Add keeps a problem and its result by a solver, unless that is known, and hands it on.
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

// recall finds the results of earlier runs.
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

// CountKnown returns how many results of the problems the store has that are not sought again.
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

// Known returns the result of an earlier run that is not sought again.
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

// found keeps a new result and tells of it.
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

// kept yields the problems, each once it is stored.
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
