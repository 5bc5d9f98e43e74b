package verify_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// bracketResult is an optimum enclosed on grids of 7 and 1 s.
func bracketResult(s *optgap.Step) record.Result {
	r := secondResult(s)
	delete(r.Bounds, "exact")
	r.Bounds["ilp"] = r.Objective
	r.Method, r.Formulation, r.TimeScale, r.Horizon = "ilp", "step", 1, "safe"
	r.GridObjective, r.GridBound = r.Objective, r.Objective
	r.Bracket = []record.Ends{
		{TimeScale: 7, Lower: r.Objective - 20, Upper: r.Objective + 5, SolveSeconds: 0.5},
		{TimeScale: 1, Lower: r.Objective, Upper: r.Objective, SolveSeconds: 1.5},
	}
	return r
}

// TestFaultsInBracket plants faults in the ends that enclose an optimum.
func TestFaultsInBracket(t *testing.T) {
	find(t, bracketResult, verify.Options{}, []damage{
		{"a lower end above the optimum", func(r *record.Result) {
			r.Bracket[0].Lower = r.Objective + 1
		}, []string{"bracket[0].lower", "bracket[1].lower"}},
		{"an upper end below the optimum", func(r *record.Result) {
			r.Bracket[0].Upper = r.Objective - 1
		}, []string{"bracket[0].upper", "bracket[1].upper"}},
		{"ends that cross", func(r *record.Result) {
			r.Bracket[0].Lower, r.Bracket[0].Upper = r.Objective, r.Objective-1
		}, []string{"bracket[0].lower", "bracket[0].upper", "bracket[1].upper"}},
		{"a coarser grid after a finer one", func(r *record.Result) {
			r.Bracket[0].TimeScale = 1
		}, []string{"bracket[1].time_scale"}},
		{"no scale", func(r *record.Result) {
			r.Bracket[0].TimeScale = 0
		}, []string{"bracket[0].time_scale", "bracket[1].time_scale"}},
		{"another bound than the lower end", func(r *record.Result) { r.Bracket[1].Lower-- }, []string{"bounds.ilp"}},
		{"another objective than the upper end", func(r *record.Result) { r.Bracket[1].Upper++ }, []string{"bracket"}},
		{"no bound", func(r *record.Result) {
			r.Bounds["lp"] = r.Bounds["ilp"]
			delete(r.Bounds, "ilp")
		}, []string{"bounds.ilp"}},
		{"a last grid that was not solved", func(r *record.Result) {
			r.Bracket = r.Bracket[:1]
		}, []string{"bounds.ilp", "bracket", "time_scale"}},
		{"a grid more", func(r *record.Result) {
			r.Bracket = append([]record.Ends{{TimeScale: 14, Lower: 1, Upper: r.Objective + 9}}, r.Bracket...)
		}, nil},
	})
}
