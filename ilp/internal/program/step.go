package program

import (
	"math"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// step has a column for every start but the last, by which all jobs of the
// class have started.
type step struct{}

func (step) add(m *mip.Model, cl *grid.Class) {
	members := float64(len(cl.Jobs))
	last := len(cl.Starts) - 1
	m.Offset += members * float64(cl.Costs[last])
	for k := range last {
		column := m.AddColumn(float64(cl.Costs[k]-cl.Costs[k+1]), 0, members, true)
		m.ColumnNames = append(m.ColumnNames, nameAt("z", cl, k))
		if k > 0 { // started jobs stay started; as all have started by the last start, this is Eq. 3
			m.AddRow(math.Inf(-1), []int32{int32(column - 1), int32(column)}, []float64{1, -1}, 0)
			m.RowNames = append(m.RowNames, nameAt("start", cl, k))
		}
	}
}

func (step) occupying(r *row, first int, cl *grid.Class, from, to int) {
	width := float64(cl.Width)
	if to == len(cl.Starts) {
		r.constant += width * float64(len(cl.Jobs))
	} else {
		r.term(first+to-1, width)
	}
	if from > 0 {
		r.term(first+from-1, -width)
	}
}

func (step) started(x []float64, cl *grid.Class) []int {
	counts := make([]int, len(cl.Starts))
	before := 0
	for k := range counts {
		by := len(cl.Jobs)
		if k < len(counts)-1 {
			by = int(math.Round(x[k]))
		}
		counts[k], before = by-before, by
	}
	return counts
}

func (step) values(x []float64, counts []int) {
	by := 0
	for k, n := range counts[:len(counts)-1] {
		by += n
		x[k] = float64(by)
	}
}
