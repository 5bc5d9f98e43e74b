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
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
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
	return must.Get(NewSolving(methods, o, Work{})).Solvers
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
		err := step.Validate()
		must.Hold(t, err == nil && step.Trace == trace.Name, "step", step.Index, "of", step.Trace, err)
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

// Under every scheduler that drives, the trace is replayed as the scheduler replays it, and the steps are
// valid.
func TestDriveByAnyScheduler(t *testing.T) {
	trace := sampleTrace(150)
	for _, name := range schedulers.Names() {
		trace.Drive = name
		steps := 0
		out, err := trace.replay(context.Background(), func(index, waiting int, step func() *optgap.Step) error {
			st := step()
			if steps++; st.Index != index || len(st.Jobs) != waiting || st.Index != steps-1 {
				t.Errorf("%s: step %d of %d jobs is %+v", name, index, waiting, st)
			}
			return st.Validate()
		})
		must.Need(t, err == nil && steps != 0, name, steps, "steps, error", err)
		s := must.Get(schedulers.New(name, trace.Machine, trace.Jobs, schedulers.Options{}))
		want := must.Get(replay.Run(context.Background(), trace.Jobs, s))
		must.EqualSlices(t, out.Starts, want.Starts, name)
	}
}

// TestDriveByPolicyPlans: a study driven by a "method" that returns FCFS plans
// replays the trace as the FCFS scheduler does.
func TestDriveByPolicyPlans(t *testing.T) {
	trace := sampleTrace(150)
	want := trace
	want.Drive = "fcfs"
	fcfs := must.Get(want.replay(context.Background(), nil))
	trace.Drive = spec.Optimum
	var indices []int
	s := &Study{Trace: trace}
	s.Solvers = only(func(step *optgap.Step) record.Result {
		return record.Result{Index: step.Index, Starts: record.Starts(step, steptest.Plan(step, heuristics.FCFS))}
	})
	s.Watch.Result = func(step *optgap.Step, r record.Result) error {
		indices = append(indices, r.Index)
		return nil
	}
	out := must.Get(s.runDriven(context.Background()))
	must.Hold(t, slices.Equal(out.Starts, fcfs.Starts),
		"the replay that follows FCFS plans is not that of FCFS")
	must.Hold(t, len(indices) != 0 && slices.IsSorted(indices), "results of steps", indices)
}

// TestDriveByOptimumOfObjective: a trace that follows optima under another objective has steps whose optima are those
// of brute force, and its replay is not that under the ARTwW.
func TestDriveByOptimumOfObjective(t *testing.T) {
	for _, o := range []optgap.Objective{optgap.ObjectiveART, optgap.ObjectiveSLD} {
		trace := sampleTrace(120)
		trace.Drive, trace.Objective = spec.Optimum, o
		compared := 0
		s := &Study{Trace: trace, Solvers: solversOf(method.Options{NoBounds: true}, method.Exact)}
		s.Watch.Result = func(step *optgap.Step, r record.Result) error {
			if r.ObjectiveName != string(o) || step.Objective() != o || r.Status != optgap.StatusOptimal {
				t.Errorf("%s, step %d: found %s under %q", o, step.Index, r.Status, r.ObjectiveName)
			}
			if len(step.Jobs) > 7 {
				return nil
			}
			compared++
			_, want := steptest.Optimum(step)
			must.Hold(t, r.Objective == want, o, "step", step.Index, "found", r.Objective, "expected", want)
			return nil
		}
		out := must.Get(s.runDriven(context.Background()))
		must.Hold(t, compared >= 20, o, "compared", compared, "steps")
		trace.Objective = ""
		byWidth := &Study{Trace: trace, Solvers: s.Solvers}
		must.Hold(t, !slices.Equal(must.Get(byWidth.runDriven(context.Background())).Starts, out.Starts),
			o, "the replay is that of the ARTwW")
	}
}

// TestDriveOverfull: a log that uses more than the machine makes no step then, and that is told.
func TestDriveOverfull(t *testing.T) {
	trace := sampleTrace(150)
	trace.Drive, trace.Starts = schedulers.Recorded, make([]int64, len(trace.Jobs))
	for i, j := range trace.Jobs { // each job waits 10 min, whatever runs
		trace.Starts[i] = j.Submit + 600
	}
	all := 0
	for i, j := range trace.Jobs {
		if i > 0 && trace.Starts[i-1] > j.Submit { // another job waits
			all++
		}
	}
	chosen, _ := must.Two(trace.Choose(context.Background(), Selection{}))
	must.Hold(t, chosen.Overfull != 0 && len(chosen.Indices)+chosen.Overfull == all,
		len(chosen.Indices), "steps and", chosen.Overfull, "overfull moments, expected", all, "in all")
}

// TestDriveReserved: the replay of a study answers all requests, and histories have what it has promised.
func TestDriveReserved(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 30))
	trace := Trace{Name: "reserved.swf", Machine: 6, Jobs: slowreplay.Trace(r, 60, 6)}
	trace.Reservations = slowreplay.Requests(r, 20, trace.Jobs, trace.Machine)
	decided, dips := 0, 0
	s := &Study{Trace: trace}
	s.Watch.Reserved = func(d []reservation.Decision) { decided = len(d) }
	for _, step := range study(t, s) {
		if !slices.IsSortedFunc(step.History, func(a, b optgap.Change) int { return int(a.Free - b.Free) }) {
			dips++
		}
	}
	must.Hold(t, decided == 20 && dips > 0, decided, "answers to 20 requests,", dips, "histories dip")
}
