package replay_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// TestPromisesAreKept: under ReplanPromise no job starts later than the second
// that was planned at its submission, whatever is submitted, ends early or
// switches the policy later.
func TestPromisesAreKept(t *testing.T) {
	early := 0
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 22))
		machine := 1 + r.Int64N(12)
		jobs := slowreplay.Trace(r, 60, machine)
		s := &promising{Scheduler: must.Get(dynp.New(machine, jobs, dynp.Options{Replan: dynp.ReplanPromise})),
			promised: make([]int64, len(jobs))}
		for i, start := range runs(jobs, s) {
			if start > s.promised[i] {
				t.Fatalf("seed %d: job %d starts at %d, promised %d", seed, i, start, s.promised[i])
			}
			if start < s.promised[i] {
				early++
			}
		}
	}
	if early == 0 {
		t.Error("no job ever starts before its promise")
	}
}

// promising notes what is planned for a job at its submission.
type promising struct {
	*dynp.Scheduler
	promised []int64
}

func (s *promising) Submit(now int64, job int32) error {
	s.promised[job] = s.Probe(now, job)
	return s.Scheduler.Submit(now, job)
}

func runs(jobs []optgap.TraceJob, s heuristics.Scheduler) []int64 {
	out := must.Get(replay.Run(context.Background(), jobs, s))
	return out.Starts
}

// TestEventsAllocateNothing: a trace that is replayed twice in a row allocates
// hardly more than once, under every reading.
func TestEventsAllocateNothing(t *testing.T) {
	const n, machine = 2000, 10
	once := slowreplay.Trace(rand.New(rand.NewPCG(23, 1)), n, machine)
	for i := range once {
		once[i].Submit *= 2 // to a queue that does not grow
	}
	twice := slices.Concat(once, once)
	for i := range twice[n:] {
		j := &twice[n+i]
		j.ID += n
		j.Submit += once[n-1].Submit + 1_000_000
	}
	for _, r := range dynp.Replans() {
		allocations := func(jobs []optgap.TraceJob) float64 {
			return testing.AllocsPerRun(1, func() { runs(jobs, must.Get(dynp.New(machine, jobs, dynp.Options{Replan: r}))) })
		}
		if more := allocations(twice) - allocations(once); more > 5 {
			t.Errorf("%s: %g allocations in the second half of %d events", r, more, 4*n)
		}
	}
}
