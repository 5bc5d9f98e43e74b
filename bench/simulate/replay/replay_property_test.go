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
