package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Who schedules the trace while a study measures its steps.
const (
	DriveAdvanced = "dynp-advanced" // as in Grothklags and Streit (2004), the default
	DriveSimple   = "dynp-simple"
	DriveOptimum  = "optimum" // the method's own schedules: see Study.Run
)

// Drives returns all names of Trace.Drive; policies are named as in package
// heuristics, in lower case.
func Drives() []string {
	names := []string{DriveAdvanced, DriveSimple}
	for _, p := range heuristics.DynP() {
		names = append(names, strings.ToLower(p.Name))
	}
	return append(names, DriveOptimum)
}

// KnownDrive returns an *optgap.FieldError unless the name is one of Drives, a
// policy beyond dynP's, or blank for the default.
func KnownDrive(name string) error {
	if name == "" || slices.Contains(Drives(), name) {
		return nil
	}
	if _, err := heuristics.PolicyByName(name); err != nil {
		return &optgap.FieldError{Field: "drive", Found: fmt.Sprintf("%q", name), Expected: "one of " + strings.Join(Drives(), ", ")}
	}
	return nil
}

// driver is a scheduler that shows its self-tuning steps.
func (t Trace) driver(visit func(index, waiting int, step func() *optgap.Step) error) (replay.Scheduler, error) {
	var s *dynp.Scheduler
	var err error
	switch t.Drive {
	case "", DriveAdvanced:
		s, err = dynp.New(t.Machine, t.Jobs, dynp.Options{})
	case DriveSimple:
		s, err = dynp.New(t.Machine, t.Jobs, dynp.Options{Decider: dynp.Simple})
	default:
		if err := KnownDrive(t.Drive); err != nil {
			return nil, err
		}
		policy, err := heuristics.PolicyByName(t.Drive)
		if err != nil {
			return nil, err
		}
		s = dynp.NewSinglePolicy(t.Machine, t.Jobs, policy)
	}
	if err != nil {
		return nil, err
	}
	s.OnStep = visit
	return s, nil
}

// Replay replays the trace under its driver, which is not the optimum.
func (t Trace) Replay(ctx context.Context) (*replay.Outcome, error) {
	return t.replay(ctx, nil)
}

// runDriven replays the trace under the schedules that are found for its steps,
// one after the other, since each depends on those before it.
func (s *Study) runDriven(ctx context.Context) error {
	if s.Select.Every > 1 || s.Select.MaxSteps > 0 {
		return &optgap.FieldError{Field: "drive", Found: DriveOptimum + " with every or max-steps", Expected: "all steps, as each has to be solved: fewer jobs make fewer steps"}
	}
	if len(s.Fan.Methods) != 1 {
		return &optgap.FieldError{Field: "drive", Found: fmt.Sprintf("%s with %d methods", DriveOptimum, len(s.Fan.Methods)), Expected: "one method, whose schedules are followed"}
	}
	if s.Chosen != nil {
		s.Chosen(0, 0)
	}
	follower := dynp.NewFollower(s.Trace.Machine, s.Trace.Jobs, func(step *optgap.Step) (optgap.Schedule, error) {
		step.Trace = s.Trace.Name
		return s.follow(ctx, step)
	})
	out, err := replay.RunReserved(ctx, s.Trace.Jobs, s.Trace.Reservations, follower)
	if err == nil && s.Replayed != nil {
		s.Replayed(out)
	}
	return err
}

// follow solves a step, hands on its result if it is selected, and returns the
// schedule to follow.
func (s *Study) follow(ctx context.Context, step *optgap.Step) (optgap.Schedule, error) {
	method := s.Fan.Methods[0]
	r, known := s.Known[Key{step.Index, method.Name}]
	if !known {
		if r = method.Solve(ctx, step); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	schedule, ok := r.Schedule(step)
	if !ok { // the run failed: what scheduler and study would do without a solver
		schedule = heuristics.BestPlan(step)
	}
	if !s.Select.fits(step.Index, len(step.Jobs)) {
		return schedule, nil
	}
	return schedule, s.handOn(step, r, known)
}

func (s *Study) handOn(step *optgap.Step, r record.Result, known bool) error {
	if s.Step != nil {
		if err := s.Step(step); err != nil {
			return err
		}
	}
	if !known && s.Fan.Found != nil {
		if err := s.Fan.Found(r); err != nil {
			return err
		}
	}
	if s.Fan.Result != nil {
		return s.Fan.Result(step, r)
	}
	return nil
}
