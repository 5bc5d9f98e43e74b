package multisite_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/multisite"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

func randomJobs(r *rand.Rand, n int, widest int64) []optgap.TraceJob {
	jobs := make([]optgap.TraceJob, n)
	submit := int64(0)
	for i, id := range r.Perm(n) {
		submit += r.Int64N(5)
		jobs[i] = optgap.TraceJob{
			Job:     optgap.Job{ID: int64(id), Width: 1 + r.Int64N(widest), Estimate: 1 + r.Int64N(20), Submit: submit},
			RunTime: r.Int64N(25),
		}
	}
	return jobs
}

func randomRequests(r *rand.Rand, n int, last int64, machines []int64) []reservation.Request {
	requests := make([]reservation.Request, n)
	for i := range requests {
		q := reservation.Request{ID: int64(i), Duration: 1 + r.Int64N(25), Submit: r.Int64N(last)}
		switch r.IntN(3) {
		case 1:
			q.When = reservation.ASAP
		case 2:
			q.When = reservation.At(q.Submit + r.Int64N(50))
		}
		if r.IntN(2) == 0 {
			q.Width = 1 + r.Int64N(slices.Max(machines)+1)
		} else {
			for _, site := range r.Perm(len(machines))[:1+r.IntN(len(machines))] {
				q.Parts = append(q.Parts, reservation.Part{Site: site, Width: 1 + r.Int64N(machines[site])})
			}
		}
		requests[i] = q
	}
	slices.SortStableFunc(requests, func(a, b reservation.Request) int { return cmp.Compare(a.Submit, b.Submit) })
	return requests
}

func randomMachines(r *rand.Rand) []int64 {
	machines := make([]int64, 1+r.IntN(4))
	for i := range machines {
		machines[i] = 1 + r.Int64N(10)
	}
	return machines
}

// TestOneSite: a grid of one site is the scheduler of that machine, under every
// reading of when it plans, reservations included.
func TestOneSite(t *testing.T) {
	for seed, r := range steptest.Sources(60, 41) {
		machines := []int64{1 + r.Int64N(12)}
		jobs := randomJobs(r, 60, machines[0])
		requests := randomRequests(r, r.IntN(30), jobs[len(jobs)-1].Submit+20, machines)
		for _, reading := range dynp.Replans() {
			single := func() *dynp.Scheduler {
				return must.Get(dynp.New(machines[0], jobs, dynp.Options{Replan: reading}))
			}
			newSite := func(int, int64, []optgap.TraceJob) (*dynp.Scheduler, error) { return single(), nil }
			g := must.Get(multisite.New(jobs, multisite.Options{Machines: machines, New: newSite}))
			got, decisions := must.Two(slowreplay.RunReserved(jobs, requests, g))
			want, wantDecisions := must.Two(slowreplay.RunReserved(jobs, requests, single()))
			if !slices.Equal(got, want) || !slices.EqualFunc(decisions, wantDecisions, func(a, b reservation.Decision) bool {
				return a.Start == b.Start && a.Refused == b.Refused && a.Request.ID == b.Request.ID
			}) {
				t.Fatalf("seed %d, %s: starts %v, want %v", seed, reading, got, want)
			}
		}
	}
}

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
		machines := randomMachines(r)
		jobs := randomJobs(r, 60, slices.Max(machines))
		requests := randomRequests(r, r.IntN(30), jobs[len(jobs)-1].Submit+20, machines)
		for _, reading := range dynp.Replans() {
			newSite := func(_ int, machine int64, jobs []optgap.TraceJob) (*dynp.Scheduler, error) {
				return dynp.New(machine, jobs, dynp.Options{Replan: reading})
			}
			g := must.Get(multisite.New(jobs, multisite.Options{Machines: machines, New: newSite}))
			starts, decisions := must.Two(slowreplay.RunReserved(jobs, requests, &probing{g, t, len(machines)}))
			for site, machine := range machines {
				checkSite(t, g, site, machine, jobs, starts, decisions)
			}
		}
	}
}

// checkSite checks that the jobs and reservations of a site fit its machine.
func checkSite(
	t *testing.T, g *multisite.Grid, site int, machine int64,
	jobs []optgap.TraceJob, starts []int64, decisions []reservation.Decision,
) {
	t.Helper()
	busy := map[int64]int64{}
	for i, j := range jobs {
		if g.SiteOf(int32(i)) != site {
			continue
		}
		if starts[i] < j.Submit {
			t.Fatalf("job %d starts before its submission", j.ID)
		}
		for s := starts[i]; s < starts[i]+j.Duration(); s++ {
			busy[s] += j.Width
		}
	}
	for _, d := range decisions {
		for _, p := range d.Parts() {
			for s := d.Start; p.Site == site && s < d.End(); s++ {
				busy[s] += p.Width
			}
		}
	}
	for s, b := range busy {
		if b > machine {
			t.Fatalf("second %d: %d of %d processors in use", s, b, machine)
		}
	}
}

func TestBadOptions(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 5, Estimate: 1}}}
	for _, o := range []multisite.Options{
		{}, {Machines: []int64{5, 0}}, {Machines: []int64{4}},
	} {
		_, err := multisite.New(jobs, o)
		if must.Field(err) == "" {
			t.Errorf("%+v: error %v, want a field error", o, err)
		}
	}
	if _, err := multisite.New(jobs, multisite.Options{Machines: []int64{4, 5}}); err != nil {
		t.Error(err)
	}
}
