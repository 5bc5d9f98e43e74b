package study

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

func TestUnfinished(t *testing.T) {
	for _, c := range []struct {
		status  optgap.Status
		endedBy optgap.EndedBy
		want    bool
	}{
		{optgap.StatusOptimal, optgap.EndedFinished, false},
		{optgap.StatusFeasible, optgap.EndedFinished, false},
		{optgap.StatusFeasible, optgap.EndedNodeLimit, true},
		{optgap.StatusFeasible, optgap.EndedTimeLimit, true},
		{optgap.StatusFeasible, optgap.EndedMemoryLimit, true},
		{optgap.StatusLimit, optgap.EndedTimeLimit, true},
		{optgap.StatusMemory, optgap.EndedMemoryLimit, true},
		{optgap.StatusCrashed, optgap.EndedSignal, true},
		{optgap.StatusCrashed, "", true},
		{optgap.StatusError, "", true},
	} {
		if found := Unfinished(record.Result{Status: c.status, EndedBy: c.endedBy}); found != c.want {
			t.Errorf("%s, %s: found %v", c.status, c.endedBy, found)
		}
		if !Unfinished(record.Result{Status: c.status, EndedBy: c.endedBy, BoundsStatus: optgap.StatusCrashed}) {
			t.Errorf("%s, %s: found nothing to run again, but bounds are missing", c.status, c.endedBy)
		}
	}
}

// An unfinished result stays until there is a new one. The new one takes its place, even on another
// grid. A run that is interrupted keeps the results that are not replaced yet.
func TestRetry(t *testing.T) {
	trace, dir := sampleTrace(t, 150), t.TempDir()
	answer := func(step *optgap.Step, status optgap.Status, scale int64) record.Result {
		r := answerOf(step)
		r.Status, r.EndedBy, r.TimeScale = status, optgap.EndedFinished, scale
		return r
	}
	run := func(retry bool, last int, solve func(step *optgap.Step) record.Result) (solved []int) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		solvers := only(func(step *optgap.Step) record.Result {
			solved = append(solved, step.Index)
			if len(solved) > last && last >= 0 { // Run does not wait for what follows
				cancel()
			}
			return solve(step)
		})
		s := &Study{Trace: trace, Select: Selection{MaxSteps: 6}, Folder: openFolder(t, dir, trace), Solvers: solvers}
		if retry {
			s.Retry = Unfinished
		}
		err := s.Run(ctx)
		if errors.Is(err, context.Canceled) {
			err = nil
		}
		if err := errors.Join(err, s.Folder.Close(true)); err != nil {
			t.Fatal(err)
		}
		return solved
	}
	check := func(when string, want ...int64) {
		t.Helper()
		c, err := ReadFolder(dir)
		var scales []int64
		for _, r := range c.Results {
			scales = append(scales, r.TimeScale)
		}
		if err != nil || !slices.Equal(scales, want) {
			t.Errorf("%s: found results at scales %v, error %v, expected %v", when, scales, err, want)
		}
	}
	indices := run(false, -1, func(step *optgap.Step) record.Result {
		if step.Index%16 == 8 {
			return answer(step, optgap.StatusCrashed, 60)
		}
		return answer(step, optgap.StatusOptimal, 60)
	})
	var failing []int
	var all, first []int64
	for _, i := range indices {
		all, first = append(all, 60), append(first, 60)
		if i%16 == 8 {
			if failing = append(failing, i); len(failing) == 1 {
				first[len(first)-1] = 30
			}
		}
	}
	if len(failing) < 2 || len(failing) == len(indices) {
		t.Fatalf("found steps %v, expected two to fail and one that does not", indices)
	}
	check("at first", all...)
	if again := run(false, -1, nil); again != nil {
		t.Errorf("found %v solved again without being asked to", again)
	}
	finer := func(step *optgap.Step) record.Result { return answer(step, optgap.StatusOptimal, 30) }
	run(true, 1, finer)
	check("interrupted at the second", first...)
	if again := run(true, -1, finer); !slices.Equal(again, failing[1:]) {
		t.Errorf("found %v solved again, expected %v", again, failing[1:])
	}
	for i, index := range indices {
		if index%16 == 8 {
			all[i] = 30
		}
	}
	check("in the end", all...)
}
