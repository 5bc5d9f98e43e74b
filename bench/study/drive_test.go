package study

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

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
		if err != nil || steps == 0 {
			t.Fatalf("%s: %d steps, error %v", name, steps, err)
		}
		s := must.Get(schedulers.New(name, trace.Machine, trace.Jobs, schedulers.Options{}))
		want, err := replay.Run(context.Background(), trace.Jobs, s)
		if err != nil || !slices.Equal(out.Starts, want.Starts) {
			t.Errorf("%s: found other starts than in a replay, error %v", name, err)
		}
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
	if !slices.Equal(out.Starts, fcfs.Starts) {
		t.Error("the replay that follows FCFS plans is not that of FCFS")
	}
	if len(indices) == 0 || !slices.IsSorted(indices) {
		t.Errorf("results of steps %v", indices)
	}
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
			if _, want := steptest.Optimum(step); r.Objective != want {
				t.Errorf("%s, step %d: found %d, expected %d", o, step.Index, r.Objective, want)
			}
			return nil
		}
		out := must.Get(s.runDriven(context.Background()))
		if compared < 20 {
			t.Errorf("%s: compared %d steps", o, compared)
		}
		trace.Objective = ""
		byWidth := &Study{Trace: trace, Solvers: s.Solvers}
		if slices.Equal(must.Get(byWidth.runDriven(context.Background())).Starts, out.Starts) {
			t.Errorf("%s: the replay is that of the ARTwW", o)
		}
	}
}

// TestDriveRecorded: with the starts of another drive as the log, the steps are those of that drive,
// but for the active policy. Under a single policy no submission makes another job start: such a
// job would start before that submission here.
func TestDriveRecorded(t *testing.T) {
	trace := sampleTrace(150)
	for _, drive := range []string{"fcfs", "sjf", "ljf"} {
		trace.Drive, trace.Starts = drive, nil
		out := must.Get(trace.replay(context.Background(), nil))
		want := stepsOf(trace)
		trace.Drive, trace.Starts = schedulers.Recorded, out.Starts
		got := stepsOf(trace)
		if len(want) == 0 || len(got) != len(want) {
			t.Fatalf("%s: %d steps, expected %d", drive, len(got), len(want))
		}
		for i := range want {
			if want[i].Policy = ""; !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("%s: step %+v, expected %+v", drive, got[i], want[i])
			}
		}
	}
	trace.Starts = nil
	if _, err := trace.replay(context.Background(), nil); must.Field(err) == "" {
		t.Errorf("a log without starts: %v", err)
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
	if chosen.Overfull == 0 || len(chosen.Indices)+chosen.Overfull != all {
		t.Errorf("%d steps and %d overfull moments, expected %d in all", len(chosen.Indices), chosen.Overfull, all)
	}
}

// stepsOf returns all steps of a trace.
func stepsOf(trace Trace) (steps []*optgap.Step) {
	must.Do(trace.EachStep(context.Background(), func(step *optgap.Step) error {
		steps = append(steps, step)
		return nil
	}))
	return steps
}
