package dynp

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Grid is a scheduler over several machines, the sites, each with a planning scheduler
// of its own (the multi-site scheduler of MuPSSiE, Streit 2002, section 5):
//
//	job     -> Probe on every site it fits -> the site where it would finish first
//	request -> reservation.Admit over all sites -> one site, or parts at a common time
//
// A replay drives it like the scheduler of one machine. Jobs are known by their index in
// the trace, whichever site they are on.
//
// The sites are space-shared machines without communication between them. A job
// runs on one site as a whole. Neither the job nor its data take time to get there.
// The processors of all sites are equally fast.
//
// A job that is submitted to the grid is planned on every site that is wide enough,
// as that site's scheduler would plan it: under its active policy, beside its
// running and waiting jobs and its reservations. The job is submitted to the site
// whose plan ends it first by the estimate (ties: the first site) and stays there.
// The decision of a self-tuning site follows the submission, so it does not
// influence the choice.
//
// A reservation on one site goes where it can start first (ties: the first site). A
// request with parts names several sites and a width for each. It is admitted at
// the earliest common start, or refused. The sites' policies have no influence on
// it.
//
// A grid of one site starts the same jobs as the scheduler of that machine.
type Grid struct {
	sites  []*Scheduler
	siteOf []int32 // by job: its site; 0 before it is submitted
}

// NewGrid returns a grid without jobs. machines are the processors of its sites, which count from
// 0. newSite makes the scheduler of a site for the jobs of the whole trace. No sites, one without
// processors, and jobs that no site has room for are errors of type *optgap.FieldError.
func NewGrid(
	machines []int64, jobs []optgap.TraceJob, newSite func(machine int64) (*Scheduler, error),
) (*Grid, error) {
	if len(machines) == 0 {
		return nil, optgap.BadField("sites", "none", "at least one")
	}
	widest := int64(0)
	for i, m := range machines {
		if m < 1 {
			return nil, optgap.BadField(fmt.Sprintf("sites[%d]", i), m, "at least 1 processor")
		}
		widest = max(widest, m)
	}
	for _, j := range jobs {
		if j.Width > widest {
			return nil, optgap.BadField(fmt.Sprintf("width of job %d", j.ID), j.Width,
				fmt.Sprintf("at most %d, the widest site", widest))
		}
	}
	g := &Grid{siteOf: make([]int32, len(jobs))}
	for i, machine := range machines {
		s, err := newSite(machine)
		if err != nil {
			return nil, fmt.Errorf("site %d: %w", i, err)
		}
		g.sites = append(g.sites, s)
	}
	return g, nil
}

// SiteOf returns the site of a submitted job.
func (g *Grid) SiteOf(job int32) int { return int(g.siteOf[job]) }

// Scheduler returns the scheduler of a site, for its counts.
func (g *Grid) Scheduler(site int) *Scheduler { return g.sites[site] }

// Submit sends a job that arrives now to the site where it would finish first.
func (g *Grid) Submit(now int64, job int32) error {
	site := g.choose(now, job)
	g.siteOf[job] = int32(site)
	return g.sites[site].Submit(now, job)
}

// choose returns the site for a job.
func (g *Grid) choose(now int64, job int32) int {
	best := 0
	earliest := int64(optgap.Never)
	for i, s := range g.sites {
		// The estimate is the same everywhere: first to start is first to finish.
		start := s.Probe(now, job)
		if start < earliest {
			best = i
			earliest = start
		}
	}
	return best
}

// End tells that a running job has ended.
func (g *Grid) End(job int32) { g.sites[g.siteOf[job]].End(job) }

// Start appends to dst the jobs that start now, site by site.
func (g *Grid) Start(now int64, dst []int32) []int32 {
	for _, s := range g.sites {
		dst = s.Start(now, dst)
	}
	return dst
}

// NextEvent returns the next second after now at which a reservation ends.
func (g *Grid) NextEvent(now int64) (second int64, ok bool) {
	second = optgap.Never
	for _, s := range g.sites {
		if next, waits := s.NextEvent(now); waits {
			second = min(second, next)
		}
	}
	return second, second != optgap.Never
}

// Reserve decides on a request that is submitted now: see reservation.Admit.
func (g *Grid) Reserve(now int64, r reservation.Request) reservation.Decision {
	var sites []reservation.Site
	for _, s := range g.sites {
		sites = append(sites, s.Site(now))
	}
	return reservation.Admit(sites, r)
}

// Stats returns the counts of all sites' schedulers together.
func (g *Grid) Stats() Stats {
	var total Stats
	for _, site := range g.sites {
		s := site.Stats()
		total.Tries += s.Tries
		total.Same += s.Same
		total.Backlog += site.stats.Backlog
		total.StartedWith = sum(total.StartedWith, s.StartedWith)
		total.SwitchesTo = sum(total.SwitchesTo, s.SwitchesTo)
		total.Cases = sum(total.Cases, s.Cases)
	}
	total.Backlog /= float64(max(total.Tries, 1))
	return total
}

// sum adds counts to a total, which may be nil.
func sum[K comparable](total, counts map[K]int) map[K]int {
	if total == nil {
		return counts
	}
	for k, n := range counts {
		total[k] += n
	}
	return total
}
