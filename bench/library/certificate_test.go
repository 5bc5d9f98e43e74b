package library

import (
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// TestCertificatesOfSearch: where a limit ends the search, its certificate proves the bound that it states, by its
// forest and chain where it has them.
func TestCertificatesOfSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	t.Parallel()
	ended := []int{1923, 1980} // steps of 22 jobs
	steps, forests, chains := 0, 0, 0
	for e := range whole().Entries {
		if e.Set.Name != "even" || e.Objective != optgap.ObjectiveARTwW ||
			!slices.Contains(ended, e.Step.Index) {
			continue
		}
		steps++
		sol := must.Get(exact.Solve(t.Context(), must.Get(grid.Open(e.Step)), exact.Options{WorkLimit: 3e8, Certify: true}))
		c := sol.Certificate
		r := record.Result{Trace: e.Step.Trace, Index: e.Step.Index, Bounds: map[optgap.BoundName]int64{"lagrange": c.Bound},
			Certificates: map[optgap.BoundName]optgap.Certificate{"lagrange": *c}}
		report := must.Get(verify.Results(harness.Each([]record.Result{r}), harness.Each([]optgap.Step{*e.Step}),
			verify.Options{OptimumJobs: -1}))
		must.Equal(t, report.Bounds[record.ProofCertificate], 1, "step", e.Step.Index, "certificate of", c.Bound, report.Faults)
		if c.Forest != nil {
			forests++
		}
		if c.Chain != nil {
			chains++
		}
	}
	if steps < len(ended) || forests == 0 || chains == 0 {
		t.Errorf("%d steps, of which %d have a forest and %d a chain, expected some of both", steps, forests, chains)
	}
}
