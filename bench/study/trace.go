package study

import (
	"cmp"
	"context"
	"errors"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Trace holds the jobs that a study replays.
type Trace struct {
	Name    string
	Machine int64
	Jobs    []optgap.TraceJob // in order of submission
	// Reservations are requests for reservations. Each is decided in the second of its submission.
	// The histories of steps dip where requests were admitted.
	Reservations []reservation.Request
	// Drive is the scheduler of the replay: spec.Optimum, schedulers.Recorded or any other
	// scheduler; "": schedulers.Default.
	Drive string
	// Commands are schedulers that are other programs, which Drive may name.
	Commands []batsim.Command
	Labels   map[int64]swf.Labels // of the jobs by id, for them; nil: unknown
	// Starts[i] is the second in which Jobs[i] started by the log, for the drive
	// schedulers.Recorded.
	Starts []int64
	// Objective is what the schedules of the steps minimise; "": optgap.ObjectiveARTwW.
	Objective optgap.Objective
}

// named returns a step with the name of the trace and with its objective.
func (t Trace) named(step *optgap.Step) (*optgap.Step, error) {
	step.Trace = t.Name
	return t.Objective.Of(step)
}

// Selection says which steps of a replay are studied.
type Selection = spec.Selection

// Choice lists the steps of a replay that a selection takes.
type Choice struct {
	Indices []int // of the steps, ascending
	Waiting []int // waiting jobs of each step
	Of      int   // number of steps of all shards
	Fitting int   // number of steps before some are left out, of all shards
	// Overfull is the number of submissions that make no step, as more processors are busy than the
	// machine has; only under schedulers.Recorded.
	Overfull int
}

// Choose replays the trace and returns the selected steps, and the outcome of the replay. The drive
// must not be the optimum.
func (t Trace) Choose(ctx context.Context, s Selection) (Choice, *replay.Outcome, error) {
	var all Choice
	driver, err := t.driver(func(index, waiting int, _ func() *optgap.Step) error {
		if s.Fits(index, waiting) {
			all.Indices = append(all.Indices, index)
			all.Waiting = append(all.Waiting, waiting)
		}
		return nil
	})
	if err != nil {
		return Choice{}, nil, err
	}
	out, err := replay.RunReserved(ctx, t.Jobs, t.Reservations, driver)
	if err != nil {
		return Choice{}, nil, err
	}
	selected := all.pick(s.Thin(lists.Places[int](len(all.Indices))))
	own := selected.pick(s.Shard.Take(selected.Waiting))
	own.Of = len(selected.Indices)
	own.Fitting = len(all.Indices)
	if log, ok := driver.(*dynp.Recorded); ok {
		own.Overfull = log.Overfull
	}
	return own, out, nil
}

// pick returns the steps at the positions.
func (c Choice) pick(positions []int) Choice {
	var some Choice
	for _, i := range positions {
		some.Indices = append(some.Indices, c.Indices[i])
		some.Waiting = append(some.Waiting, c.Waiting[i])
	}
	return some
}

// EachStep replays the trace and calls visit with each self-tuning step. The drive must not be the
// optimum. An error of visit ends the replay.
func (t Trace) EachStep(ctx context.Context, visit func(*optgap.Step) error) error {
	_, err := t.replay(ctx, func(_, _ int, step func() *optgap.Step) error {
		st, err := t.named(step())
		if err != nil {
			return err
		}
		return visit(st)
	})
	return err
}

// Emit replays the trace and calls visit with each step whose index is among the given ones. These
// are ascending.
func (t Trace) Emit(ctx context.Context, indices []int, visit func(*optgap.Step) error) error {
	_, err := t.replay(ctx, func(index, _ int, step func() *optgap.Step) error {
		if len(indices) == 0 {
			return errEnough
		}
		if index != indices[0] {
			return nil
		}
		indices = indices[1:]
		st, err := t.named(step())
		if err != nil {
			return err
		}
		return visit(st)
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// onStep is called with each self-tuning step of a driver; see dynp.Scheduler.
type onStep func(index, waiting int, step func() *optgap.Step) error

// driver returns the scheduler that the trace's drive names. visit is called with each of its
// steps; nil: no visit.
func (t Trace) driver(visit onStep) (heuristics.Scheduler, error) {
	if err := spec.CheckDrive(t.Drive, t.Commands...); err != nil {
		return nil, err
	}
	if schedulers.IsRecorded(t.Drive) {
		s, err := dynp.NewRecorded(t.Machine, t.Jobs, t.Starts)
		if err != nil {
			return nil, err
		}
		s.OnStep = visit
		return s, nil
	}
	s, err := schedulers.New(cmp.Or(t.Drive, schedulers.Default), t.Machine, t.Jobs,
		schedulers.Options{Commands: t.Commands, Labels: t.Labels})
	if err != nil || visit == nil {
		return s, err
	}
	if planning, ok := s.(*dynp.Scheduler); ok {
		planning.OnStep = visit
		return planning, nil
	}
	w := dynp.NewWatcher(t.Machine, t.Jobs, s)
	w.OnStep = visit
	return w, nil
}

// replay replays the trace under its drive, which must not be the optimum, and calls visit with
// each step; it may be nil.
func (t Trace) replay(ctx context.Context, visit onStep) (*replay.Outcome, error) {
	s, err := t.driver(visit)
	if err != nil {
		return nil, err
	}
	return replay.RunReserved(ctx, t.Jobs, t.Reservations, s)
}

// runDriven replays the trace under the schedules that the solver finds for its steps. It solves
// one step after the other, as each step depends on those before it.
func (s *Study) runDriven(ctx context.Context) (*replay.Outcome, error) {
	if s.Watch.Chosen != nil {
		s.Watch.Chosen(Choice{}, 0)
	}
	follower := dynp.NewFollower(
		s.Trace.Machine,
		s.Trace.Jobs,
		func(step *optgap.Step) (optgap.Schedule, error) {
			step, err := s.Trace.named(step)
			if err != nil {
				return nil, err
			}
			return s.follow(ctx, step)
		},
	)
	return replay.RunReserved(ctx, s.Trace.Jobs, s.Trace.Reservations, follower)
}

// follow solves a step, and returns the schedule to follow. It hands the result on if the step is
// selected.
func (s *Study) follow(ctx context.Context, step *optgap.Step) (optgap.Schedule, error) {
	solver := s.Solvers[0]
	kept := s.Folder
	selected := s.Select.Fits(step.Index, len(step.Jobs))
	if !selected {
		kept = nil
	}
	if err := kept.Problem(*step); err != nil {
		return nil, err
	}
	key := method.Key{Index: step.Index, Method: solver.Name}
	r, err := kept.Once(ctx, key, task{Problem: step, Solver: solver}.Work)
	if err != nil {
		return nil, err
	}
	schedule, ok := r.Schedule(step)
	if !ok { // the run failed: the best policy's plan stands in
		schedule = heuristics.BestPlan(step)
	}
	if !selected {
		return schedule, nil
	}
	return schedule, s.result(step, r)
}
