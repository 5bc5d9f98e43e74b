package report_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/must"
)

// TestOnTheTrace: a policy that loses less on steps and is worse on the trace is named with those that it only seems to
// beat; one that is better on both is not.
func TestOnTheTrace(t *testing.T) {
	result := record.Result{
		Index: 1, Jobs: 3, Method: "exact", Status: optgap.StatusOptimal, Objective: 100, Bound: 100,
		PolicyList: []string{"FCFS", "SJF", "easy", "mine"},
		Policies: map[string]record.Policy{
			"FCFS": {Objective: 150}, "SJF": {Objective: 110}, "easy": {Objective: 140}, "mine": {Objective: 120},
		},
	}
	r := must.Get(report.Study([]record.Result{result}, report.StudyOptions{}))
	said := func(mine float64) string {
		metrics := func(artww float64) performance.Metrics {
			return performance.Metrics{Numbers: map[string]float64{"artww": artww}}
		}
		return r.OnTheTrace([]string{"fcfs", "sjf", "easy", "mine"},
			[]performance.Metrics{metrics(60), metrics(40), metrics(55), metrics(mine)})
	}
	const both = "mine loses less than FCFS and EASY on these steps, and has a larger ARTwW on the whole trace."
	if why := said(70); !strings.HasPrefix(why, both) {
		t.Errorf("found %q", why)
	}
	if why := said(57); !strings.HasPrefix(why, "mine loses less than EASY on these steps") {
		t.Errorf("found %q", why)
	}
	if why := said(45); why != "" {
		t.Errorf("found %q, expected nothing", why)
	}
}
