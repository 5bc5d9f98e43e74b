// Package study runs studies. A study replays a trace, selects self-tuning steps, solves them side
// by side and keeps the results.
//
//	trace -> replay -> Selection -> steps -> methods -> results -> Folder
//
// A Study does all of that. Its solvers are the methods of package method, in this process or
// in child processes, which serve [Steps]. A study that was cut short goes on in its Folder.
package study

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Solver solves steps under the name of a method.
type Solver = harness.Solver[*optgap.Step, record.Result]

// Study solves selected steps of a trace.
type Study struct {
	Trace   Trace
	Select  Selection
	Solvers []Solver
	Workers int // steps solved side by side; below 1: 1
	Budget  Budget
	// Folder, where set, keeps steps and results. A result of an earlier run in it is not sought
	// again. Run does not close the folder.
	Folder *Folder
	Watch  Watch
}

// Watch holds functions that a study calls while it runs. Each may be nil. They are called by one
// goroutine at a time, and an error of one ends the study.
type Watch struct {
	// Reserved is called once, before Chosen, with the answers to the trace's requests for
	// reservations.
	Reserved func([]reservation.Decision)
	// Chosen is called before the first step, with the selected steps and the number of their
	// results that are known. For a trace driven by the optimum both are empty.
	Chosen func(steps Choice, known int)
	// Result is called with each step and each of its results, in the order of the steps and, for
	// each step, of the solvers.
	Result func(*optgap.Step, record.Result) error
}

// Run runs the study. A trace driven by the optimum is replayed once. A single solver then solves
// all its steps in turn, and the selection must not thin them out.
//
// Any other study ends as harness.Run.Do says. When the context is cancelled, finished results are
// handed on, with gaps where others are missing.
func (s *Study) Run(ctx context.Context) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if s.Trace.Drive == spec.Optimum {
		_, err := s.runDriven(ctx)
		return err
	}
	chosen, out, err := s.Trace.Choose(ctx, s.Select)
	if err != nil {
		return err
	}
	if s.Watch.Reserved != nil {
		s.Watch.Reserved(out.Reservations)
	}
	if s.Watch.Chosen != nil {
		s.Watch.Chosen(chosen, s.countKnown(chosen.Indices))
	}
	if err := s.Folder.Asks(len(chosen.Indices)*len(s.Solvers), chosen.Fitting); err != nil {
		return err
	}
	keep := func(step *optgap.Step) error { return s.Folder.Problem(*step) }
	steps := s.emitted(ctx, chosen.Indices)
	handOn := s.result
	if s.Budget.Limits() {
		looking := &looking{Study: s, all: chosen.Fitting, next: firstLook}
		steps = s.spread(ctx, chosen.Indices)
		handOn = looking.result
	}
	work := harness.Run[task, record.Result]{
		Workers: s.Workers,
		Work: func(ctx context.Context, t task) (record.Result, error) {
			key := method.Key{Index: t.Problem.Index, Method: t.Solver.Name}
			return s.Folder.Once(ctx, key, t.Work)
		},
		Result: func(t task, r record.Result) error { return handOn(t.Problem, r) },
	}
	if err := work.Do(ctx, harness.Tasks(steps, s.Solvers, keep)); err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

// Validate refuses, with an *optgap.FieldError, an unknown drive and a selection out of range. It
// also refuses all that a trace driven by the optimum cannot have.
func (s *Study) Validate() error {
	if err := s.Select.Validate(); err != nil {
		return err
	}
	if err := spec.CheckDrive(
		s.Trace.Drive,
		s.Trace.Commands...); err != nil ||
		s.Trace.Drive != spec.Optimum {
		return err
	}
	return s.Select.CheckOptimum(len(s.Solvers))
}

// ErrRetryOptimum refuses a search for results again in a study that the optimum drives.
var ErrRetryOptimum = optgap.BadField(
	"drive",
	spec.Optimum+" with retry-failed",
	"another drive, as all later steps follow from a result",
)

// task is the work of a method on a step.
type task = harness.Task[*optgap.Step, record.Result]

// countKnown returns how many results of the steps with the indices are known.
func (s *Study) countKnown(indices []int) (n int) {
	for _, index := range indices {
		for _, by := range s.Solvers {
			if _, ok := s.Folder.Known(method.Key{Index: index, Method: by.Name}); ok {
				n++
			}
		}
	}
	return n
}

// result hands a result on.
func (s *Study) result(step *optgap.Step, r record.Result) error {
	if s.Watch.Result == nil {
		return nil
	}
	return s.Watch.Result(step, r)
}

// emitted yields the steps with the given indices.
func (s *Study) emitted(ctx context.Context, indices []int) iter.Seq2[*optgap.Step, error] {
	return func(yield func(*optgap.Step, error) bool) {
		err := s.Trace.Emit(ctx, indices, func(step *optgap.Step) error {
			if !yield(step, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// errEnough ends a replay of which no further step is wanted.
var errEnough = errors.New("all steps emitted")

// Failures counts results: all, those of runs that failed, and those with warnings.
type Failures struct {
	Results, Failed, Warned int
	first, warned           record.Result // the first failed one, and the first one with warnings
}

// Count counts a result.
func (f *Failures) Count(r record.Result) {
	f.Results++
	if len(r.Warnings) > 0 {
		f.Warned++
		if f.Warned == 1 {
			f.warned = r
		}
	}
	if r.Status != optgap.StatusError && r.Status != optgap.StatusCrashed {
		return
	}
	f.Failed++
	if f.Failed == 1 {
		f.first = r
	}
}

// Err says how many runs failed, and why the first did, nil if none failed.
func (f *Failures) Err() error {
	if f.Failed == 0 {
		return nil
	}
	return fmt.Errorf(
		"%d of %d results failed, first %v: %s",
		f.Failed,
		f.Results,
		method.KeyOf(f.first),
		f.first.Error,
	)
}

// Warning says how many results have warnings, and what the first warning is; "": none has.
func (f *Failures) Warning() string {
	if f.Warned == 0 {
		return ""
	}
	first := fmt.Sprintf("first %v: %s", method.KeyOf(f.warned), f.warned.Warnings[0])
	return fmt.Sprintf("%d of %d results have warnings, %s", f.Warned, f.Results, first)
}
