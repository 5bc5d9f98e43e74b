package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/recorded"
)

// onStep is called with each self-tuning step of a driver; see dynp.Scheduler.
type onStep func(index, waiting int, step func() *optgap.Step) error

// driver returns the scheduler that the trace's drive names. visit is called with each of its steps;
// nil: no visit.
func (t Trace) driver(visit onStep) (heuristics.Scheduler, error) {
	if err := spec.CheckDrive(t.Drive, t.Commands...); err != nil {
		return nil, err
	}
	if schedulers.IsRecorded(t.Drive) {
		s, err := recorded.New(t.Machine, t.Jobs, t.Starts)
		if err != nil {
			return nil, err
		}
		s.OnStep = visit
		return s, nil
	}
	s, err := schedulers.New(cmp.Or(t.Drive, schedulers.Default), t.Machine, t.Jobs,
		schedulers.Options{Commands: t.Commands})
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

// Replay replays the trace under its drive, which must not be the optimum.
func (t Trace) Replay(ctx context.Context) (*replay.Outcome, error) { return t.replay(ctx, nil) }

// replay is Replay, and calls visit with each step; nil: no visit.
func (t Trace) replay(ctx context.Context, visit onStep) (*replay.Outcome, error) {
	s, err := t.driver(visit)
	if err != nil {
		return nil, err
	}
	return replay.RunReserved(ctx, t.Jobs, t.Reservations, s)
}

// CompareDrives measures the replays of the trace under each of spec.Drives, of the other schedulers, and under its
// own drive. own is the finished replay under the trace's own drive. The optimum is left out unless it
// is the trace's drive. The metrics are in the order of the names.
func (t Trace) CompareDrives(
	ctx context.Context, own *replay.Outcome, others ...string,
) (names []string, metrics []performance.Metrics, err error) {
	names = spec.Drives()
	for _, name := range append(others, t.Drive) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == spec.Optimum && t.Drive != spec.Optimum })
	for _, name := range names {
		out := own
		if name != t.Drive {
			other := t
			other.Drive = name
			if out, err = other.Replay(ctx); err != nil {
				return nil, nil, fmt.Errorf("drive %s: %w", name, err)
			}
		}
		m, err := performance.Evaluate(out, t.Machine, performance.Options{})
		if err != nil {
			return nil, nil, err
		}
		metrics = append(metrics, *m)
	}
	return names, metrics, nil
}

// runDriven replays the trace under the schedules that the solver finds for its steps. It solves
// one step after the other, as each step depends on those before it.
func (s *Study) runDriven(ctx context.Context) error {
	if s.Watch.Chosen != nil {
		s.Watch.Chosen(Choice{}, 0)
	}
	follower := dynp.NewFollower(s.Trace.Machine, s.Trace.Jobs, func(step *optgap.Step) (optgap.Schedule, error) {
		step, err := s.Trace.named(step)
		if err != nil {
			return nil, err
		}
		return s.follow(ctx, step)
	})
	out, err := replay.RunReserved(ctx, s.Trace.Jobs, s.Trace.Reservations, follower)
	if err == nil && s.Watch.Replayed != nil {
		s.Watch.Replayed(out)
	}
	return err
}

// follow solves a step, and returns the schedule to follow. It hands the result on if the step is
// selected.
func (s *Study) follow(ctx context.Context, step *optgap.Step) (optgap.Schedule, error) {
	solver, kept, selected := s.Solvers[0], s.Folder, s.Select.Fits(step.Index, len(step.Jobs))
	if !selected {
		kept = nil
	}
	if err := kept.Problem(*step); err != nil {
		return nil, err
	}
	key := method.Key{Index: step.Index, Method: solver.Name}
	r, err := kept.Once(ctx, key, func() (record.Result, error) { return solver.Solve(ctx, step) }, nil)
	if err != nil {
		return nil, err
	}
	if s.Watch.Followed != nil {
		s.Watch.Followed(r)
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
