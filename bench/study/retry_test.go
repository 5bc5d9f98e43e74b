package study

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// retries runs studies of a trace into one folder.
type retries struct {
	trace Trace
	dir   string
}

// run runs a study of six steps and returns the indices of the solved steps. The study is cancelled
// once more than last steps are solved; below 0: never.
func (f retries) run(t *testing.T, retry bool, last int, solve func(*optgap.Step) record.Result) (solved []int) {
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
	start := folder.Start{
		Identity: Identify(f.trace.Name, "00", "test", map[string]string{"seed": "1"}), Retry: retry,
	}
	kept, err := folder.Open(f.dir, Layout, start)
	if err != nil {
		t.Fatal(err)
	}
	s := &Study{Trace: f.trace, Select: Selection{MaxSteps: 6}, Folder: kept, Solvers: solvers}
	err = s.Run(ctx)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	if err := errors.Join(err, kept.Close(true)); err != nil {
		t.Fatal(err)
	}
	return solved
}

// check compares the time scales of the results in the folder.
func (f retries) check(t *testing.T, when string, want []int64) {
	t.Helper()
	c, err := folder.Read(f.dir, Layout)
	var scales []int64
	for _, r := range c.Results {
		scales = append(scales, r.TimeScale)
	}
	if err != nil || !slices.Equal(scales, want) {
		t.Errorf("%s: found results at scales %v, error %v, expected %v", when, scales, err, want)
	}
}

// An unfinished result stays until there is a new one. The new one takes its place, even on another
// grid. A run that is interrupted keeps the results that are not replaced yet.
func TestRetry(t *testing.T) {
	f := retries{sampleTrace(t, 150), t.TempDir()}
	answer := func(step *optgap.Step, status optgap.Status, scale int64) record.Result {
		r := answerOf(step)
		r.Status, r.EndedBy, r.TimeScale = status, optgap.EndedFinished, scale
		return r
	}
	fails := func(index int) bool { return index%16 == 8 }
	indices := f.run(t, false, -1, func(step *optgap.Step) record.Result {
		if fails(step.Index) {
			return answer(step, optgap.StatusCrashed, 60)
		}
		return answer(step, optgap.StatusOptimal, 60)
	})
	var failing []int
	var atFirst, interrupted, atLast []int64
	for _, i := range indices {
		atFirst, interrupted, atLast = append(atFirst, 60), append(interrupted, 60), append(atLast, 60)
		if fails(i) {
			failing = append(failing, i)
			atLast[len(atLast)-1] = 30
			if len(failing) == 1 {
				interrupted[len(interrupted)-1] = 30
			}
		}
	}
	if len(failing) < 2 || len(failing) == len(indices) {
		t.Fatalf("found steps %v, expected two to fail and one that does not", indices)
	}
	f.check(t, "at first", atFirst)
	if again := f.run(t, false, -1, nil); again != nil {
		t.Errorf("found %v solved again without being asked to", again)
	}
	finer := func(step *optgap.Step) record.Result { return answer(step, optgap.StatusOptimal, 30) }
	f.run(t, true, 1, finer)
	f.check(t, "interrupted at the second", interrupted)
	if again := f.run(t, true, -1, finer); !slices.Equal(again, failing[1:]) {
		t.Errorf("found %v solved again, expected %v", again, failing[1:])
	}
	f.check(t, "in the end", atLast)
}
