package performance

import (
	"gonum.org/v1/gonum/floats"

	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// average is an average over jobs: the sum of values over the sum of weights.
type average struct {
	key           string
	value, weight func(width, wait, duration float64) float64
}

// averaged are the averages that have intervals.
var averaged = []average{
	{"artww", func(w, wait, d float64) float64 { return w * (wait + d) }, byWidth},
	{"art", func(_, wait, d float64) float64 { return wait + d }, alike},
	{"wait", func(_, wait, _ float64) float64 { return wait }, alike},
	{"sldwa", func(w, wait, d float64) float64 { return w * (wait + d) }, func(w, _, d float64) float64 { return w * d }},
	{"sldww_60", func(w, wait, d float64) float64 { return w * slowdown(int64(wait), int64(d), mainBound) }, byWidth},
}

func byWidth(width, _, _ float64) float64 { return width }
func alike(_, _, _ float64) float64       { return 1 }

// intervals returns the 95 % intervals of averages over the jobs submitted in [from, to],
// by key, nil with too few jobs.
func intervals(out *replay.Outcome, from, to int64) map[string]paired.Interval {
	var found map[string]paired.Interval
	for _, a := range averaged {
		if i := confidence.Ratio(a.over(out, from, to)); i != nil {
			if found == nil {
				found = map[string]paired.Interval{}
			}
			found[a.key] = *i
		}
	}
	return found
}

// over returns the value and the weight of each job submitted in [from, to].
func (a average) over(out *replay.Outcome, from, to int64) (values, weights []float64) {
	values, weights = make([]float64, 0, len(out.Jobs)), make([]float64, 0, len(out.Jobs))
	for i, j := range out.Jobs {
		if j.Submit < from || j.Submit > to {
			continue
		}
		w, wait, d := float64(j.Width), float64(out.Starts[i]-j.Submit), float64(j.Duration())
		values, weights = append(values, a.value(w, wait, d)), append(weights, a.weight(w, wait, d))
	}
	return values, weights
}

// Difference is an average over jobs in one replay minus that in another.
type Difference struct {
	Value            float64 `json:"value"`
	*paired.Interval         // of 95 %, of pairs, nil if there are fewer than confidence.Least jobs
}

// Differences returns the averages over jobs that have intervals, minus those of another replay of
// the same jobs, by key. Each job is a pair, so that the intervals are of the differences: they are
// much narrower than the intervals of two averages suggest. The jobs are those that [Evaluate]
// measures. An average that does not exist, as no job takes time, has no difference.
func Differences(out, other *replay.Outcome, o Options) map[string]Difference {
	from, to := o.window(out)
	found := map[string]Difference{}
	for _, a := range averaged {
		values, weights := a.over(out, from, to)
		others, _ := a.over(other, from, to)
		floats.Sub(values, others)
		if total := floats.Sum(weights); total > 0 {
			found[a.key] = Difference{floats.Sum(values) / total, confidence.Ratio(values, weights)}
		}
	}
	return found
}
