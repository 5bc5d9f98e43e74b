package performance

import "github.com/optgap/optgap/bench/simulate/replay"

// EvaluateSites measures each site of a multi-site replay by itself. A site begins with the
// first submission of a job that was sent to it. Nil metrics: the site has no job,
// or trimming leaves nothing of the site.
func EvaluateSites(out *replay.Outcome, o Options) ([]*Metrics, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	sites := make([]*Metrics, len(out.Sites))
	for i, own := range replay.BySite(out) {
		// The options are valid, so an error means that there is nothing to measure.
		if m, err := Evaluate(own, out.Sites[i], o); err == nil {
			sites[i] = m
		}
	}
	return sites, nil
}
