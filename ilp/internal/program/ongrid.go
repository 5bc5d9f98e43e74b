package program

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
)

// OnGrid is the program of a grid problem. Times are slots, and kinds are classes.
type OnGrid struct {
	*Program
	grid *grid.Problem
}

// NewOnGrid writes a grid problem as a program.
func NewOnGrid(p *grid.Problem, f Formulation) (*OnGrid, error) {
	g, err := New(Of(p), f)
	return &OnGrid{g, p}, err
}

// Of returns a grid problem as a Problem in slots.
func Of(p *grid.Problem) Problem {
	q := Problem{Offset: p.Offset}
	for t, free := range p.Capacity {
		if n := len(q.Free); n == 0 || q.Free[n-1].Free != free {
			q.Free = append(q.Free, Level{int64(t), free})
		}
	}
	for _, c := range p.Classes {
		q.Kinds = append(q.Kinds, Kind{
			ID: c.ID, Width: c.Width, Duration: int64(c.Slots), Count: int64(len(c.Jobs)),
			Starts: slots(c.Starts), Costs: c.Costs,
		})
	}
	return q
}

func slots(starts []grid.Slot) []int64 {
	s := make([]int64, len(starts))
	for k, start := range starts {
		s[k] = int64(start)
	}
	return s
}

// CapacityDuals returns the dual of the capacity row (Eq. 4) of each slot, at most 0: the
// change of the optimum for one processor more in the slot. Slots without a row have 0.
// rowDual has the duals of all rows of the linear relaxation.
func (g *OnGrid) CapacityDuals(rowDual []float64) []float64 {
	duals := make([]float64, len(g.grid.Capacity))
	first := g.Model.Rows() - len(g.capacity)
	for k, c := range g.capacity {
		duals[c.time] = rowDual[first+k] / float64(c.unit)
	}
	return duals
}

// Schedule returns the starts, in seconds, of a solution of the program.
func (g *OnGrid) Schedule(x []float64) optgap.Schedule {
	n := 0
	for _, c := range g.grid.Classes {
		n += len(c.Jobs)
	}
	s := make(optgap.Schedule, n)
	for c, counts := range g.Started(x) {
		cl, next := &g.grid.Classes[c], 0
		for k, count := range counts {
			for range count {
				s[cl.Jobs[next]] = cl.Starts[k].Start(g.grid.Scale)
				next++
			}
		}
	}
	return s
}

// Solution returns the values of the columns for a schedule on the grid; ok is
// false where a start is no multiple of the scale or is not listed.
func (g *OnGrid) Solution(s optgap.Schedule) (x []float64, ok bool) {
	counts := make([][]int64, len(g.grid.Classes))
	for c := range g.grid.Classes {
		cl := &g.grid.Classes[c]
		counts[c] = make([]int64, len(cl.Starts))
		for _, j := range cl.Jobs {
			k, found := g.grid.Find(cl, s[j])
			if !found {
				return nil, false
			}
			counts[c][k]++
		}
	}
	return g.Values(counts), true
}
