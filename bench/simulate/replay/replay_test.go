package replay_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/replay/replaytest"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/steptest"
)

func dynP(machine int64, jobs []optgap.TraceJob, o dynp.Options) *dynp.Scheduler {
	s, err := dynp.New(machine, jobs, o)
	if err != nil {
		panic(err)
	}
	return s
}

// TestMatchesSecondBySecond: the schedulers start every job when the obvious
// simulator does, and count the same decisions.
func TestMatchesSecondBySecond(t *testing.T) {
	for name, c := range schedulers() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(30) {
				r := rand.New(rand.NewPCG(seed, 3))
				machine := 1 + r.Int64N(12)
				jobs := replaytest.RandomTrace(r, 40, machine)
				slow := c.obvious
				slow.machine, slow.jobs, slow.policy = machine, jobs, slow.policies[0]
				fast, err := c.make(machine, jobs)
				if err != nil {
					t.Fatal(err)
				}
				out, err := replay.Run(context.Background(), jobs, fast)
				if err != nil {
					t.Fatal(err)
				}
				if want := slow.run(); !slices.Equal(out.Starts, want) {
					t.Fatalf("seed %d: starts %v, want %v", seed, out.Starts, want)
				}
				checkOutcome(t, out, machine)
				if p, ok := fast.(*dynp.Scheduler); ok && slow.dynp != nil {
					checkStats(t, p.Stats(), &slow)
				}
			}
		})
	}
}

func checkStats(t *testing.T, got dynp.Stats, slow *obvious) {
	t.Helper()
	switches, started, cases := 0, 0, 0
	for _, n := range got.SwitchesTo {
		switches += n
	}
	for p, n := range got.StartedWith {
		started += n
		if n != slow.startedWith[p] {
			t.Errorf("%d jobs started with %s, want %d", n, p, slow.startedWith[p])
		}
	}
	for _, n := range got.Cases {
		cases += n
	}
	if got.Tries != slow.tries || got.BacklogSum != int64(slow.backlog) || got.Same+switches != got.Tries ||
		started != len(slow.jobs) {
		t.Errorf("counts %+v, want %d tries with %d jobs waiting", got, slow.tries, slow.backlog)
	}
	if cases != 0 && cases != got.Tries {
		t.Errorf("%d cases in %d tries", cases, got.Tries)
	}
}

// TestSteps: every submission that leaves two jobs waiting emits a valid step. The
// plan of a policy is feasible for it.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	jobs := replaytest.RandomTrace(r, 200, 10)
	s := dynP(10, jobs, dynp.Options{})
	count := 0
	s.OnStep = func(index, waiting int, build func() *optgap.Step) error {
		step := build()
		if err := step.Validate(); err != nil {
			return err
		}
		if index != count || step.Index != count || len(step.Jobs) != waiting || waiting < 2 {
			return fmt.Errorf("step %d comes as number %d with %d jobs", step.Index, count, len(step.Jobs))
		}
		count++
		return steptest.Plan(step, heuristics.SJF).Check(step)
	}
	if _, err := replay.Run(context.Background(), jobs, s); err != nil {
		t.Fatal(err)
	}
	if count == 0 {
		t.Error("no step was emitted")
	}
	total := 0
	for _, n := range s.Stats().Cases {
		total += n
	}
	if total != count {
		t.Errorf("the decider ran %d times on %d steps", total, count)
	}
}

func TestUnsortedTraceIsRefused(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 1, Submit: 5}},
		{Job: optgap.Job{ID: 2, Width: 1, Estimate: 1, Submit: 4}}}
	if _, err := replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(1, jobs, heuristics.FCFS)); err == nil {
		t.Error("an unsorted trace is accepted")
	}
}

func ExampleRun() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 1800},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 600, Submit: 10}, RunTime: 600},
	}
	s, err := dynp.New(4, jobs, dynp.Options{})
	if err != nil {
		panic(err)
	}
	out, err := replay.Run(context.Background(), jobs, s)
	if err != nil {
		panic(err)
	}
	fmt.Println(out.Starts) // job 1 ends before its estimate and frees its processors at once
	// Output: [0 1800]
}
