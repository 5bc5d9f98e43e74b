package summary

import (
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// A Moldable sums up the results of an algorithm for moldable jobs over all instances.
type Moldable struct {
	Algorithm string
	Results   int
	Schedules int
	Optimal   int
	Minsum    MoldableRatio // divided by the largest bound of the result
	Makespan  MoldableRatio
	Seconds   float64 // shifted geometric mean, shift 1 s; 0: none was timed
}

// A MoldableRatio is an average over the schedules that have a bound. Mean is 0 without such
// schedules.
type MoldableRatio struct {
	Mean     float64
	Interval *paired.Interval // of 95 %; nil: less than confidence.Least schedules
}

// Moldables sums up the results of each algorithm, in the order of their appearance.
func Moldables(results []record.MoldableResult) (all []Moldable) {
	own := map[string][]*record.MoldableResult{}
	for i := range results {
		r := &results[i]
		if own[r.Algorithm] == nil {
			all = append(all, Moldable{Algorithm: r.Algorithm})
		}
		own[r.Algorithm] = append(own[r.Algorithm], r)
	}
	for i := range all {
		all[i].summarise(own[all[i].Algorithm])
	}
	return all
}

func (m *Moldable) summarise(results []*record.MoldableResult) {
	m.Results = len(results)
	var minsums, makespans, times []float64
	for _, r := range results {
		if r.SolveSeconds > 0 {
			times = append(times, r.SolveSeconds)
		}
		if r.Makespan == 0 {
			continue
		}
		m.Schedules++
		if r.Status == optgap.StatusOptimal {
			m.Optimal++
		}
		minsums = appendRatio(minsums, r.Minsum, r.MinsumBounds)
		makespans = appendRatio(makespans, r.Makespan, r.MakespanBounds)
	}
	m.Minsum, m.Makespan = moldableRatio(minsums), moldableRatio(makespans)
	if len(times) > 0 {
		m.Seconds = ShiftedGeoMean(times, SecondsShift)
	}
}

// appendRatio appends a value divided by the largest of its bounds. Without a value or a
// bound it appends nothing.
func appendRatio(ratios []float64, value int64, bounds map[moldable.BoundName]int64) []float64 {
	best := int64(0)
	for _, b := range bounds {
		best = max(best, b)
	}
	if best == 0 {
		return ratios
	}
	return append(ratios, float64(value)/float64(best))
}

func moldableRatio(ratios []float64) (r MoldableRatio) {
	if len(ratios) == 0 {
		return r
	}
	r.Mean = stat.Mean(ratios, nil)
	if i, ok := confidence.Mean(ratios); ok {
		r.Interval = &i
	}
	return r
}
