package program

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/mip"
)

// step has a column for every start but the last, by which all jobs of the
// kind have started.
type step struct{}

func (step) add(m *mip.Model, kd *Kind) {
	jobs := float64(kd.Count)
	last := len(kd.Starts) - 1
	m.Offset += jobs * float64(kd.Costs[last])
	for k := range last {
		column := m.AddColumn(float64(kd.Costs[k]-kd.Costs[k+1]), 0, jobs, true)
		if k > 0 { // started jobs stay started; as all have started by the last start, this is Eq. 3
			m.AddRow(
				math.Inf(-1),
				[]int32{int32(column - 1), int32(column)},
				[]float64{1, -1},
				0,
			)
		}
	}
}

func (step) occupying(r *row, first int, kd *Kind, width int64, from, to int) {
	if to == len(kd.Starts) {
		r.constant += width * kd.Count
	} else {
		r.Add(first+to-1, float64(width))
	}
	if from > 0 {
		r.Add(first+from-1, -float64(width))
	}
}

func (step) started(x []float64, kd *Kind) []int64 {
	counts := make([]int64, len(kd.Starts))
	before := int64(0)
	for k := range counts {
		by := kd.Count
		if k < len(counts)-1 {
			by = int64(math.Round(x[k]))
		}
		counts[k] = by - before
		before = by
	}
	return counts
}

func (step) values(x []float64, counts []int64) {
	by := int64(0)
	for k, n := range counts[:len(counts)-1] {
		by += n
		x[k] = float64(by)
	}
}
