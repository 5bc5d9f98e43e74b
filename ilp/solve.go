package ilp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/ilp/lagrange"
	"github.com/optgap/optgap/timescale"
)

// Solution is what Solve found.
type Solution struct {
	Status  optgap.Status // of the program on the grid
	EndedBy optgap.EndedBy
	Scale   int64 // seconds per slot

	Schedule optgap.Schedule // at one second, after compaction; nil with status Memory and Limit
	// GridObjective is the objective of the schedule on the grid and GridBound a
	// proven lower bound on the program's optimum, in processor-seconds; 0
	// without a schedule.
	GridObjective, GridBound int64

	Columns, Rows, Nonzeros int   // of the program handed to HiGHS; 0 where none was needed
	Nodes                   int64 // of HiGHS's search tree
	Seconds                 float64
}

// bytesPerNonzero guards against programs that cannot fit into memory. In its first
// second HiGHS took from 40 bytes for each entry (pulse, 22 million entries) to 700
// (step, 0.4 million). The memory limit catches what the search takes beyond that.
const bytesPerNonzero = 600

// bytesPerStart is what a start takes while the problem is stated.
const bytesPerStart = 64

// Solve solves the step, which is valid and has at least one job. An error means
// that the run itself failed; limits are statuses.
func Solve(ctx context.Context, step *optgap.Step, o Options) (*Solution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	begin := time.Now()
	o = o.withDefaults()
	s := survey(step, o)
	sol := &Solution{Scale: s.scale}
	err := s.solve(ctx, o, begin, sol)
	sol.Seconds = time.Since(begin).Seconds()
	return sol, err
}

func (s *situation) solve(ctx context.Context, o Options, begin time.Time, sol *Solution) error {
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, begin.Add(o.TimeLimit))
		defer cancel()
	}
	p, bound, err := s.problem(ctx, o)
	if errors.Is(err, grid.ErrTooLarge) {
		sol.Status, sol.EndedBy = optgap.StatusMemory, optgap.EndedMemoryLimit
		return nil
	}
	if err != nil {
		return err
	}
	upper := s.incumbent.Objective(s.step)
	sol.GridBound = min(bound, upper)
	if bound >= upper && !o.Plain {
		sol.Status, sol.EndedBy = optgap.StatusOptimal, optgap.EndedFinished
		return s.answer(sol, s.incumbent)
	}
	if o.Memory > 0 && program.Nonzeros(p, o.Formulation)*bytesPerNonzero > o.Memory {
		sol.Status, sol.EndedBy = optgap.StatusMemory, optgap.EndedMemoryLimit
		sol.GridBound = 0
		return nil
	}
	return s.run(ctx, o, begin, p, sol)
}

// problem states the step on its grid with the starts that can matter, and a
// bound on its optimum.
func (s *situation) problem(ctx context.Context, o Options) (*grid.Problem, int64, error) {
	options := grid.Options{Horizon: s.horizon, Plain: o.Plain, MaxStarts: int(min(o.Memory/bytesPerStart, math.MaxInt))}
	if o.Plain {
		p, err := grid.Restrict(s.step, s.scale, options)
		if err != nil {
			return nil, 0, err
		}
		return p, p.Least(), nil
	}
	upper := s.incumbent.Objective(s.step)
	options.Cutoff = upper
	p, err := grid.Restrict(s.step, s.scale, options)
	if err != nil {
		return nil, 0, err
	}
	return p, shrink(ctx, p, upper, timescale.Ceil(s.incumbent.Makespan(s.scaled), s.scale)), nil
}

// shrink drops from the problem the starts that only schedules with an objective above
// upper use. It returns a bound on the optimum. Where a bound of upper or more is
// proven, it stops and returns that.
func shrink(ctx context.Context, p *grid.Problem, upper int64, makespan grid.Slot) int64 {
	bound := p.Least()
	for range rounds {
		before := p.Size()
		p.Tighten()
		b := lagrange.Maximise(p, upper, makespan, lagrange.Options{Stop: func() bool { return ctx.Err() != nil }})
		if bound = max(bound, p.RoundUp(b.Value)); bound >= upper {
			break
		}
		b.Fix(p, upper)
		if p.Size() > before*3/4 || ctx.Err() != nil {
			break
		}
	}
	p.Tighten()
	return bound
}

// rounds bounds how often a bound is sought anew after starts were dropped.
const rounds = 3

// run hands the program to HiGHS.
func (s *situation) run(ctx context.Context, o Options, begin time.Time, p *grid.Problem, sol *Solution) error {
	g, err := program.New(p, o.Formulation)
	if err != nil {
		return err
	}
	sol.Columns, sol.Rows, sol.Nonzeros = g.Model.Columns(), g.Model.Rows(), g.Model.Nonzeros()
	start, ok := g.Solution(s.incumbent)
	if !ok {
		return fmt.Errorf("ilp: the program lacks a start of the schedule it has to improve")
	}
	cutoff := float64(s.incumbent.Objective(s.step))
	mo := o.forHiGHS(begin, &cutoff)
	mo.Start = start
	r, err := mip.Solve(ctx, g.Model, mo)
	if err != nil {
		return fmt.Errorf("ilp: HiGHS: %w", err)
	}
	sol.Nodes = r.Nodes
	sol.EndedBy = r.EndedBy
	best := s.incumbent
	switch r.Status {
	case mip.StatusOptimal, mip.StatusFeasible:
		if found := g.Schedule(r.X); found.Objective(s.step) < best.Objective(s.step) {
			best = found
		}
	case mip.StatusCutoff: // nothing better than the incumbent
	case mip.StatusLimit:
	default:
		return fmt.Errorf("ilp: HiGHS ended with status %s on a program that has a solution", r.Status)
	}
	sol.GridBound = max(sol.GridBound, min(p.RoundUp(r.Bound), best.Objective(s.step)))
	sol.Status = optgap.StatusFeasible
	if r.Status == mip.StatusOptimal || r.Status == mip.StatusCutoff || sol.GridBound >= best.Objective(s.step) {
		sol.Status, sol.EndedBy = optgap.StatusOptimal, optgap.EndedFinished
	}
	if o.RelGap == 0 && o.AbsGap == 0 && sol.Status == optgap.StatusOptimal {
		sol.GridBound = best.Objective(s.step)
	}
	return s.answer(sol, best)
}

// forHiGHS returns HiGHS's options for a program on which work began at begin.
func (o Options) forHiGHS(begin time.Time, cutoff *float64) mip.Options {
	mo := mip.Options{
		RelGap: o.RelGap, AbsGap: o.AbsGap, NodeLimit: o.NodeLimit, Seed: int(o.Seed % (1 << 31)),
		Cutoff: cutoff, MemoryLimit: o.Memory,
	}
	if o.withoutPresolve {
		mo.HiGHS = map[string]any{"presolve": "off"}
	}
	if o.TimeLimit > 0 {
		mo.TimeLimit = max(o.TimeLimit-time.Since(begin), time.Millisecond)
	}
	return mo
}

// answer checks the grid schedule and compacts it to one second.
func (s *situation) answer(sol *Solution, onGrid optgap.Schedule) error {
	if err := onGrid.Check(s.step); err != nil {
		return fmt.Errorf("ilp: schedule of the program: %w", err)
	}
	sol.GridObjective = onGrid.Objective(s.step)
	sol.Schedule = timescale.Compact(s.step, onGrid)
	return nil
}
