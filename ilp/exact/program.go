package exact

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/internal/mip"
)

// program is the integer program of a problem whose kinds list their starts. The value of
// a column is the number of jobs of a kind that start at a listed second. The program is
// exact at one second.
type program struct {
	*problem
	mip.Model
	columns []placement // by column: the kind and the start
}

// newProgram writes the program of a problem. Costs are counted in multiples of the
// lattice above the costs of the earliest starts.
func newProgram(p *problem) *program {
	m := &program{problem: p}
	var times []int64
	for i := range p.kinds {
		k := &p.kinds[i]
		var row []int32
		var ones []float64
		for _, s := range k.starts {
			row = append(row, int32(m.AddColumn(float64(m.steps(k.width*(s-k.earliest))), 0, float64(k.count), true)))
			ones = append(ones, 1)
			m.columns = append(m.columns, placement{i, s})
		}
		m.AddRow(float64(k.count), row, ones, float64(k.count))
		times = append(times, k.starts...)
	}
	for i := 1; i < len(p.free); i++ {
		if p.free[i].free < p.free[i-1].free {
			times = append(times, p.free[i].time)
		}
	}
	slices.Sort(times)
	for _, t := range slices.Compact(times) {
		m.hold(t)
	}
	return m
}

// steps returns a cost in multiples of the lattice.
func (m *program) steps(cost int64) int64 { return cost / max(1, m.lattice) }

// hold adds the capacity row of second t, unless all jobs that may run then fit together.
func (m *program) hold(t int64) {
	free, most, last := m.free[index(m.free, t)].free, int64(0), -1
	var row []int32
	var widths []float64
	for c, pl := range m.columns {
		k := &m.kinds[pl.kind]
		if pl.start <= t && t < pl.start+k.duration {
			row, widths = append(row, int32(c)), append(widths, float64(k.width))
			if pl.kind != last {
				most, last = most+k.width*k.count, pl.kind
			}
		}
	}
	if most > free {
		m.AddRow(math.Inf(-1), row, widths, float64(free))
	}
}

// solve looks for a schedule that is better than the best known. HiGHS may take so many
// nodes of its tree, and at most so many simplex iterations; 0: any number. finished tells
// that HiGHS found the best schedule, or proved that none is better.
func (m *program) solve(ctx context.Context, known *incumbent, nodes, most int64) (finished bool, iterations int64) {
	cutoff := float64(m.steps(m.below(known.upper) - m.base))
	o := mip.Options{Cutoff: &cutoff, NodeLimit: nodes, IterationLimit: most, AbsGap: 0.5}
	o.HiGHS = map[string]any{
		"mip_heuristic_effort": 0.0, // mostly the best schedule is known already
		"mip_detect_symmetry":  false,
	}
	r, err := mip.Solve(ctx, &m.Model, o)
	if err != nil {
		return false, 0 // HiGHS failed: the tree goes on without it
	}
	if r.X != nil {
		var order []placement
		for c, x := range r.X {
			for range int(math.Round(x)) {
				order = append(order, m.columns[c])
			}
		}
		slices.SortStableFunc(order, func(a, b placement) int { return cmp.Compare(a.start, b.start) })
		known.tryOrder(m.problem, order)
	}
	finished = r.Status == mip.StatusOptimal || r.Status == mip.StatusCutoff || r.Status == mip.StatusInfeasible
	return finished, r.LPIterations
}
