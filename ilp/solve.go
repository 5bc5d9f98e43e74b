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
	"github.com/optgap/optgap/timescale"
)

// Solution is a schedule and a bound, with the reason why Solve ended.
type Solution struct {
	Status  optgap.Status // of the program on the grid
	EndedBy optgap.EndedBy
	Scale   int64 // seconds per slot

	Schedule optgap.Schedule // at one second, after compaction
	// GridObjective is the objective of the schedule on the grid.
	// GridBound is a proven lower bound on the program's optimum. Both are in
	// processor-seconds.
	GridObjective, GridBound int64

	Nodes    int64   // of all searches, HiGHS's tree among them
	Seconds  float64 // that Solve took
	Effort   exact.Effort
	Warnings []string // for the reader of the solution
}

// Solve solves the step. A step that is not valid or has no job is an
// *optgap.FieldError, and so is an option out of its range. Any other error means that
// the run itself failed; limits are statuses.
func Solve(ctx context.Context, step *optgap.Step, o Options) (*Solution, error) {
	if err := cmp.Or(grid.Check(step), o.Validate()); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if o.Statement != StatementEngine {
		return solveProgram(ctx, step, o)
	}
	search := o.engine()
	if o.Report != nil {
		search.ReportOnGrid = func(sol exact.GridSolution) { o.Report(*ofEngine(&sol)) }
	}
	sol, err := exact.SolveOnGrid(ctx, step, o.Grid(), search)
	if err != nil {
		return nil, err
	}
	return ofEngine(sol), nil
}

// engine returns the options of the search that states the program, and that splits what
// is too large for HiGHS.
func (o Options) engine() exact.Options {
	return exact.Options{
		Programs: o.Formulation, TimeLimit: o.TimeLimit, Memory: o.Memory, NodeLimit: o.NodeLimit,
		RelGap: o.RelGap, AbsGap: o.AbsGap, Evaluations: o.Evaluations, Seed: o.Seed, Workers: o.Workers,
	}
}

func ofEngine(sol *exact.GridSolution) *Solution {
	return &Solution{
		Status: sol.Status, EndedBy: sol.EndedBy, Scale: sol.Scale, Schedule: sol.Schedule,
		GridObjective: sol.GridObjective, GridBound: sol.GridBound,
		Nodes: sol.Nodes, Seconds: sol.Seconds, Effort: sol.Effort,
	}
}

// solveProgram leaves the whole program to HiGHS.
func solveProgram(ctx context.Context, step *optgap.Step, o Options) (*Solution, error) {
	s := survey(step, o)
	sol := &Solution{Scale: s.scale}
	err := s.solve(ctx, o, sol)
	sol.Seconds = time.Since(s.begin).Seconds()
	return sol, err
}

// solve fills in a solution whose scale is set.
func (s *situation) solve(ctx context.Context, o Options, sol *Solution) error {
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.begin.Add(o.TimeLimit))
		defer cancel()
	}
	sol.GridBound = s.least()
	s.report(o, *sol, s.incumbent)
	q, err := s.state(ctx, o, sol)
	if e := (*tooLarge)(nil); errors.As(err, &e) {
		return s.refuse(sol, e.by)
	}
	if err != nil {
		return err
	}
	s.report(o, *sol, s.incumbent)
	if o.Statement == StatementListed && sol.GridBound == s.incumbent.Objective(s.step) {
		sol.Status, sol.EndedBy, sol.Effort.ProvenBy = optgap.StatusOptimal, optgap.EndedFinished, exact.ProofPrices
		return s.answer(sol, s.incumbent)
	}
	if by := o.refuses(q, s.begin); by != "" {
		return s.refuse(sol, by)
	}
	return s.run(ctx, o, q, sol)
}

// refuse ends at a limit that leaves no memory or no time for the program. The answer is
// the schedule and the bound known without the program.
func (s *situation) refuse(sol *Solution, by optgap.EndedBy) error {
	sol.Status, sol.EndedBy = optgap.StatusFeasible, by
	return s.answer(sol, s.incumbent)
}

// run hands the program to HiGHS and fills in the solution.
func (s *situation) run(ctx context.Context, o Options, q *stated, sol *Solution) error {
	g, err := q.write()
	if err != nil {
		return err
	}
	e := &sol.Effort
	e.Programs, e.Columns, e.Rows, e.Nonzeros = 1, g.model.Columns(), g.model.Rows(), g.model.Nonzeros()
	start, ok := g.solution(s.incumbent)
	if !ok {
		return fmt.Errorf("ilp: the program lacks a start of the schedule it has to improve")
	}
	if !g.provable {
		sol.Warnings = append(sol.Warnings, mip.Unprovable)
		q.roundUp = func(float64) int64 { return 0 }
		s.price(ctx, o, sol)
	}
	cutoff := float64(s.incumbent.Objective(s.step))
	mo := o.forHiGHS(s.begin, g.model, &cutoff)
	mo.Start = start
	if o.Report != nil {
		mo.Report = func(now mip.Progress) { s.progress(o, g, q, *sol, now) }
	}
	r, err := mip.Solve(ctx, g.model, mo)
	if err != nil && g.provable {
		return fmt.Errorf("ilp: HiGHS: %w", err)
	}
	return s.conclude(o, g, q, &r, sol)
}

