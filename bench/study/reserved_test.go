package study

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

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
func collectSteps(t *testing.T, trace Trace) (steps []*optgap.Step) {
	t.Helper()
	s := &Study{Trace: trace, Solvers: only(answerOf)}
	s.Watch.Result = func(step *optgap.Step, _ record.Result) error {
		steps = append(steps, step)
		return step.Validate()
	}
	decided := -1
	s.Watch.Reserved = func(d []reservation.Decision) { decided = len(d) }
	must.Do(s.Run(t.Context()))
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
	if dipped < 50 {
		t.Errorf("only %d histories dip", dipped)
	}
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
