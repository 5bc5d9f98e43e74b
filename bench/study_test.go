package bench

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/sample"
	"github.com/optgap/optgap/bench/swf"
)

// sampleTrace returns the first jobs of the trace that is embedded.
func sampleTrace(t testing.TB, jobs int) Trace {
	t.Helper()
	loaded, err := swf.Load(bytes.NewReader(sample.KTHLike()), "kth-like.swf", swf.Options{MaxJobs: jobs})
	if err != nil {
		t.Fatal(err)
	}
	return Trace{Name: loaded.Name, Machine: loaded.Machine, Jobs: loaded.Jobs}
}

func TestThin(t *testing.T) {
	for _, c := range []struct {
		s    Selection
		n    int
		want []int
	}{
		{Selection{}, 4, []int{0, 1, 2, 3}},
		{Selection{Every: 1}, 3, []int{0, 1, 2}},
		{Selection{Every: 3}, 10, []int{0, 3, 6, 9}},
		{Selection{Every: 100}, 10, []int{0}},
		{Selection{MaxSteps: 4}, 10, []int{0, 2, 5, 7}},                // k * 10 / 4 rounded down: 0, 2.5, 5, 7.5
		{Selection{MaxSteps: 10}, 10, upTo(10)},                        // all
		{Selection{MaxSteps: 11}, 10, upTo(10)},                        // no more than there are
		{Selection{MaxSteps: 1}, 10, []int{0}},                         //
		{Selection{Every: 2, MaxSteps: 3}, 20, []int{0, 6, 12}},        // of 0 2 .. 18, those at 0, 10/3, 20/3
		{Selection{Every: 2, MaxSteps: 3}, 0, nil},                     //
		{Selection{Every: 1 << 62, MaxSteps: 1 << 62}, 5, []int{0}},    // no overflow
		{Selection{Every: 5, MaxSteps: 2}, 11, []int{0, 5}},            // of 0 5 10
		{Selection{MaxSteps: 9}, 10, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}}, //
	} {
		if got := c.s.thin(upTo(c.n)); !slices.Equal(got, c.want) {
			t.Errorf("%+v of %d: found %v, expected %v", c.s, c.n, got, c.want)
		}
	}
}

// The gaps between evenly spread indices differ by one at most.
func TestThinSpreadsEvenly(t *testing.T) {
	for n := 1; n < 60; n++ {
		for most := 1; most <= n; most++ {
			got := Selection{MaxSteps: most}.thin(upTo(n))
			if len(got) != most || got[0] != 0 {
				t.Fatalf("%d of %d: found %v", most, n, got)
			}
			least, largest := n, 0
			for k, index := range append(got, n)[1:] {
				least, largest = min(least, index-got[k]), max(largest, index-got[k])
			}
			if largest-least > 1 {
				t.Errorf("%d of %d: found %v, with gaps of %d to %d", most, n, got, least, largest)
			}
		}
	}
}

func TestSelectionValidate(t *testing.T) {
	for _, c := range []struct {
		s    Selection
		want string
	}{
		{Selection{}, ""},
		{Selection{MinWaiting: 5, MaxWaiting: 5}, ""},
		{Selection{MinWaiting: 5}, ""},
		{Selection{From: -1, Every: -1}, "from: found -1, expected at least 0"},
		{Selection{Every: -2, MaxSteps: -1}, "every: found -2, expected at least 0"},
		{Selection{MinWaiting: 6, MaxWaiting: 5}, "max-waiting: found 5, expected at least min-waiting, 6"},
	} {
		err := c.s.Validate()
		if got := text(err); got != c.want {
			t.Errorf("%+v: found %q, expected %q", c.s, got, c.want)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A study hands on the steps that fit, valid and in order, however few; the
// number announced is the number that comes.
func TestStudySelects(t *testing.T) {
	trace := sampleTrace(t, 150)
	all := study(t, &Study{Trace: trace})
	if len(all) < 20 {
		t.Fatalf("found %d steps, expected more from the sample", len(all))
	}
	for _, sel := range []Selection{{From: all[9].Index}, {MinWaiting: 3}, {MaxWaiting: 4}, {MinWaiting: 3, MaxWaiting: 4, Every: 2, MaxSteps: 5}, {MaxSteps: 1}, {From: 1 << 40}} {
		var want []int
		for _, s := range all {
			if sel.fits(s.Index, len(s.Jobs)) {
				want = append(want, s.Index)
			}
		}
		want = sel.thin(want)
		var got []int
		for _, s := range study(t, &Study{Trace: trace, Select: sel}) {
			got = append(got, s.Index)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v: found %v, expected %v", sel, got, want)
		}
	}
}

// study runs a study without solving and returns its steps.
func study(t *testing.T, s *Study) (steps []*optgap.Step) {
	t.Helper()
	announced := -1
	s.Chosen = func(total, _ int) { announced = total }
	s.Step = func(step *optgap.Step) error {
		steps = append(steps, step)
		if step.Trace != s.Trace.Name {
			t.Errorf("step of %q, expected %q", step.Trace, s.Trace.Name)
		}
		return step.Validate()
	}
	s.Fan = fanOf(3, func(_ context.Context, step *optgap.Step) record.Result { return answerOf(step) })
	_, handed := gather(&s.Fan)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(steps) != announced || len(*handed) != announced || !slices.IsSorted(*handed) {
		t.Errorf("announced %d steps, found %d steps and %v", announced, len(steps), *handed)
	}
	return steps
}

// Steps whose result is known are seen, but not solved.
func TestStudyKnown(t *testing.T) {
	trace := sampleTrace(t, 150)
	all := study(t, &Study{Trace: trace})
	known := map[Key]record.Result{{all[1].Index, Exact}: {Index: all[1].Index}, {all[2].Index, ILP}: {}, {1 << 30, Exact}: {}}
	solved := 0
	s := &Study{Trace: trace, Known: known}
	s.Chosen = func(total, known int) {
		if total != len(all) || known != 1 {
			t.Errorf("announced %d steps, %d known, expected %d and 1", total, known, len(all))
		}
	}
	s.Fan = fanOf(1, func(_ context.Context, step *optgap.Step) record.Result {
		solved++
		return answerOf(step)
	})
	_, handed := gather(&s.Fan)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if solved != len(all)-1 || len(*handed) != len(all) {
		t.Errorf("found %d solved and %d handed on of %d, expected all but one", solved, len(*handed), len(all))
	}
}

func TestStudyEnds(t *testing.T) {
	trace := sampleTrace(t, 150)
	full := errors.New("disk full")
	s := &Study{Trace: trace, Step: func(*optgap.Step) error { return full }}
	s.Fan = fanOf(1, func(_ context.Context, step *optgap.Step) record.Result { return answerOf(step) })
	if err := s.Run(t.Context()); !errors.Is(err, full) {
		t.Errorf("found %v, expected Step's error", err)
	}
	s.Step = nil
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected the context's", err)
	}
	s.Select.Every = -1
	var field *optgap.FieldError
	if err := s.Run(t.Context()); !errors.As(err, &field) {
		t.Errorf("found %v, expected a FieldError", err)
	}
}
