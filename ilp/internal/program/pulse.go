package program

import (
	"math"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// pulse has a column for every start (Eq. 1).
type pulse struct{}

func (pulse) add(m *mip.Model, cl *grid.Class) {
	members := float64(len(cl.Jobs))
	var r row
	for k := range cl.Starts {
		r.term(m.AddColumn(float64(cl.Costs[k]), 0, members, true), 1)
		m.ColumnNames = append(m.ColumnNames, nameAt("x", cl, k))
	}
	m.AddRow(members, r.index, r.value, members) // Eq. 3
	m.RowNames = append(m.RowNames, name("start", cl))
}

func (pulse) occupying(r *row, first int, cl *grid.Class, from, to int) {
	for k := from; k < to; k++ {
		r.term(first+k, float64(cl.Width))
	}
}

func (pulse) started(x []float64, cl *grid.Class) []int {
	counts := make([]int, len(cl.Starts))
	for k := range counts {
		counts[k] = int(math.Round(x[k]))
	}
	return counts
}

func (pulse) values(x []float64, counts []int) {
	for k, n := range counts {
		x[k] = float64(n)
	}
}
