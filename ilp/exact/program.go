package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// newProgram writes the integer program of a problem whose kinds list their starts. It
// counts costs in multiples of the lattice, above the cost of all jobs at their earliest
// starts.
func newProgram(p *engine.Problem, f grid.Formulation) *program.Program {
	cost := func(k *engine.Kind, start int64) int64 { return p.Steps(k.Weight * (start - k.Earliest)) }
	return program.New(listed(p, cost), f)
}

// listed returns a problem whose kinds list their starts, with the given cost of a start.
func listed(p *engine.Problem, cost func(k *engine.Kind, start int64) int64) *program.Problem {
	q := &program.Problem{Free: p.Free}
	for i := range p.Kinds {
		k := &p.Kinds[i]
		costs := make([]int64, len(k.Starts))
		for j, start := range k.Starts {
			costs[j] = cost(k, start)
		}
		q.Kinds = append(q.Kinds, program.Kind{
			Width: k.Width, Duration: k.Duration, Count: k.Count, Starts: k.Starts, Costs: costs,
		})
	}
	return q
}

// mostCost is the largest cost above that of the earliest starts, in multiples of the lattice,
// with which a problem is handed to HiGHS. HiGHS works with doubles and with tolerances of 1e-7
// to 1e-6. It cannot tell finer costs apart.
const mostCost = 1 << 40

// handed is what HiGHS made of a program.
type handed struct {
	finished   bool  // HiGHS found the best schedule, or proved that none is better
	bound      int64 // in costs: no schedule of the program that is better than the best known costs less
	iterations int64 // of the simplex method
}

// hand lets HiGHS look for a schedule of a problem that is better than the best known. The
// kinds list their starts. HiGHS may take so many nodes of its tree, and at most so many
// simplex iterations; 0: any number.
func (t *worker) hand(p *engine.Problem, nodes, iterations int64) handed {
	if t.without[programs] || t.untimed {
		return handed{}
	}
	if p.Steps(p.Below(t.incumbent.upper)-p.Base) > mostCost {
		return handed{}
	}
	g := newProgram(p, cmp.Or(t.programs, grid.FormulationPulse))
	if !g.Provable() {
		return handed{}
	}
	cutoff := float64(p.Steps(p.Below(t.incumbent.upper) - p.Base))
	o := mip.Options{
		Cutoff:         &cutoff,
		NodeLimit:      nodes,
		IterationLimit: iterations,
		AbsGap:         0.5,
		MemoryLimit:    t.limits.memory,
	}
	o.HiGHS = map[string]any{
		"mip_heuristic_effort": 0.0, // mostly the best schedule is known already
		"mip_detect_symmetry":  false,
	}
	r, err := mip.Solve(t.ctx, g.Model, o)
	if err != nil {
		return handed{} // HiGHS failed: the tree goes on without it
	}
	before := t.incumbent.upper
	if r.X != nil {
		t.incumbent.tryOrder(p, order(p, g.Started(r.X)))
	}
	h := handed{iterations: r.LPIterations}
	h.finished = r.Status == mip.StatusOptimal || r.Status == mip.StatusCutoff ||
		r.Status == mip.StatusInfeasible
	if !h.finished && !math.IsInf(r.Bound, 0) {
		steps := math.Ceil(r.Bound - mip.Tolerance(r.Bound))
		h.bound = min(before, p.Base+int64(min(steps, cutoff+1))*max(1, p.Lattice))
	}
	t.incumbent.nodes += r.Nodes
	t.effort.count(g.Model, h.finished)
	return h
}

// order returns the jobs in the order of their starts, where so many jobs, by kind and start,
// start.
func order(p *engine.Problem, started [][]int64) (order []placement) {
	for i, counts := range started {
		for j, n := range counts {
			for range n {
				order = append(order, placement{i, p.Kinds[i].Starts[j]})
			}
		}
	}
	slices.SortStableFunc(
		order,
		func(a, b placement) int { return cmp.Compare(a.start, b.start) },
	)
	return order
}

// The whole problem is tried as an integer program where it lists few starts. HiGHS
// ends some problems that the tree does not end, such as those in which most jobs take
// equally long. The work of a try is the product of simplex iterations and starts. The
// first try may take firstWork, the second one nextWork, and each later one workGrows times
// as much as the one before. workPerTried takes as long as crewPatience nodes.
const (
	mostOfWhole  = 1000 // starts
	firstWork    = 250_000
	nextWork     = 6_000_000
	workGrows    = 4
	workPerTried = 300
)

// solveWhole lets HiGHS try to solve the whole problem, with the starts that the best
// schedule leaves.
func (s *solver) solveWhole() (finished bool) {
	t := s.tree
	if n := s.last.Problem.Listed(); n == 0 || n > mostOfWhole {
		return false
	}
	// A better schedule leaves fewer starts.
	if !s.last.Finish(s.last.Proven, t.incumbent.upper) {
		return t.proves(ProofPrices)
	}
	return !t.late() && t.tryWhole(s.last)
}

// tryWhole lets HiGHS try to solve the whole problem with the starts that are listed. What
// HiGHS proves raises the floor.
func (t *worker) tryWhole(a *engine.Decomposition) (finished bool) {
	n := a.Problem.Listed()
	t.effort.Listed = int64(n)
	if n == 0 || n > mostOfWhole {
		return false
	}
	r := t.hand(a.Problem, 0, t.wholeWork/int64(n))
	t.wholeWork = max(nextWork, workGrows*t.wholeWork)
	t.floor = max(t.floor, min(t.incumbent.upper, r.bound))
	t.stopped = t.stop()
	return r.finished && !t.watch.Up() &&
		t.proves(ProofProgram) // else its schedule may be missing
}
