package multisite_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/multisite"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// probing is a grid that checks each submission: the job goes to a site with the earliest
// probed start, and probing twice gives the same start.
type probing struct {
	*multisite.Grid
	t     *testing.T
	sites int
}

func (p *probing) Submit(now int64, job int32) error {
	var probes []int64
	for i := range p.sites {
		s := p.Scheduler(i)
		probes = append(probes, s.Probe(now, job))
		if again := s.Probe(now, job); again != probes[i] {
			p.t.Fatalf("job at index %d: probes of site %d differ, %d and %d", job, i, probes[i], again)
		}
	}
	err := p.Grid.Submit(now, job)
	if chosen := probes[p.SiteOf(job)]; chosen != slices.Min(probes) || chosen == optgap.Never {
		p.t.Fatalf("job at index %d: sent to site %d, planned starts are %v", job, p.SiteOf(job), probes)
	}
	return err
}

// TestEarliestEnd: under dynP and every reading, each job goes to the site whose
// plan ends it first; no site uses more than it has, and parts of a reservation
// start together.
func TestEarliestEnd(t *testing.T) {
	for _, r := range steptest.Sources(60, 42) {
		machines := make([]int64, 1+r.IntN(4))
		for i := range machines {
			machines[i] = 1 + r.Int64N(10)
		}
		jobs := slowreplay.Trace(r, 60, slices.Max(machines))
		requests := slowreplay.Requests(r, r.IntN(30), jobs, machines...)
		for _, reading := range dynp.Replans() {
			newSite := func(machine int64) (*dynp.Scheduler, error) {
				return dynp.New(machine, jobs, dynp.Options{Replan: reading})
			}
			g := must.Get(multisite.New(machines, jobs, newSite))
			starts, decisions := must.Two(slowreplay.RunReserved(jobs, requests, &probing{g, t, len(machines)}))
			must.Do(slowreplay.Check(machines, jobs, starts, g.SiteOf, decisions))
		}
	}
}

func TestBadOptions(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 5, Estimate: 1}}}
	newSite := func(machine int64) (*dynp.Scheduler, error) { return dynp.New(machine, jobs, dynp.Options{}) }
	for _, machines := range [][]int64{nil, {5, 0}, {4}} {
		_, err := multisite.New(machines, jobs, newSite)
		if must.Field(err) == "" {
			t.Errorf("%v: error %v, want a field error", machines, err)
		}
	}
	if _, err := multisite.New([]int64{4, 5}, jobs, newSite); err != nil {
		t.Error(err)
	}
}