// price raises the bound to that of the first prices of the search.
func (s *situation) price(ctx context.Context, o Options, sol *Solution) {
	search := o.engine()
	search.Evaluations = -1
	if l, _ := exact.List(ctx, s.step, o.Grid(), search, 1); l != nil { // the error is that there is more than one start
		sol.GridBound = min(max(sol.GridBound, l.Bound), s.incumbent.Objective(s.step))
	}
}

// conclude fills in the solution once HiGHS has ended.
func (s *situation) conclude(o Options, g *written, q *stated, r *mip.Result, sol *Solution) error {
	sol.Nodes, sol.EndedBy = r.Nodes, cmp.Or(r.EndedBy, optgap.EndedFinished)
	best := s.incumbent
	ended := r.Status == mip.StatusOptimal || r.Status == mip.StatusCutoff // which finds nothing better
	switch {
	case r.X != nil:
		best = s.better(g, r.X)
	case !ended && r.Status != mip.StatusLimit && g.provable:
		return fmt.Errorf("ilp: HiGHS ended with status %s on a program that has a solution", r.Status)
	}
	sol.GridBound = max(sol.GridBound, min(q.roundUp(r.Bound), best.Objective(s.step)))
	sol.Status = optgap.StatusFeasible
	switch proven := sol.GridBound >= best.Objective(s.step); {
	case g.provable && (proven || ended && !tooFine(s.step, best)):
		sol.Status, sol.EndedBy = optgap.StatusOptimal, optgap.EndedFinished
		sol.Effort.Ended, sol.Effort.ProvenBy = 1, exact.ProofProgram
	case proven:
		sol.Status, sol.EndedBy, sol.Effort.ProvenBy = optgap.StatusOptimal, optgap.EndedFinished, exact.ProofPrices
	}
	if o.RelGap == 0 && o.AbsGap == 0 && sol.Status == optgap.StatusOptimal {
		sol.GridBound = best.Objective(s.step)
	}
	return s.answer(sol, best)
}

// better returns the schedule of a solution, or the best one known where that is better. HiGHS can
// take a processor too many of a large machine. The jobs are then planned again, in their
// order.
func (s *situation) better(g *written, x []float64) optgap.Schedule {
	found := g.schedule(x)
	if !g.provable && found.Check(s.scaled) != nil {
		found = timescale.Compact(s.scaled, found)
	}
	late := s.horizon > 0 && found.Makespan(s.scaled) > s.horizon.Start(s.scale)
	if late || found.Objective(s.step) >= s.incumbent.Objective(s.step) {
		return s.incumbent
	}
	return found
}

// mostExact is the largest objective for which the end of HiGHS is a proof, where jobs have weights.
const mostExact = 1 << 40

// tooFine tells that weights are too fine for the tolerances of HiGHS, 1e-7 to 1e-6, to tell the
// objective of a schedule from the next one. HiGHS then proves its bound, less an allowance, and no
// more.
func tooFine(step *optgap.Step, best optgap.Schedule) bool {
	return step.Objective() != optgap.ObjectiveARTwW && best.Objective(step) > mostExact
}

// progress reports the progress of HiGHS. known is the solution without it.
func (s *situation) progress(o Options, g *written, q *stated, known Solution, now mip.Progress) {
	known.GridBound, known.Nodes = max(known.GridBound, q.roundUp(now.Bound)), now.Nodes
	best := s.incumbent
	if now.X != nil {
		best = s.better(g, now.X)
	}
	s.report(o, known, best)
}

// forHiGHS returns HiGHS's options for a program on which work began at begin. HiGHS
// gets a little less than the time left, as it notices late that the time is over and
// takes time to end.
func (o Options) forHiGHS(begin time.Time, m *mip.Model, cutoff *float64) mip.Options {
	mo := mip.Options{
		RelGap: o.RelGap, AbsGap: o.AbsGap, NodeLimit: o.NodeLimit, Seed: int(o.Seed % (1 << 31)),
		Cutoff: cutoff, MemoryLimit: o.Memory,
	}
	if o.TimeLimit > 0 {
		left := o.TimeLimit - time.Since(begin)
		ending := time.Duration(float64(m.Nonzeros()) * secondsOfEnding * float64(time.Second))
		mo.TimeLimit = max(left-min(ending, left/10), time.Millisecond)
	}
	return mo
}

// answer checks a schedule on the grid, and fills it in, compacted to one second, with its
// objective on the grid.
func (s *situation) answer(sol *Solution, onGrid optgap.Schedule) error {
	if err := onGrid.Check(s.scaled); err != nil {
		return fmt.Errorf("ilp: schedule of the program: %w", err)
	}
	sol.GridObjective = onGrid.Objective(s.step)
	sol.Schedule = timescale.Compact(s.step, onGrid)
	return nil
}
