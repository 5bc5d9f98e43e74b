package study

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Trace is what a study replays.
type Trace struct {
	Name    string
	Machine int64
	Jobs    []optgap.TraceJob // in order of submission
	// Reservations are requests for reservations, each decided in the second of
	// its submission; the steps' histories dip where they were admitted.
	Reservations []reservation.Request
	Drive        string // who schedules: DriveOptimum or a planning scheduler; "": schedulers.Default
}

// Selection says which steps of a replay are studied. The zero value means all.
type Selection struct {
	Only       []int // indices of the steps to look at, ascending; nil: all
	From       int   // index of the first step to look at
	MinWaiting int   // jobs; 0: any number
	MaxWaiting int   // jobs; 0: any number
	Every      int   // of the steps that fit, take each Every-th; 0 or 1: all
	MaxSteps   int   // of those, take at most so many, evenly spread; 0: all
	// Shard takes a share of what all of the above leaves. The more jobs wait, the more
	// a step is predicted to cost.
	Shard shard.Shard
}

// Validate refuses values out of their range.
func (s Selection) Validate() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"from", s.From}, {"min-waiting", s.MinWaiting}, {"max-waiting", s.MaxWaiting}, {"every", s.Every}, {"max-steps", s.MaxSteps}} {
		if f.value < 0 {
			return &optgap.FieldError{Field: f.name, Found: fmt.Sprint(f.value), Expected: "at least 0"}
		}
	}
	if !slices.IsSorted(s.Only) {
		return &optgap.FieldError{Field: "only", Found: fmt.Sprint(s.Only), Expected: "ascending indices"}
	}
	if s.MaxWaiting != 0 && s.MaxWaiting < s.MinWaiting {
		return &optgap.FieldError{Field: "max-waiting", Found: fmt.Sprint(s.MaxWaiting), Expected: fmt.Sprintf("at least min-waiting, %d", s.MinWaiting)}
	}
	return nil
}

func (s Selection) fits(index, waiting int) bool {
	if s.Only != nil {
		if _, ok := slices.BinarySearch(s.Only, index); !ok {
			return false
		}
	}
	return index >= s.From && waiting >= s.MinWaiting && (s.MaxWaiting == 0 || waiting <= s.MaxWaiting)
}

// thin takes each Every-th of the indices, and of those MaxSteps evenly spread.
func (s Selection) thin(indices []int) []int {
	if s.Every > 1 {
		n := 0
		for i := 0; i < len(indices); i += s.Every {
			indices[n] = indices[i]
			n++
		}
		indices = indices[:n]
	}
	if s.MaxSteps > 0 && len(indices) > s.MaxSteps {
		for k := range s.MaxSteps {
			indices[k] = indices[k*len(indices)/s.MaxSteps]
		}
		indices = indices[:s.MaxSteps]
	}
	return indices
}

// Choice is what a selection takes of a replay.
type Choice struct {
	Indices []int // of the steps, ascending
	Waiting []int // jobs that wait at each
	Of      int   // steps of all shards
}

// Choose replays the trace, whose drive is not the optimum, and returns what is
// selected.
func (s Selection) Choose(ctx context.Context, t Trace) (Choice, error) {
	c, _, err := s.choose(ctx, t)
	return c, err
}

// choose returns the outcome of the replay too.
func (s Selection) choose(ctx context.Context, t Trace) (Choice, *replay.Outcome, error) {
	var all Choice
	out, err := t.replay(ctx, func(index, waiting int, _ func() *optgap.Step) error {
		if s.fits(index, waiting) {
			all.Indices, all.Waiting = append(all.Indices, index), append(all.Waiting, waiting)
		}
		return nil
	})
	if err != nil {
		return Choice{}, nil, err
	}
	places := make([]int, len(all.Indices))
	for i := range places {
		places[i] = i
	}
	selected := all.at(s.thin(places))
	own := selected.at(s.Shard.Take(selected.Waiting))
	own.Of = len(selected.Indices)
	return own, out, nil
}

// at returns the steps at the places.
func (c Choice) at(places []int) Choice {
	var some Choice
	for _, i := range places {
		some.Indices, some.Waiting = append(some.Indices, c.Indices[i]), append(some.Waiting, c.Waiting[i])
	}
	return some
}

// EachStep replays the trace under its drive, which is not the optimum, and calls visit
// with each self-tuning step. An error of visit ends the replay.
func (t Trace) EachStep(ctx context.Context, visit func(*optgap.Step) error) error {
	_, err := t.replay(ctx, func(_, _ int, step func() *optgap.Step) error {
		st := step()
		st.Trace = t.Name
		return visit(st)
	})
	return err
}

// emit replays the trace and calls visit with each of the steps that have the
// given indices, which are ascending.
func (t Trace) emit(ctx context.Context, indices []int, visit func(*optgap.Step) error) error {
	_, err := t.replay(ctx, func(index, _ int, step func() *optgap.Step) error {
		if len(indices) == 0 {
			return errEnough
		}
		if index != indices[0] {
			return nil
		}
		indices = indices[1:]
		st := step()
		st.Trace = t.Name
		return visit(st)
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
