package sweep

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// scheduler makes the scheduler of a setting: that of one machine, or a grid.
func (s Sweep) scheduler(set Setting, jobs []optgap.TraceJob) (heuristics.Scheduler, error) {
	set.Options.Starts = s.Starts
	set.Options.Labels = s.Labels
	if len(s.Sites) == 0 {
		return schedulers.New(set.Scheduler, s.Machine, jobs, set.Options)
	}
	g, err := schedulers.NewGrid(set.Scheduler, s.Sites, jobs, set.Options)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// requests returns the requests for reservations of a setting, shrunk like its jobs.
func (s Sweep) requests(set Setting) []reservation.Request {
	if set.ShrinkingFactor() == 1 || len(s.Jobs) == 0 {
		return s.Reservations
	}
	return shrinkRequests(s.Reservations, s.Jobs[0].Submit, set.ShrinkingFactor())
}

// shrinkRequests multiplies the times from the second first to the submissions by a factor, rounded
// down, as workload.Shrink does with jobs. The time from a submission to the date of the
// reservation stays the same, and so does the duration.
func shrinkRequests(
	requests []reservation.Request,
	first int64,
	factor float64,
) []reservation.Request {
	shrunk := slices.Clone(requests)
	for i := range shrunk {
		r := &shrunk[i]
		submit := first + int64(math.Floor(float64(r.Submit-first)*factor))
		if date, ok := r.When.Date(); ok {
			r.When = reservation.At(date - r.Submit + submit)
		}
		r.Submit = submit
	}
	return shrunk
}

// Site holds the metrics of one site of a grid.
type Site struct {
	Machine              int64 // processors
	*performance.Metrics       // of the jobs that ran on the site, nil if none was measured
}

// MarshalJSON writes the machine and the metrics, if there are any, as one object.
func (s Site) MarshalJSON() ([]byte, error) {
	return record.Join(siteHead{s.Machine}, s.Metrics)
}

// siteHead is what the JSON form of a site has before the metrics.
type siteHead struct {
	Machine int64 `json:"machine"`
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (s *Site) UnmarshalJSON(text []byte) error {
	var form struct {
		siteHead
		*performance.Form
	}
	numbers, err := record.Split(text, &form)
	*s = Site{form.Machine, (*performance.Metrics)(form.Form)}
	switch {
	case err != nil:
	case s.Metrics != nil:
		err = s.ReadNumbers(numbers, false)
	case len(numbers) > 0:
		err = optgap.BadField("classes", "no value", "an array")
	}
	return err
}

// setSites says in the outcome on which site of a grid each job ran.
func (s Sweep) setSites(o *replay.Outcome, scheduler heuristics.Scheduler) {
	g, ok := scheduler.(*dynp.Grid)
	if !ok {
		return
	}
	o.Sites = s.Sites
	o.SiteOf = make([]int32, len(o.Jobs))
	for i := range o.SiteOf {
		o.SiteOf[i] = int32(g.SiteOf(int32(i)))
	}
}

// measureSites measures each site of a grid by itself. A site begins with the first submission of a
// job that was sent to it. A site without a job, or of which trimming leaves nothing, has no
// metrics.
func (s Sweep) measureSites(o *replay.Outcome) (sites []Site) {
	for i, own := range replay.BySite(o) {
		site := Site{Machine: s.Sites[i]}
		// The options are valid, so an error means that there is nothing to measure.
		if m, err := performance.Evaluate(own, s.Sites[i], s.Measure); err == nil {
			site.Metrics = m
		}
		sites = append(sites, site)
	}
	return sites
}
