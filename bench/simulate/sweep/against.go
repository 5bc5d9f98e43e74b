package sweep

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// base does the replay with which others of the same load are compared.
type base func() (Run, error)

// load is the part of a key that replays of the same jobs have in common.
func (k Key) load() Key { return Key{Factor: k.Factor, Estimates: k.Estimates} }

// bases returns the replays under Against, by the load, or nil if runs are not compared. Each is
// done when it is first needed, and once. An *optgap.FieldError refuses a load without a setting of
// that label.
func (s Sweep) bases(ctx context.Context, settings []Setting) (map[Key]base, error) {
	if s.Against == "" {
		return nil, nil
	}
	all := map[Key]base{}
	for _, set := range settings {
		if set.Label() == s.Against {
			all[set.Key().load()] = sync.OnceValues(func() (Run, error) {
				return s.replayMeasured(ctx, set)
			})
		}
	}
	for _, set := range settings {
		if all[set.Key().load()] == nil {
			labels := lists.Distinct(settings, Setting.Label)
			return nil, optgap.BadText("against", s.Against, "one of "+strings.Join(labels, ", "))
		}
	}
	return all, nil
}

// compared does the replay of a setting, and compares it with its base, nil if it is not compared.
// The error beside a run is that of its base.
func (s Sweep) compared(ctx context.Context, set Setting, with base) (Run, error) {
	if with == nil {
		return s.replayMeasured(ctx, set)
	}
	other, lost := with()
	if own := set.Label() == s.Against; own && other.Key() == set.Key() ||
		lost != nil && (own || !isFault(lost)) {
		return other, lost
	}
	run, err := s.replayMeasured(ctx, set)
	if err != nil || lost != nil {
		return run, cmp.Or(err, lost)
	}
	run.Against = s.Against
	if s.Windows != nil {
		run.Difference = performance.AveragedDifferences(run.windowed, other.windowed)
	} else {
		run.Difference = performance.Differences(run.out, other.out, s.Measure)
	}
	return run, nil
}
