package replay_test

import (
	"context"
	"testing"

	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// Each switch of dynP is in the outcome, in order of time. A single policy has none.
func TestActivePolicies(t *testing.T) {
	jobs, machine := replaytest.KTHJobs(400)
	s := must.Get(dynp.New(machine, jobs, dynp.Options{}))
	active := must.Get(replay.Run(context.Background(), jobs, s)).Active
	switches := 0
	for _, n := range s.Stats().SwitchesTo {
		switches += n
	}
	if switches == 0 || len(active) != 1+switches {
		t.Fatalf("found %d activations, expected the first policy and %d switches", len(active), switches)
	}
	for i, a := range active[1:] {
		if a.Time < active[i].Time || a.Policy == active[i].Policy {
			t.Errorf("found %+v after %+v", a, active[i])
		}
	}
	alone := must.Get(replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(machine, jobs, heuristics.SJF)))
	if alone.Active != nil {
		t.Errorf("found %+v of SJF", alone.Active)
	}
}
