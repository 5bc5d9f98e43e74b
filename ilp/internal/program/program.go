// Package program writes a time-indexed problem as an integer program, in two
// formulations of the same polytope:
//
//	grid.Problem -> New(pulse | step) -> Program{mip.Model} -> mip.Solve -> Schedule
//
// The variables of pulse are those of Grothklags and Streit, Eq. 1: x_cs tells
// how many jobs of class c start at slot s. The variables of step tell how many have
// started by slot s, z_cs = sum over s' <= s of x_cs'. A job of d slots then occupies
// slot t if it has started by t but not by t - d. This takes two entries of a row, and d
// entries in pulse.
package program

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// Formulation names a choice of variables.
type Formulation string

const (
	FormulationPulse Formulation = "pulse"
	FormulationStep  Formulation = "step"
)

// Program is a problem written in a formulation.
type Program struct {
	Model    *mip.Model
	problem  *grid.Problem
	first    []int // column of the first start of each class
	capacity []int // slot of each capacity row (Eq. 4), which are the last rows
	columns  columns
}

// columns makes the columns of a formulation. In its methods k counts the starts of a
// class from 0.
type columns interface {
	// add appends the columns of a class, and its constraint that every job starts once
	// (Eq. 3).
	add(m *mip.Model, cl *grid.Class)
	// occupying adds to a row the processors of the jobs of a class that start at a k with
	// from <= k < to. first is the number of the class's first column.
	occupying(row *row, first int, cl *grid.Class, from, to int)
	// started returns how many jobs of the class start at each k. x is the class's part of
	// a solution.
	started(x []float64, cl *grid.Class) []int
	// values writes the numbers of jobs that start at each k into x, the class's part of a
	// solution.
	values(x []float64, counts []int)
}

// row is a sum of columns, each times a value, and a constant.
type row struct {
	index    []int32
	value    []float64
	constant float64
}

func (r *row) term(column int, value float64) {
	r.index = append(r.index, int32(column))
	r.value = append(r.value, value)
}

// New writes the problem as a program.
func New(p *grid.Problem, f Formulation) (*Program, error) {
	g := &Program{Model: &mip.Model{Offset: float64(p.Offset)}, problem: p}
	switch f {
	case FormulationPulse:
		g.columns = pulse{}
	case FormulationStep:
		g.columns = step{}
	default:
		return nil, &optgap.FieldError{Field: "formulation", Found: fmt.Sprintf("%q", f), Expected: "pulse or step"}
	}
	for c := range p.Classes {
		g.first = append(g.first, g.Model.Columns())
		g.columns.add(g.Model, &p.Classes[c])
	}
	g.addCapacity()
	return g, nil
}

// addCapacity adds Eq. 4.
func (g *Program) addCapacity() {
	var r row
	for t, windows := range capacityRows(g.problem) {
		r.index, r.value, r.constant = r.index[:0], r.value[:0], 0
		for c, w := range windows {
			if w.from < w.to {
				g.columns.occupying(&r, g.first[c], &g.problem.Classes[c], w.from, w.to)
			}
		}
		g.Model.AddRow(math.Inf(-1), r.index, r.value, float64(g.problem.Capacity[t])-r.constant)
		g.Model.RowNames = append(g.Model.RowNames, fmt.Sprintf("capacity_%d", t))
		g.capacity = append(g.capacity, t)
	}
}

// CapacityDuals returns the dual of the capacity row (Eq. 4) of each slot, at most 0: the
// change of the optimum for one processor more in the slot. Slots without a row have 0.
// rowDual has the duals of all rows of the linear relaxation.
func (g *Program) CapacityDuals(rowDual []float64) []float64 {
	duals := make([]float64, len(g.problem.Capacity))
	first := g.Model.Rows() - len(g.capacity)
	for k, t := range g.capacity {
		duals[t] = rowDual[first+k]
	}
	return duals
}

// window holds the starts k of a class, from <= k < to, at which a job occupies some slot.
type window struct{ from, to int }

