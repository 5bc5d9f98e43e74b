package performance

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
)

// SiteMetrics are the main metrics of a multi-site replay.
type SiteMetrics struct {
	Overall Metrics    // of all jobs, on the processors of all sites together
	Sites   []*Metrics // of the jobs of each site, on its processors; nil for a site without jobs
}

// MeasureSites returns the main metrics of a multi-site replay with at least one
// job, overall and by site. machines are the processors of the sites. A site's
// times count from the first submission of a job that was sent to it.
func MeasureSites(o *replay.Outcome, machines []int64, siteOf func(job int32) int) (SiteMetrics, error) {
	if len(o.Jobs) == 0 {
		return SiteMetrics{}, &optgap.FieldError{Field: "jobs", Found: fmt.Sprint(0), Expected: "at least 1"}
	}
	total := int64(0)
	for _, m := range machines {
		total += m
	}
	m := SiteMetrics{Overall: Measure(o, total)}
	for i, site := range replay.BySite(o, len(machines), siteOf) {
		var own *Metrics
		if len(site.Jobs) > 0 {
			measured := Measure(site, machines[i])
			own = &measured
		}
		m.Sites = append(m.Sites, own)
	}
	return m, nil
}
