package view

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/confidence"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableAverages compares the algorithms for moldable jobs over all instances, a row for each in
// the order in which they appear. Ratios are to the largest bound of the result. Averages have
// 95 % intervals where there are at least [confidence.Least] instances.
func MoldableAverages(results []record.MoldableResult) table.Table {
	t := table.Table{Columns: slices.Concat(table.Words("algorithm"), table.Numbers("results", "schedules", "optimal",
		"minsum /\nbound", "95 % interval", "makespan /\nbound", "95 % interval", "average\ntime [s]"))}
	var names []string
	own := map[string][]*record.MoldableResult{}
	for i := range results {
		r := &results[i]
		if own[r.Algorithm] == nil {
			names = append(names, r.Algorithm)
		}
		own[r.Algorithm] = append(own[r.Algorithm], r)
	}
	for _, name := range names {
		var minsums, makespans, times []float64
		schedules, optimal := 0, 0
		for _, r := range own[name] {
			if r.SolveSeconds > 0 {
				times = append(times, r.SolveSeconds)
			}
			if r.Makespan == 0 {
				continue
			}
			schedules++
			if r.Status == optgap.StatusOptimal {
				optimal++
			}
			minsums = appendRatio(minsums, r.Minsum, r.MinsumBounds)
			makespans = appendRatio(makespans, r.Makespan, r.MakespanBounds)
		}
		row := slices.Concat([]string{name, count(len(own[name])), count(schedules), count(optimal)}, ratioAverage(minsums), ratioAverage(makespans), []string{""})
		if len(times) > 0 {
			row[len(row)-1] = threeDigits(summary.ShiftedGeoMean(times, 1))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// appendRatio appends a value divided by the largest of its bounds, where there is one.
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

// ratioAverage returns the average and its interval.
func ratioAverage(ratios []float64) []string {
	cells := []string{"", ""}
	if len(ratios) > 0 {
		cells[0] = format.Ratio(stat.Mean(ratios, nil))
	}
	if i, ok := confidence.Mean(ratios); ok {
		cells[1] = format.Ratio(i.Low) + " .. " + format.Ratio(i.High)
	}
	return cells
}