// capacityRows yields the slots that need a row of Eq. 4, with the window of each
// class. The windows are overwritten later. The processors in use can rise only where a
// job can start. So a slot needs a row where a job can start or the capacity falls, if
// the jobs that can run in the slot do not fit together.
func capacityRows(p *grid.Problem) iter.Seq2[int, []window] {
	matters := make([]bool, len(p.Capacity))
	for t := range matters {
		matters[t] = t > 0 && p.Capacity[t] < p.Capacity[t-1]
	}
	for _, c := range p.Classes {
		if c.Slots > 0 {
			for _, s := range c.Starts {
				matters[s] = true
			}
		}
	}
	return func(yield func(int, []window) bool) {
		windows := make([]window, len(p.Classes))
		for t, m := range matters {
			use := int64(0)
			for c := range p.Classes {
				cl, w := &p.Classes[c], &windows[c]
				for w.to < len(cl.Starts) && cl.Starts[w.to] <= grid.Slot(t) {
					w.to++
				}
				for w.from < w.to && cl.Starts[w.from]+cl.Slots <= grid.Slot(t) {
					w.from++
				}
				if w.from < w.to {
					use += cl.Width * int64(len(cl.Jobs))
				}
			}
			if m && use > p.Capacity[t] && !yield(t, windows) {
				return
			}
		}
	}
}

// Schedule returns the starts, in seconds, of a solution of the program.
func (g *Program) Schedule(x []float64) optgap.Schedule {
	n := 0
	for _, c := range g.problem.Classes {
		n += len(c.Jobs)
	}
	s := make(optgap.Schedule, n)
	for c := range g.problem.Classes {
		cl := &g.problem.Classes[c]
		next := 0
		for k, count := range g.columns.started(x[g.first[c]:], cl) {
			for ; count > 0 && next < len(cl.Jobs); count-- {
				s[cl.Jobs[next]] = cl.Starts[k].Start(g.problem.Scale)
				next++
			}
		}
	}
	return s
}

// Solution returns the values of the columns for a schedule on the grid; ok is
// false where a start is no multiple of the scale or is not listed.
func (g *Program) Solution(s optgap.Schedule) (x []float64, ok bool) {
	x = make([]float64, g.Model.Columns())
	for c := range g.problem.Classes {
		cl := &g.problem.Classes[c]
		counts := make([]int, len(cl.Starts))
		for _, j := range cl.Jobs {
			k, found := g.problem.Find(cl, s[j])
			if !found {
				return nil, false
			}
			counts[k]++
		}
		g.columns.values(x[g.first[c]:], counts)
	}
	return x, true
}

// Nonzeros returns how many matrix entries the program of the problem has in a
// formulation. It does not write the program. O(slots * classes).
func Nonzeros(p *grid.Problem, f Formulation) int64 {
	n := int64(0)
	for _, c := range p.Classes {
		if f == FormulationPulse {
			n += int64(len(c.Starts))
		} else {
			n += 2 * int64(max(0, len(c.Starts)-2))
		}
	}
	for _, windows := range capacityRows(p) {
		for c, w := range windows {
			switch {
			case w.from == w.to:
			case f == FormulationPulse:
				n += int64(w.to - w.from)
			default:
				if w.from > 0 {
					n++
				}
				if w.to < len(p.Classes[c].Starts) {
					n++
				}
			}
		}
	}
	return n
}

// nameAt names the column or row of start k of a class: by the id of the class's first
// job, and by the slot of the start.
func nameAt(prefix string, cl *grid.Class, k int) string {
	return fmt.Sprintf("%s_%d", name(prefix, cl), cl.Starts[k])
}

// name names a row of a class by the id of the class's first job. LP files have no
// minus in names: -5 is written m5.
func name(prefix string, cl *grid.Class) string {
	return prefix + "_" + strings.Replace(strconv.FormatInt(cl.ID, 10), "-", "m", 1)
}
