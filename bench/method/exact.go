package method

import (
	"context"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/exact"
)

// Exact searches for the optimum at one second and proves it.
var Exact = Method{
	Name:  "exact",
	About: "a search that proves the one-second optimum",
	Find:  search,

	TimeLimit: func(o Options) time.Duration { return o.Exact.TimeLimit },
}

func search(ctx context.Context, p *Problem, o Options) (*Answer, error) {
	o.Exact.Report = func(sol exact.Solution) { p.Report(searched(p, o, &sol)) }
	sol, err := exact.Solve(ctx, p.Step, o.Exact)
	if err != nil {
		return nil, err
	}
	return searched(p, o, sol), nil
}

// searched returns the answer that a solution of the search is.
func searched(p *Problem, o Options, sol *exact.Solution) *Answer {
	lagrange := Bound{Name: optgap.BoundLagrange, Value: sol.Root, RestsOn: record.ProofSearch}
	if c := sol.Certificate; c != nil {
		lagrange.Certificate = searchCertificate(p.Step, c, sol.Root)
	}
	return &Answer{
		Schedule: sol.Schedule, Status: sol.Status, EndedBy: sol.EndedBy, Scope: optgap.ScopeSecond,
		Bounds: []Bound{{Name: optgap.BoundExact, Value: sol.Bound, RestsOn: record.ProofSearch}, lagrange},
		Nodes:  &sol.Nodes, Seed: o.Exact.Seed, Seconds: sol.Seconds,
	}
}
