package study

import (
	"context"
	"math/rand/v2"
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
