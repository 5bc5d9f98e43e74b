// Package program writes a time-indexed problem as an integer program, in two
// formulations of the same polytope:
//
//	step in slots -> List -> Problem
//	Problem -> New(pulse | step) -> Program{mip.Model} -> mip.Solve -> jobs that start at each time
//
// The variables of pulse are those of Grothklags and Streit, Eq. 1: x_ks tells
// how many jobs of kind k start at time s. The variables of step tell how many have
// started by s, z_ks = sum over s' <= s of x_ks'. A job of duration d then occupies
// the machine at t if it has started by t but not by t - d. This takes two entries of a
// row, and in pulse one for each listed start in between.
//
// Times are whole numbers of any unit.
package program

import (
	"iter"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/ledger"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// Program is a problem written in a formulation.
type Program struct {
	Model    *mip.Model
	problem  *Problem
	columns  columns
	first    []int // column of the first start of each kind
	capacity []capacity
	widest   int64 // the largest sum of the widths of the jobs in a row of Eq. 4
}

// capacity tells of a row of Eq. 4. These are the last rows.
type capacity struct {
	time int64
	unit int64 // processors in which the row counts
}

// columns makes the columns of a formulation. In its methods k counts the starts of a
// kind from 0.
type columns interface {
	// add appends the columns of a kind, and its constraint that every job starts once
	// (Eq. 3).
	add(m *mip.Model, kd *Kind)
	// name appends the names of these columns and rows.
	name(m *mip.Model, kd *Kind)
	// occupying adds to a row the processors of the jobs of a kind that start at a k with from <= k
	// < to. first is the number of the kind's first column. width is that of a job, in the unit of
	// the row.
	occupying(row *row, first int, kd *Kind, width int64, from, to int)
	// started returns how many jobs of the kind start at each k. x is the kind's part of
	// a solution.
	started(x []float64, kd *Kind) []int64
	// values writes the numbers of jobs that start at each k into x, the kind's part of a
	// solution.
	values(x []float64, counts []int64)
}

// row is a sum of columns, each times a value, and a constant.
type row struct {
	mip.Row
	constant int64
}

// New writes the problem as a program. Every kind lists at least one start.
func New(p *Problem, f grid.Formulation) *Program {
	g := &Program{Model: &mip.Model{Offset: float64(p.Offset)}, problem: p, columns: step{}}
	if f == grid.FormulationPulse {
		g.columns = pulse{}
	}
	for k := range p.Kinds {
		g.first = append(g.first, g.Model.Columns())
		g.columns.add(g.Model, &p.Kinds[k])
	}
	g.addCapacity()
	return g
}

// addCapacity adds Eq. 4. HiGHS keeps a row within a tolerance, and so it may take a processor too
// many where widths are large, or find that jobs which fit do not. Such a row counts in the largest
// unit of which all of its widths are multiples.
func (g *Program) addCapacity() {
	var r row
	for at, windows := range g.problem.capacityRows() {
		r.Index = r.Index[:0]
		r.Value = r.Value[:0]
		r.constant = 0
		unit := int64(0)
		widths := int64(0)
		for k, w := range windows {
			if kd := &g.problem.Kinds[k]; w.from < w.to {
				unit = ledger.GCD(kd.Width, unit)
				widths += kd.Width * kd.Count
			}
		}
		if widths < mip.MostSum {
			unit = 1
		}
		for k, w := range windows {
			if kd := &g.problem.Kinds[k]; w.from < w.to {
				g.columns.occupying(&r, g.first[k], kd, kd.Width/unit, w.from, w.to)
			}
		}
		g.Model.AddRow(math.Inf(-1), r.Index, r.Value, float64(at.Free/unit-r.constant))
		g.capacity = append(g.capacity, capacity{at.Time, unit})
		g.widest = max(g.widest, widths/unit)
	}
}

// Provable tells that what HiGHS proves of the program is a proof: its tolerance is less than half
// a unit of each row of Eq. 4.
func (g *Program) Provable() bool { return g.widest < mip.MostSum }

// RoundUp returns a bound of HiGHS in integers: the least value of an objective that is not below
// the floating-point bound, less the tolerance of its rounding errors. It returns Problem.Least
// where HiGHS proves nothing, for -Inf and NaN, which bound nothing, and where Granularity is 0.
// Otherwise it returns math.MaxInt64 for +Inf, the bound of a problem without a schedule.
func (g *Program) RoundUp(bound float64) int64 {
	least := g.problem.Least()
	unit := g.problem.Granularity()
	if !g.Provable() || unit == 0 || !(bound > float64(least)) {
		return least
	}
	if math.IsInf(bound, 1) {
		return math.MaxInt64
	}
	steps := math.Ceil((bound - mip.Tolerance(bound) - float64(least)) / float64(unit))
	return least + int64(max(0, steps))*unit
}

// window holds the starts k of a kind, from <= k < to, at which a job runs at some time.
type window struct{ from, to int }

// capacityRows yields the times that need a row of Eq. 4, each with its free processors
// and the window of each kind. The windows are overwritten later. The processors in use can
// rise only where a job can start. So a time needs a row where a job can start or the
// free processors become fewer, if the jobs that can run then do not fit together.
func (p *Problem) capacityRows() iter.Seq2[optgap.Change, []window] {
	return func(yield func(optgap.Change, []window) bool) {
		windows := make([]window, len(p.Kinds))
		level := 0
		for _, t := range p.times() {
			for level+1 < len(p.Free) && p.Free[level+1].Time <= t {
				level++
			}
			use := int64(0)
			for k := range p.Kinds {
				if windows[k].move(&p.Kinds[k], t) {
					use += p.Kinds[k].Width * p.Kinds[k].Count
				}
			}
			if use > p.Free[level].Free &&
				!yield(optgap.Change{Time: t, Free: p.Free[level].Free}, windows) {
				return
			}
		}
	}
}

// times returns the times at which a job can start or the free processors become fewer.
func (p *Problem) times() []int64 {
	var times []int64
	for i := 1; i < len(p.Free); i++ {
		if p.Free[i].Free < p.Free[i-1].Free {
			times = append(times, p.Free[i].Time)
		}
	}
	for k := range p.Kinds {
		times = append(times, p.Kinds[k].Starts...)
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// move sets the window of a kind at a time that is not before that of the last call. It
// returns false where the window is empty.
func (w *window) move(kd *Kind, t int64) bool {
	for w.to < len(kd.Starts) && kd.Starts[w.to] <= t {
		w.to++
	}
	for w.from < w.to && kd.Starts[w.from]+kd.Duration <= t {
		w.from++
	}
	return w.from < w.to
}

// Started returns, by kind and start, how many jobs start there in a solution. Numbers
// are rounded. No kind starts more jobs than it has.
func (g *Program) Started(x []float64) [][]int64 {
	counts := make([][]int64, len(g.problem.Kinds))
	for k := range g.problem.Kinds {
		kd := &g.problem.Kinds[k]
		counts[k] = g.columns.started(x[g.first[k]:], kd)
		left := kd.Count
		for i, n := range counts[k] {
			counts[k][i] = min(max(n, 0), left)
			left -= counts[k][i]
		}
	}
	return counts
}

// Nonzeros returns how many matrix entries the program of the problem has in a
// formulation. It does not write the program. O(times * kinds).
func (p *Problem) Nonzeros(f grid.Formulation) int64 {
	n := int64(0)
	for k := range p.Kinds {
		if f == grid.FormulationPulse {
			n += int64(len(p.Kinds[k].Starts))
		} else {
			n += 2 * int64(max(0, len(p.Kinds[k].Starts)-2))
		}
	}
	for _, windows := range p.capacityRows() {
		for k, w := range windows {
			switch {
			case w.from == w.to:
			case f == grid.FormulationPulse:
				n += int64(w.to - w.from)
			default:
				if w.from > 0 {
					n++
				}
				if w.to < len(p.Kinds[k].Starts) {
					n++
				}
			}
		}
	}
	return n
}

// Schedule returns the starts, by job of the step, in a solution.
func (g *Program) Schedule(x []float64) optgap.Schedule {
	counts := g.Started(x)
	jobs := int64(0)
	for _, kd := range g.problem.Kinds {
		jobs += kd.Count
	}
	s := make(optgap.Schedule, jobs)
	for k, kd := range g.problem.Kinds {
		left := kd.Jobs
		for i, n := range counts[k] {
			for _, job := range left[:n] {
				s[job] = kd.Starts[i]
			}
			left = left[n:]
		}
	}
	return s
}

// Solution returns the values of the columns for a schedule; ok is false where a start is not
// listed.
func (g *Program) Solution(s optgap.Schedule) (x []float64, ok bool) {
	x = make([]float64, g.Model.Columns())
	for k, kd := range g.problem.Kinds {
		counts := make([]int64, len(kd.Starts))
		for _, job := range kd.Jobs {
			i, found := slices.BinarySearch(kd.Starts, s[job])
			if !found {
				return nil, false
			}
			counts[i]++
		}
		g.columns.values(x[g.first[k]:], counts)
	}
	return x, true
}
