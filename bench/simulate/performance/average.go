package performance

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/optgap/optgap/bench/base/confidence"
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

// A term is what a job adds to a sum, by its width in processors, and its wait and duration in
// seconds.
type term func(width, wait, duration float64) float64

func alike(_, _, _ float64) float64       { return 1 }
func width(w, _, _ float64) float64       { return w }
func wait(_, wait, _ float64) float64     { return wait }
func duration(_, _, d float64) float64    { return d }
func response(_, wait, d float64) float64 { return wait + d }

// weighted returns a term times the width.
func weighted(
	t term,
) term {
	return func(w, wait, d float64) float64 { return w * t(w, wait, d) }
}

// slowdown returns response time over duration, both raised to the bound, which is at least 1.
func slowdown(bound int64) term {
	least := float64(bound)
	return func(_, wait, d float64) float64 { return max(wait+d, least) / max(d, least) }
}

// A sample holds the widths, waits and durations of some jobs.
type sample struct{ widths, waits, durations []float64 }

// sampleOf returns the jobs submitted in [from, to].
func sampleOf(out *replay.Outcome, from, to int64) (s sample) {
	for i, j := range out.Jobs {
		if from <= j.Submit && j.Submit <= to {
			s.add(float64(j.Width), float64(out.Starts[i]-j.Submit), float64(j.Duration()))
		}
	}
	return s
}

func (s *sample) add(width, wait, duration float64) {
	s.widths = append(s.widths, width)
	s.waits = append(s.waits, wait)
	s.durations = append(s.durations, duration)
}

// values returns a term of each job.
func (s *sample) values(of term) []float64 {
	all := make([]float64, len(s.waits))
	for i := range all {
		all[i] = of(s.widths[i], s.waits[i], s.durations[i])
	}
	return all
}

func (a average) of(r *replayed) float64 { return a.over(&r.sample) }

// over returns the average over jobs. Sums of integers stay exact up to 2^53.
func (a average) over(s *sample) float64 {
	sum := 0.0
	weight := 0.0
	for i, w := range s.widths {
		sum += a.value(w, s.waits[i], s.durations[i])
		weight += a.weight(w, s.waits[i], s.durations[i])
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
func (s *sample) tenths() (found map[string]confidence.Interval) {
	for _, m := range averaged(withTenths) {
		a := m.of.(average)
		if i := confidence.Tenths(s.values(a.value), s.values(a.weight)); i != nil {
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
		values, weights := own.values(a.value), own.values(a.weight)
		floats.Sub(values, others.values(a.value))
		if total := floats.Sum(weights); total > 0 {
			low, high := confidence.Tenths(values, weights).Ends()
			found[m.Key] = Difference{floats.Sum(values) / total, low, high}
		}
	}
	return found
}
