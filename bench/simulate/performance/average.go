package performance

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// A measure is how a metric follows from a replay. The value is not finite where it does not exist.
type measure interface{ of(*replayed) float64 }

// A number is a measure that is no average over jobs.
type number func(*replayed) float64

func (n number) of(r *replayed) float64 { return n(r) }

// An average is a measure over jobs: a sum of values divided by one of weights.
type average struct {
	value, weight term
	use           use
}

// use says of what an average is known besides all jobs. Each includes the ones before.
type use int

const (
	plain      use = iota
	withTenths     // it has tenths, and differences between replays
	classed        // of classes
)

// A job has its width in processors, and its wait and duration in seconds.
type job struct{ width, wait, duration float64 }

// A term is what a job adds to a sum.
type term func(job) float64

func alike(job) float64      { return 1 }
func width(j job) float64    { return j.width }
func wait(j job) float64     { return j.wait }
func duration(j job) float64 { return j.duration }
func response(j job) float64 { return j.wait + j.duration }

// weighted returns a term times the width.
func weighted(t term) term {
	return func(j job) float64 { return j.width * t(j) }
}

// slowdown returns response time over duration, both raised to the bound, which is at least 1.
func slowdown(bound int64) term {
	least := float64(bound)
	return func(j job) float64 { return max(response(j), least) / max(j.duration, least) }
}

// sampleOf returns the jobs submitted in [from, to].
func sampleOf(out *replay.Outcome, from, to int64) (jobs []job) {
	for i, j := range out.Jobs {
		if from <= j.Submit && j.Submit <= to {
			wait := out.Starts[i] - j.Submit
			jobs = append(jobs, job{float64(j.Width), float64(wait), float64(j.Duration())})
		}
	}
	return jobs
}

func (a average) of(r *replayed) float64 { return a.over(r.jobs) }

// over returns the average over jobs. Sums of integers stay exact up to 2^53.
func (a average) over(jobs []job) float64 {
	sum := 0.0
	weight := 0.0
	for _, j := range jobs {
		sum += a.value(j)
		weight += a.weight(j)
	}
	return sum / weight
}

// averaged returns the averages of at least such a use.
func averaged(least use) []Metric {
	return slices.DeleteFunc(Table(nil), func(m Metric) bool {
		a, ok := m.of.(average)
		return !ok || a.use < least
	})
}

// tenths returns the ranges of averages over tenths of the jobs, by key, nil with too few jobs.
func tenths(jobs []job) (found map[string]confidence.Interval) {
	for _, m := range averaged(withTenths) {
		a := m.of.(average)
		if i := confidence.Tenths(lists.Each(jobs, a.value), lists.Each(jobs, a.weight)); i != nil {
			if found == nil {
				found = map[string]confidence.Interval{}
			}
			found[m.Key] = *i
		}
	}
	return found
}

// Difference is an average over jobs in one replay minus that in another.
type Difference struct {
	Value float64 `json:"value"`
	// over tenths of the jobs; nil: there are fewer than 40, and of windows
	TenthsLow  *float64 `json:"tenths_low,omitempty"`
	TenthsHigh *float64 `json:"tenths_high,omitempty"`
}

// Tenths returns the range over tenths of the jobs; nil: there is none.
func (d Difference) Tenths() *confidence.Interval {
	return confidence.Between(d.TenthsLow, d.TenthsHigh)
}

// Differences returns the averages over jobs that have tenths, minus those of another replay of
// the same jobs, by key. The jobs are those that [Evaluate]
// measures. An average that does not exist, as no job takes time, has no difference.
func Differences(out, other *replay.Outcome, o Options) map[string]Difference {
	from, to := o.window(out)
	own := sampleOf(out, from, to)
	others := sampleOf(other, from, to)
	found := map[string]Difference{}
	for _, m := range averaged(withTenths) {
		a := m.of.(average)
		values := lists.Each(own, a.value)
		weights := lists.Each(own, a.weight)
		floats.Sub(values, lists.Each(others, a.value))
		if total := floats.Sum(weights); total > 0 {
			low, high := confidence.Tenths(values, weights).Ends()
			found[m.Key] = Difference{floats.Sum(values) / total, low, high}
		}
	}
	return found
}
