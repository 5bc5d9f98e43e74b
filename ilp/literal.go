package ilp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// literal hands HiGHS the program as printed. Where that is too large for a limit, the answer is
// what is known without it.
func literal(ctx context.Context, scaled *grid.Scaled, o Options) (*Solution, error) {
	r := &run{scaled: scaled, o: o, begin: time.Now(), best: scaled.Known}
	r.sol = Solution{
		Solution:      exact.Solution{Status: optgap.StatusFeasible, EndedBy: optgap.EndedTimeLimit},
		Scale:         scaled.Scale,
		GridObjective: scaled.Objective(scaled.Upper),
		GridBound:     scaled.Objective(scaled.Least),
	}
	r.report()
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.begin.Add(o.TimeLimit))
		defer cancel()
	}
	most, by := o.listable(r.begin)
	p, err := listAll(scaled, most)
	if errors.Is(err, grid.ErrTooLarge) {
		r.sol.EndedBy = by
		return r.compacted(), nil
	}
	if err != nil {
		return nil, err
	}
	r.sol.Effort.Starts = int64(p.Size())
	r.sol.Effort.Listed = r.sol.Effort.Starts
	r.report()
	if by := o.refuse(p, scaled.End, r.begin); by != "" {
		r.sol.EndedBy = by
		return r.compacted(), nil
	}
	if err := r.hand(ctx, program.New(p, o.Formulation)); err != nil {
		return nil, err
	}
	return r.compacted(), nil
}

// listAll lists every start at which a job fits by itself, at most so many. Each job has variables
// of its own, as in the paper's program as it is printed.
func listAll(scaled *grid.Scaled, most int64) (*program.Problem, error) {
	return program.List(scaled, program.Options{Apart: true, Most: most})
}

// run is a problem on the way to a solution by HiGHS alone.
type run struct {
	scaled *grid.Scaled
	o      Options
	begin  time.Time       // of all work
	best   optgap.Schedule // the best one known, in slots
	sol    Solution        // its objective, and the best bound known
}

// raise takes a bound on the grid that is better than the best one known.
func (r *run) raise(bound int64) {
	r.sol.GridBound = max(r.sol.GridBound, min(bound, r.sol.GridObjective))
}

// proven tells that the bound meets the schedule.
func (r *run) proven() bool { return r.sol.GridBound == r.sol.GridObjective }

// take takes a bound of HiGHS, and a solution of the program, nil if there is none, where it is
// better than the best schedule known. HiGHS can take a processor too many of a large machine. The
// jobs are then planned again, in their order.
func (r *run) take(g *program.Program, x []float64, bound float64) error {
	if x != nil {
		s := g.Schedule(x)
		err := s.Check(r.scaled.Step)
		if err != nil && g.Provable() {
			return fmt.Errorf("ilp: schedule of the program: %w", err)
		}
		if err != nil {
			s = timescale.Compact(r.scaled.Step, s)
		}
		if v := r.scaled.Objective(s.Objective(r.scaled.Step)); v < r.sol.GridObjective {
			r.best = s
			r.sol.GridObjective = v
		}
	}
	r.raise(g.RoundUp(bound))
	return nil
}

// report calls Options.Report with what is known.
func (r *run) report() {
	if r.o.Report == nil {
		return
	}
	sol := *r.compacted()
	if r.proven() {
		sol.Status = optgap.StatusOptimal
		sol.EndedBy = optgap.EndedFinished
	}
	r.o.Report(sol)
}

// compacted returns the solution with the best schedule, compacted to one second.
func (r *run) compacted() *Solution {
	sol := r.sol
	sol.Compact(r.scaled, r.best)
	sol.Seconds = time.Since(r.begin).Seconds()
	return &sol
}

