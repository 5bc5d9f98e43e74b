package record_test

import (
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// One processor and jobs of 10 and 2 seconds: SJF takes 2 + 12 = 14, FCFS and the schedule of the method 10 + 12 = 22.
// By Eq. 7 of Grothklags and Streit the quality is 22/14. The best policy loses (1 - 22/14) * 100 % against the
// schedule. A bound of 12 leaves a gap of (22 - 12) / 22. Power is quality over seconds.
func TestDerive(t *testing.T) {
	step := &optgap.Step{Machine: 1, History: optgap.History{{Free: 1}}, Jobs: []optgap.Job{
		{ID: 1, Width: 1, Estimate: 10}, {ID: 2, Width: 1, Estimate: 2},
	}}
	result := func(method string, status optgap.Status) record.Result {
		r := record.Result{
			Method: method, Status: status, EndedBy: optgap.EndedFinished, SolveSeconds: 0.5,
			Bounds: map[optgap.BoundName]int64{"exact": 12, "lp": 11},
			Policies: map[string]record.Policy{
				"SJF": {Objective: 14, PlanSeconds: 0.1}, "FCFS": {Objective: 22, PlanSeconds: 0.2},
			},
		}
		r.Derive(step, optgap.Schedule{0, 10})
		return r
	}
	same := func(what string, found, expected float64) {
		t.Helper()
		must.Hold(t, math.Abs(found-expected) <= 1e-12*math.Abs(expected),
			what, "found", found, "expected", expected)
	}
	own := result("exact", optgap.StatusFeasible)
	same("objective", float64(own.Objective), 22)
	same("artww", own.ARTwW, 22.0/2)
	same("sldwa", own.SLDwA, 22.0/12)
	same("quality", own.Quality.ARTwW, 22.0/14)
	same("loss_percent", *own.LossPercent, (1-22.0/14)*100)
	same("power", own.Power, 1/0.5)
	same("gap", *own.Gap, 10.0/22)
	same("ratio_to_bound", own.RatioToBound, 22.0/12)
	same("policies.SJF.power", own.Policies["SJF"].Power, 22.0/14/0.1)
	same("policies.FCFS.power", own.Policies["FCFS"].Power, 1/0.2)

	given := result(record.Given, optgap.StatusFeasible) // against the best known schedule, that of SJF
	same("quality of given", given.Quality.ARTwW, 14.0/22)
	same("loss of given", *given.LossPercent, (1-14.0/22)*100)
	same("loss of FCFS", *given.Policies["FCFS"].LossPercent, (1-14.0/22)*100)
	same("power of given", given.Power, 14.0/22/0.5)

	if r := result("exact", optgap.StatusLimit); r.Quality != nil || r.LossPercent != nil || r.Power != 0 || r.Gap == nil {
		t.Errorf("found %+v, expected no quality of a schedule that stands in", r)
	}
}

// The name of the average and its unit stand beside the value.
func TestMinimised(t *testing.T) {
	step := &optgap.Step{Machine: 4, History: optgap.History{{Free: 4}}, Jobs: []optgap.Job{{Width: 2, Estimate: 100}}}
	check := func(o optgap.Objective, objective int64, want string) {
		must.Equal(t, record.Minimised(must.Get(o.Of(step)), objective), want, o)
	}
	check(optgap.ObjectiveARTwW, 2469, "ARTwW 1,234.5 s")
	check(optgap.ObjectiveART, 1234, "ART 1,234.0 s")
	check(optgap.ObjectiveSLD, 250, "SLD 2.5000") // weight 1 for 100 s
}

// TestPrimalIntegral: nothing is known for 2 s, then 20 against a least of 10 for 3 s, and 10 for the rest:
// 2 * 1 + 3 * 1/2. What comes after the end counts for nothing.
func TestPrimalIntegral(t *testing.T) {
	known := []record.Progress{
		{Seconds: 1, Bound: 5}, {Seconds: 2, Objective: 20, Bound: 5}, {Seconds: 5, Objective: 10}, {Seconds: 6, Bound: 10},
	}
	known[3].Objective = 10
	for until, want := range map[float64]float64{0: 0, 1.5: 1.5, 2: 2, 4: 3, 5: 3.5, 100: 3.5} {
		must.Equal(t, record.PrimalIntegral(known, 10, until), want, "until", until, "s")
	}
}
