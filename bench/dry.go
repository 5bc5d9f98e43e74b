package bench

import "context"

// CountSteps returns how many steps the study selects. A trace driven by the optimum
// has no number before it is solved: 0.
func (s *Study) CountSteps(ctx context.Context) (int, error) {
	if s.Trace.Drive == DriveOptimum {
		return 0, nil
	}
	chosen, _, err := s.Select.choose(ctx, s.Trace)
	return len(chosen), err
}
