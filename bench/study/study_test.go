package study

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// sampleTrace returns the first jobs of the trace that is embedded.
func sampleTrace(jobs int) Trace {
	loaded := must.Get(swf.Load(bytes.NewReader(swf.Sample()), "kth-like.swf", swf.Options{MaxJobs: jobs}))
	return Trace{Name: loaded.Name, Machine: loaded.Machine, Jobs: loaded.Jobs}
}

func TestThin(t *testing.T) {
	for _, c := range []struct {
		s    spec.Steps
		n    int
		want []int
	}{
		{spec.Steps{}, 4, []int{0, 1, 2, 3}},
		{spec.Steps{Every: 100}, 10, []int{0}},
		{spec.Steps{MaxSteps: 4}, 10, []int{0, 2, 5, 7}},             // k * 10 / 4 rounded down: 0, 2.5, 5, 7.5
		{spec.Steps{MaxSteps: 11}, 10, lists.Places[int](10)},        // no more than there are
		{spec.Steps{Every: 2, MaxSteps: 3}, 20, []int{0, 6, 12}},     // of 0 2 to 18, those at 0, 10/3, 20/3
		{spec.Steps{Every: 2, MaxSteps: 3}, 0, nil},                  //
		{spec.Steps{Every: 1 << 62, MaxSteps: 1 << 62}, 5, []int{0}}, // no overflow
	} {
		must.EqualSlices(t, (Selection{Steps: c.s}).Thin(lists.Places[int](c.n)), c.want, c.s, "of", c.n)
	}
}

// only is a single solver, under the name of method Exact.
func only(solve func(*optgap.Step) record.Result) []Solver {
	return []Solver{{Name: method.Exact.Name, Solve: func(_ context.Context, step *optgap.Step) (record.Result, error) {
		return solve(step), nil
	}}}
}

// solversOf returns solvers in this process.
func solversOf(o method.Options, methods ...method.Method) []Solver {
	s := must.Get(NewSolving(methods, o, Work{}))
	return s.Solvers
}

func answerOf(step *optgap.Step) record.Result {
	return record.Result{Format: record.ResultFormat, Index: step.Index, Method: method.Exact.Name}
}

// study runs a study without solving and returns its steps.
func study(t *testing.T, s *Study) (steps []*optgap.Step) {
	t.Helper()
	announced := -1
	s.Workers, s.Solvers = 3, only(answerOf)
	s.Watch.Chosen = func(steps Choice, _ int) { announced = len(steps.Indices) }
	s.Watch.Result = func(step *optgap.Step, r record.Result) error {
		steps = append(steps, step)
		must.Equal(t, step.Trace, s.Trace.Name)
		must.Equal(t, r.Index, step.Index)
		return step.Validate()
	}
	must.Do(s.Run(t.Context()))
	inOrder := slices.IsSortedFunc(steps, func(a, b *optgap.Step) int { return a.Index - b.Index })
	must.Hold(t, len(steps) == announced && inOrder,
		"announced", announced, "steps, found", len(steps), "in order", inOrder)
	return steps
}

// openFolder opens the folder of a study of the trace.
func openFolder(dir string, trace Trace) *Folder {
	arguments := map[string]string{"seed": "1"}
	start := folder.Start{Identity: Identify(trace.Name, "00", "test", arguments)}
	return must.Get(folder.Open(dir, Layout, start))
}

func TestStudyEnds(t *testing.T) {
	trace := sampleTrace(150)
	s := &Study{Trace: trace, Folder: openFolder(t.TempDir(), trace), Solvers: only(answerOf)}
	must.Do(s.Folder.Close(false)) // nothing can be stored any more
	must.Is(t, s.Run(t.Context()), fs.ErrClosed)
	s.Folder = nil
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Is(t, s.Run(ctx), context.Canceled)
	s.Select.Every = -1
	must.AboutField(t, s.Run(t.Context()), "")
}

// TestEachStep: the steps of a replay are those of a study of all steps, and a study
// of some indices has just those.
func TestEachStep(t *testing.T) {
	trace := sampleTrace(120)
	var all []int
	must.Do(trace.EachStep(context.Background(), func(step *optgap.Step) error {
		if err := step.Validate(); err != nil || step.Trace != trace.Name {
			t.Errorf("step %d of %q: %v", step.Index, step.Trace, err)
		}
		all = append(all, step.Index)
		return nil
	}))
	studied := func(s Selection) []int {
		steps := study(t, &Study{Trace: trace, Select: s})
		return lists.Each(steps, func(step *optgap.Step) int { return step.Index })
	}
	if got := studied(Selection{}); len(all) < 10 || !slices.Equal(got, all) {
		t.Errorf("a study has the steps %v, the replay %v", got, all)
	}
	some := []int{all[1], all[4], all[7]}
	must.EqualSlices(t, studied(Selection{Only: some}), some)
	if got := studied(Selection{Only: []int{}}); len(got) > 0 {
		t.Errorf("found %v, expected none", got)
	}
	must.AboutField(t, (Selection{Only: []int{3, 1}}).Validate(), "", "indices that fall")
	enough := errors.New("enough")
	must.Is(t, trace.EachStep(context.Background(), func(*optgap.Step) error { return enough }),
		enough)
}

// What a process knows of the cost depends on what else it does.
func TestCostWithinProcess(t *testing.T) {
	step := steptest.Random(rand.New(rand.NewPCG(6, 6)), steptest.Options{MinJobs: 2})
	tells := runtime.GOOS == "linux"
	for _, c := range []struct {
		name      string
		work      Work
		cpu, peak bool
	}{{"alone", Work{Alone: true}, true, true}, {"in-turn", Work{}, true, false},
		{"beside-others", Work{Workers: 2}, false, false}} {
		t.Run(c.name, func(t *testing.T) {
			o := method.Options{NoBounds: true}
			solving := must.Get(NewSolving([]method.Method{method.Policies}, o, c.work))
			defer solving.Close()
			cost := must.Get(solving.Solvers[0].Solve(t.Context(), &step)).Cost
			must.Hold(t, cost.WallSeconds > 0, "found", cost, "expected a wall time")
			must.Equal(t, cost.CPUSeconds > 0, c.cpu && tells, cost, "a CPU time")
			must.Equal(t, cost.PeakMemoryBytes > 1<<20, c.peak && tells, cost, "the memory of this process")
		})
	}
}
