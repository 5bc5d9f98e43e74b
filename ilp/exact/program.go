package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// listedProgram is the integer program of a problem whose kinds list their starts. It
// counts costs in multiples of the lattice, above the cost of all jobs at their earliest
// starts.
type listedProgram struct {
	problem *problem
	written *program.Program
}

// newProgram writes the program of a problem.
func newProgram(p *problem, f program.Formulation) *listedProgram {
	q := program.Problem{}
	for _, seg := range p.free {
		q.Free = append(q.Free, program.Level{Time: seg.time, Free: seg.free})
	}
	for i := range p.kinds {
		k := &p.kinds[i]
		costs := make([]int64, len(k.starts))
		for j, s := range k.starts {
			costs[j] = p.steps(k.width * (s - k.earliest))
		}
		q.Kinds = append(q.Kinds, program.Kind{
			Width: k.width, Duration: k.duration, Count: k.count, Starts: k.starts, Costs: costs,
		})
	}
	written, err := program.New(q, f)
	if err != nil {
		panic(err) // the formulation is one of package program
	}
	return &listedProgram{p, written}
}

// handed is what HiGHS made of a program.
type handed struct {
	finished   bool  // HiGHS found the best schedule, or proved that none is better
	bound      int64 // in costs: no schedule of the program that is better than the best known costs less
	iterations int64 // of the simplex method
}

// hand lets HiGHS look for a schedule of a problem that is better than the best known. The
// kinds list their starts. HiGHS may take so many nodes of its tree, and at most so many
// simplex iterations; 0: any number.
func (t *tree) hand(p *problem, nodes, iterations int64) handed {
	m := newProgram(p, cmp.Or(t.programs, program.FormulationPulse))
	cutoff := float64(p.steps(p.below(t.incumbent.upper) - p.base))
	o := mip.Options{Cutoff: &cutoff, NodeLimit: nodes, IterationLimit: iterations, AbsGap: 0.5, MemoryLimit: t.memory}
	o.HiGHS = map[string]any{
		"mip_heuristic_effort": 0.0, // mostly the best schedule is known already
		"mip_detect_symmetry":  false,
	}
	r, err := mip.Solve(t.ctx, m.written.Model, o)
	if err != nil {
		return handed{} // HiGHS failed: the tree goes on without it
	}
	before := t.incumbent.upper
	if r.X != nil {
		t.incumbent.tryOrder(p, m.order(r.X))
	}
	h := handed{iterations: r.LPIterations}
	h.finished = r.Status == mip.StatusOptimal || r.Status == mip.StatusCutoff || r.Status == mip.StatusInfeasible
	if !h.finished && !math.IsInf(r.Bound, 0) {
		steps := math.Ceil(r.Bound - grid.Tolerance(r.Bound))
		h.bound = min(before, p.base+int64(min(steps, cutoff+1))*max(1, p.lattice))
	}
	t.incumbent.nodes += r.Nodes
	t.effort.count(m.written.Model.Columns(), m.written.Model.Rows(), m.written.Model.Nonzeros(), h.finished)
	return h
}

// order returns the jobs in the order of their starts in a solution.
func (m *listedProgram) order(x []float64) (order []placement) {
	for i, counts := range m.written.Started(x) {
		for j, n := range counts {
			for range n {
				order = append(order, placement{i, m.problem.kinds[i].starts[j]})
			}
		}
	}
	slices.SortStableFunc(order, func(a, b placement) int { return cmp.Compare(a.start, b.start) })
	return order
}
