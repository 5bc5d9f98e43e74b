package summary

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// A Moldable sums up the results of an algorithm for moldable jobs over all instances.
type Moldable struct {
	Algorithm string
	Results   int
	Schedules int
	Optimal   int
	Minsum    confidence.Values // of the schedules, divided by the largest bound of the result
	Makespan  confidence.Values // the same
	Time      confidence.Values // seconds
}

// Moldables sums up the results of each algorithm, in the order of their appearance.
func Moldables(results []record.MoldableResult) (all []Moldable) {
	byAlgorithm := func(r *record.MoldableResult) string { return r.Algorithm }
	for _, own := range frame.GroupBy(frame.Pointers(results), byAlgorithm) {
		m := Moldable{Algorithm: own[0].Algorithm, Results: len(own)}
		for _, r := range own {
			m.Time.Add(r.SolveSeconds)
			if r.Makespan == 0 {
				continue
			}
			m.Schedules++
			if r.Status == optgap.StatusOptimal {
				m.Optimal++
			}
			addRatio(&m.Minsum, r.Minsum, r.MinsumBounds)
			addRatio(&m.Makespan, r.Makespan, r.MakespanBounds)
		}
		all = append(all, m)
	}
	return all
}

// addRatio adds a value divided by the largest of its bounds. Without a bound it adds nothing.
func addRatio(ratios *confidence.Values, value int64, bounds map[moldable.BoundName]int64) {
	best := int64(0)
	for _, b := range bounds {
		best = max(best, b)
	}
	if best > 0 {
		*ratios = append(*ratios, float64(value)/float64(best))
	}
}
