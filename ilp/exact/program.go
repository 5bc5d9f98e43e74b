package exact

import (
	"cmp"
	"context"
	"slices"

	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// listedProgram is the integer program of a problem whose kinds list their starts. It
// counts costs in multiples of the lattice, above the cost of all jobs at their earliest
// starts.
type listedProgram struct {
	*problem
	written *program.Program
}

// newProgram writes the program of a problem.
func newProgram(p *problem) *listedProgram {
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
	written, err := program.New(q, programFormulation)
	if err != nil {
		panic(err) // the formulation is one of package program
	}
	return &listedProgram{p, written}
}

// steps returns a cost in multiples of the lattice.
func (p *problem) steps(cost int64) int64 { return cost / max(1, p.lattice) }

// solve looks for a schedule that is better than the best known. HiGHS may take so many
// nodes of its tree, and at most so many simplex iterations; 0: any number. finished tells
// that HiGHS found the best schedule, or proved that none is better.
func (m *listedProgram) solve(ctx context.Context, known *incumbent, nodes, most int64) (finished bool, iterations int64) {
	cutoff := float64(m.steps(m.below(known.upper) - m.base))
	o := mip.Options{Cutoff: &cutoff, NodeLimit: nodes, IterationLimit: most, AbsGap: 0.5}
	o.HiGHS = map[string]any{
		"mip_heuristic_effort": 0.0, // mostly the best schedule is known already
		"mip_detect_symmetry":  false,
	}
	r, err := mip.Solve(ctx, m.written.Model, o)
	if err != nil {
		return false, 0 // HiGHS failed: the tree goes on without it
	}
	if r.X != nil {
		var order []placement
		for i, counts := range m.written.Started(r.X) {
			for j, n := range counts {
				for range n {
					order = append(order, placement{i, m.kinds[i].starts[j]})
				}
			}
		}
		slices.SortStableFunc(order, func(a, b placement) int { return cmp.Compare(a.start, b.start) })
		known.tryOrder(m.problem, order)
	}
	finished = r.Status == mip.StatusOptimal || r.Status == mip.StatusCutoff || r.Status == mip.StatusInfeasible
	return finished, r.LPIterations
}
