package report_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/heuristics/must"
)

// The answer is one sentence, and one on what is proven. Each number follows from the objectives: 1 - 1000/1250 = 20 %.
func TestAnswer(t *testing.T) {
	proven := func(index int, method string, objective int64) record.Result {
		r := *lossResult(5, objective, 1000)
		r.Index, r.Method, r.Status, r.Scope = index, method, optgap.StatusOptimal, optgap.ScopeSecond
		r.Bounds = map[optgap.BoundName]int64{"exact": 1000}
		return r
	}
	program := proven(0, "ilp", 1030)
	program.Scope, program.TimeScale, program.Bound = optgap.ScopeGrid, 60, 0
	unbound := *lossResult(5, 1100, 0)
	unbound.Index, unbound.Method = 1, "policies"
	five := proven(0, "exact", 1000)
	five.PolicyList = []string{"fcfs", "sjf", "ljf", "easy"}
	five.Policies["easy"] = record.Policy{Objective: 2500}
	own := proven(0, "exact", 1000)
	own.PolicyList = []string{"mine", "easy"}
	own.Policies = map[string]record.Policy{"mine": {Objective: 1000}, "easy": {Objective: 2500}}
	const whole = "The optimum at one second is proven on 1 of 1 step."
	for want, c := range map[string]struct {
		results []record.Result
		asked   report.Asked
	}{
		"On 1 step, the best of FCFS, SJF and LJF (dynP) loses 20.00 % of ARTwW against the optimum on average; " +
			"SJF 20.00 %, LJF 37.50 %, FCFS 50.00 %. " + whole: {results: []record.Result{proven(0, "exact", 1000)}},
		"On 1 of 9 steps of shard 2/3, the best of FCFS, SJF and LJF (dynP) loses 20.00 % of ARTwW against the optimum " +
			"on average; SJF 20.00 %, LJF 37.50 %, FCFS 50.00 %; the integer program at its time scale is 3.00 % above " +
			"the best schedule. " + whole: {
			[]record.Result{program, proven(0, "exact", 1000)}, report.Asked{Steps: 9, Shard: "2/3"},
		},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. " + whole +
			" 1 of 2 steps is left out: 1 with no lower bound.": {results: []record.Result{five, unbound}},
		"On 1 step, mine loses 0.00 % of ARTwW against the optimum on average, EASY 60.00 %; EASY loses 60.00 points more " +
			"than mine, the best of the others. " + whole: {results: []record.Result{own}},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. The steps came about under dynP-advanced; --drive easy takes those of EASY itself. " +
			whole + " 1 of 2 steps is left out: 1 with no lower bound.": {
			[]record.Result{five, unbound}, report.Asked{Drive: "dynp-advanced", OwnBy: "--drive easy"},
		},
		"On 1 of 2 steps, EASY loses 60.00 % of ARTwW against the optimum on average; EASY loses 40.00 points more than " +
			"SJF, the best of the others. The steps came about under EASY itself. " +
			whole + " 1 of 2 steps is left out: 1 with no lower bound.": {
			[]record.Result{five, unbound}, report.Asked{Drive: "easy"},
		},
		"How much the policies lose against the optimum is not known. 1 of 1 step is left out: 1 with no lower bound. " +
			"A study with the method exact has lower bounds.": {results: []record.Result{unbound}},
	} {
		must.Equal(t, study(t, c.results, report.StudyOptions{Asked: c.asked}).Answer(), want)
	}
}