// hand hands a program to HiGHS, with the best schedule known as the solution from which it starts.
func (r *run) hand(ctx context.Context, g *program.Program) error {
	e := &r.sol.Effort
	e.Programs = 1
	e.Columns = g.Model.Columns()
	e.Rows = g.Model.Rows()
	e.Nonzeros = g.Model.Nonzeros()
	start, ok := g.Solution(r.best)
	if !ok {
		return fmt.Errorf("ilp: the program lacks a start of the schedule it has to improve")
	}
	if !g.Provable() {
		r.sol.Warnings = append(r.sol.Warnings, mip.Unprovable)
		r.price(ctx)
	}
	cutoff := float64(r.sol.GridObjective)
	o := r.o.forHiGHS(r.begin, e.Nonzeros)
	o.Start = start
	o.Cutoff = &cutoff
	if r.o.Report != nil {
		o.Report = func(now mip.Progress) {
			r.sol.Nodes = now.Nodes
			// Else feasible within HiGHS's tolerances only.
			if r.take(g, now.X, now.Bound) == nil {
				r.report()
			}
		}
	}
	result, err := mip.Solve(ctx, g.Model, o)
	if err != nil && g.Provable() {
		return fmt.Errorf("ilp: HiGHS: %w", err)
	}
	return r.conclude(g, &result)
}

// price raises the bound to that of the first prices of the search.
func (r *run) price(ctx context.Context) {
	search := exact.Options{Limits: r.o.Limits, Evaluations: -1}
	// The error is that there is more than one start.
	_, bound, _ := exact.List(ctx, r.scaled, search, 1)
	r.raise(bound)
}

// conclude says what HiGHS has found and proven.
func (r *run) conclude(g *program.Program, result *mip.Result) error {
	r.sol.Nodes = result.Nodes
	r.sol.EndedBy = cmp.Or(result.EndedBy, optgap.EndedFinished)
	ended := result.Status == mip.StatusOptimal ||
		result.Status == mip.StatusCutoff // which finds nothing better
	if result.X == nil && !ended && result.Status != mip.StatusLimit && g.Provable() {
		return fmt.Errorf(
			"ilp: HiGHS ended with status %s on a program that has a solution",
			result.Status,
		)
	}
	if err := r.take(g, result.X, result.Bound); err != nil {
		return err
	}
	switch {
	case g.Provable() && (r.proven() || ended && !r.tooFine()):
		r.optimal(exact.ProofProgram)
		r.sol.Effort.Ended = 1
	case r.proven():
		r.optimal(exact.ProofPrices)
	}
	if r.o.RelGap == 0 && r.sol.Status == optgap.StatusOptimal {
		r.sol.GridBound = r.sol.GridObjective
	}
	return nil
}

// optimal says what has proven the schedule optimal.
func (r *run) optimal(by exact.Proof) {
	r.sol.Status = optgap.StatusOptimal
	r.sol.EndedBy = optgap.EndedFinished
	r.sol.Effort.ProvenBy = by
}

// mostExact is the largest objective for which the end of HiGHS is a proof, where jobs have
// weights.
const mostExact = 1 << 40

// tooFine tells that weights are too fine for the tolerances of HiGHS, 1e-7 to 1e-6, to tell the
// objective of a schedule from the next one. HiGHS then proves its bound, less an allowance, and no
// more.
func (r *run) tooFine() bool {
	return r.scaled.Of.Objective() != optgap.ObjectiveARTwW && r.sol.GridObjective > mostExact
}

// forHiGHS returns HiGHS's options for a program of so many nonzeros, on which work began at begin.
// HiGHS gets a little less than the time left, as it notices late that the time is over and takes
// time to end.
func (o Options) forHiGHS(begin time.Time, nonzeros int) mip.Options {
	mo := mip.Options{
		RelGap:      o.RelGap,
		NodeLimit:   o.NodeLimit,
		Seed:        int(o.Seed % (1 << 31)),
		MemoryLimit: o.Memory,
	}
	if o.TimeLimit > 0 {
		left := o.TimeLimit - time.Since(begin)
		ending := time.Duration(float64(nonzeros) * secondsOfEnding * float64(time.Second))
		mo.TimeLimit = max(left-min(ending, left/10), time.Millisecond)
	}
	return mo
}
