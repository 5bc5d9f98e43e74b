package study

import (
	"context"
	"math/rand/v2"
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
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
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
			if _, want := steptest.Optimum(step); r.Objective != want {
				t.Errorf("%s, step %d: found %d, expected %d", o, step.Index, r.Objective, want)
			}
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
	must.AboutField(t, must.Err(trace.replay(context.Background(), nil)), "", "a log without starts")
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

// stepsOf returns all steps of a trace.
func stepsOf(trace Trace) (steps []*optgap.Step) {
	must.Do(trace.EachStep(context.Background(), func(step *optgap.Step) error {
		steps = append(steps, step)
		return nil
	}))
	return steps
}

// reservedTrace is a random trace with requests for reservations.
func reservedTrace(r *rand.Rand) Trace {
	t := Trace{Name: "reserved.swf", Machine: 2 + r.Int64N(8)}
	t.Jobs = slowreplay.Trace(r, 25, t.Machine)
	t.Reservations = slowreplay.Requests(r, 20, t.Jobs, t.Machine)
	return t
}

// dips reports whether a history falls.
func dips(h optgap.History) bool {
	for i := range h[1:] {
		if h[i+1].Free < h[i].Free {
			return true
		}
	}
	return false
}

// collectSteps runs a study that keeps its steps and solves nothing.
func collectSteps(t *testing.T, trace Trace) []*optgap.Step {
	t.Helper()
	s, decided := &Study{Trace: trace}, -1
	s.Watch.Reserved = func(d []reservation.Decision) { decided = len(d) }
	steps := study(t, s)
	if decided != len(trace.Reservations) {
		t.Fatalf("%d answers to %d requests", decided, len(trace.Reservations))
	}
	return steps
}

// TestStepsHonourReservations takes the steps of traces with reservations. Each one's history is what running jobs and
// reservations leave, counted from the outcome of the replay.
func TestStepsHonourReservations(t *testing.T) {
	dipped := 0
	for seed := range uint64(12) {
		trace := reservedTrace(rand.New(rand.NewPCG(seed, 30)))
		s := must.Get(dynp.New(trace.Machine, trace.Jobs, dynp.Options{}))
		out := must.Get(replay.RunReserved(t.Context(), trace.Jobs, trace.Reservations, s))
		for _, step := range collectSteps(t, trace) {
			checkHistory(t, step, out, trace.Machine)
			if dips(step.History) {
				dipped++
			}
		}
	}
	must.Hold(t, dipped >= 50, "only", dipped, "histories dip")
}

// checkHistory compares a step's history with a count per second. Where a job starts in the second
// of the step, it may or may not run yet, so that the step is skipped.
func checkHistory(t *testing.T, step *optgap.Step, out *replay.Outcome, machine int64) {
	t.Helper()
	for i, j := range out.Jobs {
		if out.Starts[i] == step.Now || j.Submit == step.Now && j.Duration() == 0 {
			return
		}
	}
	for s := step.Now; s < step.Now+100; s++ {
		free := machine
		for i, j := range out.Jobs {
			if out.Starts[i] < step.Now && out.End(i) > step.Now && s < out.Starts[i]+j.Estimate {
				free -= j.Width
			}
		}
		for _, d := range out.Reservations {
			if d.Refused == reservation.Admitted && d.Request.Submit <= step.Now && d.Start <= s && s < d.End() {
				free -= d.Request.Width
			}
		}
		if got := step.History.At(s - step.Now); got != free {
			t.Fatalf("step %d, second %d: history %v has %d free, want %d", step.Index, s, step.History, got, free)
		}
	}
}
