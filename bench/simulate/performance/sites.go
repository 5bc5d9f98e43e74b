package performance

import "github.com/optgap/optgap/bench/simulate/replay"

// EvaluateSites measures each site of a multi-site replay by itself: the jobs that
// were sent to it, on its processors, from the first submission of one of them on.
// machines are the processors of the sites, and siteOf tells the site of the job
// with an index. The metrics of a site are nil where it has no job, and where
// trimming leaves nothing of it.
func EvaluateSites(out *replay.Outcome, machines []int64, siteOf func(job int32) int, o Options) ([]*Metrics, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	sites := make([]*Metrics, len(machines))
	for i, own := range replay.BySite(out, len(machines), siteOf) {
		// The options are valid, so that an error says that there is nothing to measure.
		if m, err := Evaluate(own, machines[i], o); err == nil {
			sites[i] = m
		}
	}
	return sites, nil
}
