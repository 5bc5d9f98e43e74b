package multisite_test

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
)

// slow is the multi-site scheduler second by second. For every decision it counts the free
// processors of each site and second anew. It chooses the site of a job by planning the
// jobs of all sites. Each site follows one policy.
type slow struct {
	machines []int64
	policies []string
	jobs     []optgap.TraceJob
	requests []reservation.Request // in order of submission

	starts  []int64 // -1: waits
	sites   []int   // -1: not submitted yet
	answers []reservation.Decision
}

const ahead = 1000 // seconds that are counted

func (o *slow) run() {
	o.starts, o.sites = slices.Repeat([]int64{-1}, len(o.jobs)), slices.Repeat([]int{-1}, len(o.jobs))
	here := 0
	for now := int64(0); slices.Contains(o.starts, -1) || len(o.answers) < len(o.requests); now++ {
		o.start(now)
		for len(o.answers) < len(o.requests) && o.requests[len(o.answers)].Submit == now {
			o.answers = append(o.answers, o.decide(now, o.requests[len(o.answers)]))
			o.start(now)
		}
		for here < len(o.jobs) && o.jobs[here].Submit == now {
			o.sites[here] = o.choose(now, here)
			here++
			o.start(now)
		}
	}
}

// free counts the processors of a site that jobs and reservations leave free, by second.
func (o *slow) free(now int64, site int) []int64 {
	free := slices.Repeat([]int64{o.machines[site]}, ahead)
	for i, j := range o.jobs {
		if start := o.starts[i]; o.sites[i] == site && start >= 0 && start+j.Duration() > now {
			for s := now; s < start+j.Estimate; s++ {
				free[s-now] -= j.Width
			}
		}
	}
	for _, d := range o.answers {
		if d.Refused != reservation.Admitted {
			continue
		}
		width := d.Request.Width
		if d.Request.Parts != nil {
			for _, p := range d.Request.Parts {
				if p.Site == site {
					width = p.Width
				}
			}
		} else if d.Site != site {
			width = 0
		}
		for s := max(now, d.Start); s < d.End(); s++ {
			free[s-now] -= width
		}
	}
	return free
}

// plan returns the planned starts of the jobs that wait on a site, in the order of its
// policy, and of the job extra; extra below 0: none.
func (o *slow) plan(now int64, site, extra int) map[int]int64 {
	var waiting []int
	for i := range o.jobs {
		if o.sites[i] == site && o.starts[i] < 0 || i == extra {
			waiting = append(waiting, i)
		}
	}
	slices.SortFunc(waiting, func(a, b int) int {
		x, y := o.jobs[a], o.jobs[b]
		c := 0
		switch o.policies[site] {
		case "SJF":
			c = cmp.Compare(x.Estimate, y.Estimate)
		case "LJF":
			c = cmp.Compare(y.Estimate, x.Estimate)
		}
		return cmp.Or(c, cmp.Compare(x.Submit, y.Submit), cmp.Compare(x.ID, y.ID))
	})
	free := o.free(now, site)
	starts := map[int]int64{}
	for _, i := range waiting {
		j := o.jobs[i]
		s := int64(0)
		for slices.Min(free[s:s+j.Estimate]) < j.Width {
			s++
		}
		for u := s; u < s+j.Estimate; u++ {
			free[u] -= j.Width
		}
		starts[i] = now + s
	}
	return starts
}

// choose returns the first site whose plan ends the job first.
func (o *slow) choose(now int64, job int) int {
	best, first := -1, int64(optgap.Never)
	for site, m := range o.machines {
		if o.jobs[job].Width > m {
			continue
		}
		if end := o.plan(now, site, job)[job] + o.jobs[job].Estimate; end < first {
			best, first = site, end
		}
	}
	return best
}

func (o *slow) start(now int64) {
	for again := true; again; {
		again = false
		for site := range o.machines {
			for i, s := range o.plan(now, site, -1) {
				if s == now {
					o.starts[i] = now
					again = again || o.jobs[i].Duration() == 0
				}
			}
		}
	}
}

// decide tries one start after the other.
func (o *slow) decide(now int64, q reservation.Request) reservation.Decision {
	free := make([][]int64, len(o.machines))
	for site := range free {
		free[site] = o.free(now, site)
	}
	choices := [][]reservation.Part{q.Parts}
	if q.Parts == nil {
		choices = nil
		for site := range o.machines {
			choices = append(choices, []reservation.Part{{Site: site, Width: q.Width}})
		}
	}
	choices = slices.DeleteFunc(choices, func(parts []reservation.Part) bool {
		return slices.ContainsFunc(parts, func(p reservation.Part) bool { return p.Width > o.machines[p.Site] })
	})
	d := reservation.Decision{Request: q, Refused: reservation.TooWide}
	if len(choices) == 0 {
		return d
	}
	from, dated := q.When.Date()
	if !dated {
		from = now
	}
	for s := from; s < now+ahead-q.Duration; s++ {
		tooWide := func(p reservation.Part) bool {
			return slices.Min(free[p.Site][s-now:s-now+q.Duration]) < p.Width
		}
		for _, parts := range choices {
			if !slices.ContainsFunc(parts, tooWide) {
				d.Start, d.Refused = s, reservation.Admitted
				if q.Parts == nil {
					d.Site = parts[0].Site
				}
				return d
			}
		}
		if dated {
			d.Refused = reservation.BusyThen
			return d
		}
		if q.When == reservation.Now {
			d.Refused = reservation.BusyNow
			return d
		}
	}
	panic("no start within the seconds that are counted")
}

// policyOf returns a policy by name.
func policyOf(name string) heuristics.Policy {
	p, err := heuristics.PolicyByName(name)
	if err != nil {
		panic(err)
	}
	return p
}
