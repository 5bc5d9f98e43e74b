package bench

import (
	"context"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Study measures selected steps of a trace.
type Study struct {
	Trace  Trace
	Select Selection
	Fan    Fan
	// Known are the results that an earlier run left, which are not sought again.
	Known map[Key]record.Result
	// Reserved, where set, is called before Chosen with the answers to the
	// trace's requests for reservations.
	Reserved func([]reservation.Decision)
	// Chosen, where set, is called before the first step with the number of
	// selected steps and how many of their results are known.
	Chosen func(total, known int)
	// Step, where set, is called with each selected step in order. An error ends
	// the study.
	Step func(*optgap.Step) error
	// Replayed, where set, is called at the end with the outcome of the replay
	// from which the steps were taken.
	Replayed func(*replay.Outcome)
}

// Run runs the study: see Fan.Run. A trace driven by the optimum is replayed once
// and all its steps are solved in turn, by a single method; Chosen then gets no
// numbers and the selection may not thin the steps out.
func (s *Study) Run(ctx context.Context) error {
	if err := s.Select.Validate(); err != nil {
		return err
	}
	if s.Trace.Drive == DriveOptimum {
		return s.runDriven(ctx)
	}
	chosen, out, err := s.Select.choose(ctx, s.Trace)
	if err != nil {
		return err
	}
	if s.Reserved != nil {
		s.Reserved(out.Reservations)
	}
	known := 0
	for _, index := range chosen {
		for _, m := range s.Fan.Methods {
			if _, ok := s.Known[Key{index, m.Name}]; ok {
				known++
			}
		}
	}
	if s.Chosen != nil {
		s.Chosen(len(chosen), known)
	}
	fan := s.Fan
	fan.Known = func(step *optgap.Step, method string) (record.Result, bool) {
		r, ok := s.Known[Key{step.Index, method}]
		return r, ok
	}
	if err := fan.Run(ctx, s.steps(ctx, chosen)); err != nil {
		return err
	}
	if s.Replayed != nil {
		s.Replayed(out)
	}
	return nil
}

// steps yields the steps with the given indices, each after Step has seen it.
func (s *Study) steps(ctx context.Context, chosen []int) iter.Seq2[*optgap.Step, error] {
	return func(yield func(*optgap.Step, error) bool) {
		err := s.Trace.emit(ctx, chosen, func(step *optgap.Step) error {
			if s.Step != nil {
				if err := s.Step(step); err != nil {
					return err
				}
			}
			if !yield(step, nil) {
				return errAllEmitted
			}
			return nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}
