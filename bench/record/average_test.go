package record_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// The name of the average and its unit stand beside the value.
func TestMinimised(t *testing.T) {
	step := &optgap.Step{Machine: 4, History: optgap.History{{Free: 4}}, Jobs: []optgap.Job{{Width: 2, Estimate: 100}}}
	check := func(o optgap.Objective, objective int64, want string) {
		if found := record.Minimised(must.Get(o.Of(step)), objective); found != want {
			t.Errorf("%q: found %q, expected %q", o, found, want)
		}
	}
	check(optgap.ObjectiveARTwW, 2469, "ARTwW 1,234.5 s")
	check(optgap.ObjectiveART, 1234, "ART 1,234.0 s")
	check(optgap.ObjectiveSLD, 250, "SLD 2.5000") // weight 1 for 100 s
}
