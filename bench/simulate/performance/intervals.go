package performance

import (
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// averaged are the averages over jobs that have intervals. Each is the sum of values over
// the sum of weights.
var averaged = []struct {
	key           string
	value, weight func(width, wait, duration float64) float64
}{
	{"artww", func(w, wait, d float64) float64 { return w * (wait + d) }, byWidth},
	{"art", func(_, wait, d float64) float64 { return wait + d }, alike},
	{"wait", func(_, wait, _ float64) float64 { return wait }, alike},
	{"sldwa", func(w, wait, d float64) float64 { return w * (wait + d) }, func(w, _, d float64) float64 { return w * d }},
	{"sldww_60", func(w, wait, d float64) float64 { return w * slowdown(int64(wait), int64(d), mainBound) }, byWidth},
}

func byWidth(width, _, _ float64) float64 { return width }
func alike(_, _, _ float64) float64       { return 1 }

// intervals returns the 95 % intervals of averages over the jobs submitted in [from, to],
// by key; nil: too few jobs.
func intervals(out *replay.Outcome, from, to int64) map[string]paired.Interval {
	var found map[string]paired.Interval
	values, weights := make([]float64, 0, len(out.Jobs)), make([]float64, 0, len(out.Jobs))
	for _, a := range averaged {
		values, weights = values[:0], weights[:0]
		for i, j := range out.Jobs {
			if j.Submit < from || j.Submit > to {
				continue
			}
			w, wait, d := float64(j.Width), float64(out.Starts[i]-j.Submit), float64(j.Duration())
			values, weights = append(values, a.value(w, wait, d)), append(weights, a.weight(w, wait, d))
		}
		if i := confidence.Ratio(values, weights); i != nil {
			if found == nil {
				found = map[string]paired.Interval{}
			}
			found[a.key] = *i
		}
	}
	return found
}
