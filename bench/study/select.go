package study

import (
	"context"
	"errors"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/recorded"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Trace holds the jobs that a study replays.
type Trace struct {
	Name    string
	Machine int64
	Jobs    []optgap.TraceJob // in order of submission
	// Reservations are requests for reservations. Each is decided in the second of its submission. The
	// histories of steps dip where requests were admitted.
	Reservations []reservation.Request
	// Drive is the scheduler of the replay: spec.Optimum, schedulers.Recorded or any other scheduler;
	// "": schedulers.Default.
	Drive string
	// Commands are schedulers that are other programs, which Drive may name.
	Commands []batsim.Command
	// Starts[i] is the second in which Jobs[i] started by the log, for the drive schedulers.Recorded.
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

// Choose replays the trace and returns the selected steps, and the outcome of the replay. The drive must not be the
// optimum.
func (t Trace) Choose(ctx context.Context, s Selection) (Choice, *replay.Outcome, error) {
	var all Choice
	driver, err := t.driver(func(index, waiting int, _ func() *optgap.Step) error {
		if s.Fits(index, waiting) {
			all.Indices, all.Waiting = append(all.Indices, index), append(all.Waiting, waiting)
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
	positions := make([]int, len(all.Indices))
	for i := range positions {
		positions[i] = i
	}
	selected := all.pick(s.Thin(positions))
	own := selected.pick(s.Shard.Take(selected.Waiting))
	own.Of, own.Fitting = len(selected.Indices), len(all.Indices)
	if log, ok := driver.(*recorded.Scheduler); ok {
		own.Overfull = log.Overfull
	}
	return own, out, nil
}

// pick returns the steps at the positions.
func (c Choice) pick(positions []int) Choice {
	var some Choice
	for _, i := range positions {
		some.Indices, some.Waiting = append(some.Indices, c.Indices[i]), append(some.Waiting, c.Waiting[i])
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
