package replay

import (
	"fmt"

	"github.com/optgap/optgap"
)

// BySite splits the outcome of a multi-site replay into one outcome for each site.
// siteOf tells the site, from 0, of the job with an index. The jobs of a site stay
// in order. A reservation with parts appears on each of its sites with the width
// that it has there. A refused one belongs to no site and is left out. The outcome
// of a site without jobs has no metrics.
func BySite(o *Outcome, sites int, siteOf func(job int32) int) []*Outcome {
	split := make([]*Outcome, sites)
	for i := range split {
		split[i] = &Outcome{}
	}
	for i, j := range o.Jobs {
		s := split[siteOf(int32(i))]
		s.Jobs = append(s.Jobs, j)
		s.Starts = append(s.Starts, o.Starts[i])
	}
	for _, d := range o.Reservations {
		for _, p := range d.Parts() {
			own := d
			own.Site, own.Request.Width, own.Request.Parts = p.Site, p.Width, nil
			split[p.Site].Reservations = append(split[p.Site].Reservations, own)
		}
	}
	return split
}

// SiteMetrics are the main metrics of a multi-site replay.
type SiteMetrics struct {
	Overall Metrics    // of all jobs, on the processors of all sites together
	Sites   []*Metrics // of the jobs of each site, on its processors; nil for a site without jobs
}

// MeasureSites returns the main metrics of a multi-site replay with at least one
// job, overall and by site. machines are the processors of the sites. A site's
// times count from the first submission of a job that was sent to it.
func MeasureSites(o *Outcome, machines []int64, siteOf func(job int32) int) (SiteMetrics, error) {
	if len(o.Jobs) == 0 {
		return SiteMetrics{}, &optgap.FieldError{Field: "jobs", Found: fmt.Sprint(0), Expected: "at least 1"}
	}
	total := int64(0)
	for _, m := range machines {
		total += m
	}
	m := SiteMetrics{Overall: Measure(o, total)}
	for i, site := range BySite(o, len(machines), siteOf) {
		var own *Metrics
		if len(site.Jobs) > 0 {
			measured := Measure(site, machines[i])
			own = &measured
		}
		m.Sites = append(m.Sites, own)
	}
	return m, nil
}
