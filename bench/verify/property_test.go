package verify_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestValidResultsPass shows that no result whose values another planner and
// another enumeration found has a fault.
func TestValidResultsPass(t *testing.T) {
	for seed, r := range steptest.Sources(100, 14) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, MaxMachine: 9, MaxEstimate: 12, Dips: seed%2 == 0})
		own := result(&s, optgap.StatusFeasible, trivial(&s, r.Perm(len(s.Jobs)), 1), nil)
		for _, res := range []record.Result{
			own, secondResult(&s), gridResult(&s, 1+r.Int64N(9)), limitResult(&s), errorResult(&s),
		} {
			rep := must.Get(verify.Results(one(res), one(s), verify.Options{}))
			if len(rep.Faults) > 0 || rep.Results != 1 || rep.Steps != 1 || rep.Unanswered != 0 || rep.Checks < 20 {
				t.Fatalf("seed %d: %+v\nstep %+v\nresult %+v", seed, rep, s, res)
			}
		}
	}
}
