package program

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/mip"
)

// pulse has a column for every start (Eq. 1).
type pulse struct{}

func (pulse) add(m *mip.Model, kd *Kind) {
	jobs := float64(kd.Count)
	var r mip.Row
	for k := range kd.Starts {
		r.Add(m.AddColumn(float64(kd.Costs[k]), 0, jobs, true), 1)
	}
	m.AddRow(jobs, r.Index, r.Value, jobs) // Eq. 3
}

func (pulse) occupying(r *row, first int, _ *Kind, width int64, from, to int) {
	for k := from; k < to; k++ {
		r.Add(first+k, float64(width))
	}
}

func (pulse) started(x []float64, kd *Kind) []int64 {
	counts := make([]int64, len(kd.Starts))
	for k := range counts {
		counts[k] = int64(math.Round(x[k]))
	}
	return counts
}

func (pulse) values(x []float64, counts []int64) {
	for k, n := range counts {
		x[k] = float64(n)
	}
}
