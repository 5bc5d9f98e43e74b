package verify

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/steptest"
)

// remadeNames are the schedulers whose schedules are made again here.
func remadeNames() []string {
	return slices.DeleteFunc(schedulers.Names(), func(name string) bool {
		again, _ := remakeOf(stepplan.Key(name))
		return again == nil
	})
}

// equalForward compares package stepplan with what is made here, for all schedulers that both know. It
// returns the number of schedulers that the history leaves out.
func equalForward(t *testing.T, step *optgap.Step) (left int) {
	t.Helper()
	f := &facts{step: *step}
	f.learn(Options{OptimumJobs: -1})
	for _, name := range remadeNames() {
		want := f.remake(stepplan.Key(name))
		plan, err := stepplan.Schedule(step, name)
		if want.leftOut {
			left++
			if why := new(stepplan.LeftOut); !errors.As(err, &why) {
				t.Fatalf("%s, step %d: found error %v, expected that the scheduler is left out", name, step.Index, err)
			}
			continue
		}
		if err != nil || !slices.Equal([]int64(plan), want.starts) {
			t.Fatalf("%s: found %v, error %v, expected %v in\n%+v", name, plan, err, want.starts, step)
		}
	}
	return left
}

// Each scheduler that verify runs forward by itself is one of these, and has the same schedules as in
// package stepplan.
func TestForwardOnRandomSteps(t *testing.T) {
	if n := len(remadeNames()); n != 24 { // 7 orders of plans, 3 families of 5, easy-sjbf, conservative
		t.Fatalf("%d schedulers are made again: %q", n, remadeNames())
	}
	r := rand.New(rand.NewPCG(29, 1))
	left := 0
	for i := range 1000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 14, Dips: i%3 == 0})
		if left += equalForward(t, &step); step.History[len(step.History)-1].Free < step.Machine {
			t.Fatalf("%+v has processors that are never free", step)
		}
		step.Machine += 5 // of which no history says anything
		equalForward(t, &step)
	}
	if left == 0 {
		t.Error("no scheduler was left out of a history that dips")
	}
}

// On steps of traces, half of them with reservations, which make histories dip.
func TestForwardOnTraces(t *testing.T) {
	files := []string{"HPC2N-2002-head.swf.gz", "KTH-SP2-1996-2.swf.gz", "LLNL-Atlas-2006-2.1-cln.swf.gz"}
	if testing.Short() {
		files = nil
	}
	small := must.Get(swf.Load(bytes.NewReader(swf.Sample()), "sample", swf.Options{}))
	traces := map[string]*swf.Trace{"sample": small}
	for _, name := range files {
		in, err := stream.Open(filepath.Join("../../../shared/traces", name), nil)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it lies beside some checkouts only
		}
		if err != nil {
			t.Fatal(err)
		}
		traces[name] = must.Get(swf.Load(in, name, swf.Options{}))
		in.Close()
	}
	for name, trace := range traces {
		for _, reserved := range []bool{false, true} {
			steps := stepsOf(trace, reserved, 60)
			left := 0
			for _, step := range steps {
				left += equalForward(t, step)
			}
			t.Logf("%s, reservations %t: %d steps, %d schedules left out", name, reserved, len(steps), left)
			if len(steps) == 0 || reserved != (left > 0) {
				t.Errorf("%s: found %d steps and %d schedules left out", name, len(steps), left)
			}
		}
	}
}

// stepsOf returns at most so many steps with up to 100 jobs of a replay, evenly spread.
func stepsOf(trace *swf.Trace, reserved bool, most int) (steps []*optgap.Step) {
	var requests []reservation.Request
	r := rand.New(rand.NewPCG(29, 2))
	for i := 0; reserved && i < len(trace.Jobs); i += 40 {
		submit := trace.Jobs[i].Submit
		requests = append(requests, reservation.Request{
			ID: int64(i), Width: 1 + r.Int64N(trace.Machine/4), Duration: 600 + r.Int64N(20_000), Submit: submit,
			When: reservation.At(submit + r.Int64N(40_000)),
		})
	}
	visit := func(every int, take func(func() *optgap.Step)) (fitting int) {
		s := must.Get(schedulers.NewPlanning(schedulers.Default, trace.Machine, trace.Jobs, schedulers.Options{}))
		s.OnStep = func(_, waiting int, step func() *optgap.Step) error {
			if waiting <= 100 {
				if fitting%every == 0 {
					take(step)
				}
				fitting++
			}
			return nil
		}
		must.Get(replay.RunReserved(context.Background(), trace.Jobs, requests, s))
		return fitting
	}
	all := visit(1, func(func() *optgap.Step) {})
	visit(all/most+1, func(step func() *optgap.Step) { steps = append(steps, step()) })
	return steps
}
