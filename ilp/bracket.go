package ilp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// Bracketed is what Bracket found. Status and Schedule are about the one-second
// problem: it is optimal where the ends meet. Scale, GridObjective and GridBound are
// those of the finest Eq. 4 program, the sizes those of the largest program. Nodes are
// those of all programs.
type Bracketed struct {
	Solution
	// Lower <= optimum at one second <= Upper, the objective of Schedule.
	Lower, Upper int64
	Grids        []Ends // from coarse to fine
}

// Ends are the best ends known once a grid was done with.
type Ends struct {
	Scale        int64 // seconds per slot
	Lower, Upper int64
	Seconds      float64 // since the start
}

// shareOfRestricting is the share of the time left that a grid's Eq. 4 program may
// take. The schedule known beforehand is mostly the best, so the time serves the bound
// better. The relaxing program may then take all that is left: if that does not
// suffice, finer grids would not do either.
const shareOfRestricting = 0.25

// Bracket encloses the optimum of a valid step at one second, which has at least
// one job. On each grid it solves two programs:
//
//   - the paper's, which restricts (durations rounded up, Eq. 4): its schedule,
//     compacted, is feasible at one second and so an upper end;
//   - one that relaxes (durations and starts rounded down, capacity up, see
//     timescale.Relax): its solver's bound is a lower end.
//
// It begins with the scale of the options and refines the grid. It ends when the ends
// meet or are as close as RelGap or AbsGap asks, when a limit is reached, or after the
// grid of one second, on which both programs are the same and only one is solved. The
// best ends are kept. Every program starts from the best schedule known and lacks the
// starts that no better schedule can use.
//
// The time limit is for all programs together. A grid's first program may take a
// quarter of the time left, its second one the rest, and the next grid what they
// leave. The node limit is for each program. A horizon other than the safe one is an
// error.
//
// The lower end relies on HiGHS's search, as GridBound does, and on safe for its
// rounding errors. An error means that the run itself failed.
func Bracket(ctx context.Context, step *optgap.Step, o Options) (*Bracketed, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if o.Horizon != HorizonSafe {
		return nil, &optgap.FieldError{Field: "horizon", Found: string(o.Horizon), Expected: "safe, as a bracket is about the one-second problem"}
	}
	// On programs of 10000 columns and more HiGHS's presolve takes all of 10 s, so that
	// there would be no bound at all. Their linear programs take 0.2 to 4 s. Without
	// presolve the median width after 10 s is half as large on KTH steps of 13 to 20 jobs.
	o.withoutPresolve = true
	b := &bracket{step: step, o: o, begin: time.Now(), scale: o.Grid().ScaleOf(step)}
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, b.begin.Add(o.TimeLimit))
		defer cancel()
	}
	b.known()
	for scale := b.scale; ; scale = finer(scale) {
		b.scale, b.stopped = scale, "" // by the limits of a coarser grid, which a finer one may do without
		if err := b.grid(ctx); err != nil {
			return nil, err
		}
		if b.closed() || b.out(ctx) || scale == 1 {
			break
		}
	}
	b.found.Seconds = time.Since(b.begin).Seconds()
	return b.conclude(ctx), nil
}

// finer returns the scale that follows on a scale above 1: a half, a third or a fifth
// of it where that is whole, so that durations of full slots stay such, else the half
// rounded down.
func finer(scale int64) int64 {
	for _, f := range []int64{2, 3, 5} {
		if scale%f == 0 {
			return scale / f
		}
	}
	return scale / 2
}

// bracket is the state of Bracket.
type bracket struct {
	step    *optgap.Step
	o       Options
	begin   time.Time
	found   Bracketed
	stopped optgap.EndedBy // what cut the last grid's programs short, "" if nothing did
	refused bool           // a program was left out, as there would be no time or memory for it
	scale   int64          // of the grid at work, in seconds per slot
}

// known sets the ends to what is known without a program: the best policy's plan,
// improved by a search, and every job at its earliest start.
func (b *bracket) known() {
	best := heuristics.BestPlan(b.step)
	if evaluations := b.o.evaluations(len(b.step.Jobs)); evaluations > 0 {
		best, _ = heuristics.Search(b.step, best, b.o.search(evaluations, b.begin))
	}
	b.found.Schedule, b.found.Upper = best, best.Objective(b.step)
	b.raise(b.step.EarliestStarts().Objective(b.step))
	b.report()
}

// raise and lower move the ends. A program lacks what is worse than the best schedule
// known. So its bound counts up to that schedule's objective only.
func (b *bracket) raise(bound int64) { b.found.Lower = max(b.found.Lower, min(bound, b.found.Upper)) }

func (b *bracket) lower(s optgap.Schedule) {
	if v := s.Objective(b.step); v < b.found.Upper {
		b.found.Schedule, b.found.Upper = s, v
	}
}

// closed tells that the ends are as close as the gaps ask.
func (b *bracket) closed() bool {
	width := float64(b.found.Upper - b.found.Lower)
	return width <= max(b.o.AbsGap, b.o.RelGap*float64(b.found.Upper))
}

// out tells that no time or memory is left for a finer grid.
func (b *bracket) out(ctx context.Context) bool {
	return ctx.Err() != nil || b.refused || b.stopped == optgap.EndedMemoryLimit || b.stopped == optgap.EndedTimeLimit && b.left() < time.Millisecond
}

func (b *bracket) left() time.Duration { return b.o.TimeLimit - time.Since(b.begin) }

// within returns the options for a program that may take a share of the time left.
func (b *bracket) within(share float64) Options {
	o := b.o
	if o.TimeLimit > 0 {
		o.TimeLimit = max(time.Millisecond, time.Duration(share*float64(b.left())))
	}
	return o
}

// grid solves the programs of one grid.
func (b *bracket) grid(ctx context.Context) error {
	share := shareOfRestricting
	if b.scale == 1 {
		share = 1
	}
	if err := b.restricting(ctx, b.within(share)); err != nil {
		return err
	}
	if b.scale > 1 && !b.closed() && ctx.Err() == nil {
		if err := b.relaxing(ctx, b.within(1)); err != nil {
			return err
		}
	}
	b.found.Grids = append(b.found.Grids, b.ends())
	return nil
}

// ends returns the best ends known on the grid at work.
func (b *bracket) ends() Ends {
	return Ends{b.scale, b.found.Lower, b.found.Upper, time.Since(b.begin).Seconds()}
}

// restricting solves the paper's program.
func (b *bracket) restricting(ctx context.Context, o Options) error {
	o.Scale = b.scale
	if b.o.ReportBracket != nil {
		o.Report = func(sol Solution) {
			now := b.clone()
			now.take(&sol)
			now.report()
		}
	}
	s := survey(b.step, o)
	s.follow(b.found.Schedule)
	sol := &Solution{Scale: b.scale}
	if err := s.solve(ctx, o, sol); err != nil {
		return err
	}
	b.ended(sol.EndedBy)
	b.refused = s.refused
	b.take(sol)
	return nil
}

// take takes over what the paper's program has led to.
func (b *bracket) take(sol *Solution) {
	b.found.Scale, b.found.GridObjective, b.found.GridBound = sol.Scale, sol.GridObjective, sol.GridBound
	b.count(sol.Columns, sol.Rows, sol.Nonzeros, sol.Nodes)
	b.lower(sol.Schedule)
	if sol.Scale == 1 {
		b.raise(sol.GridBound)
	}
}

// relaxing solves the program of the relaxing grid.
func (b *bracket) relaxing(ctx context.Context, o Options) error {
	begin := time.Now()
	p, err := b.relaxed(ctx, o, begin)
	if e := (*tooLarge)(nil); errors.As(err, &e) {
		b.refuse(e.by)
		return nil
	}
	if err != nil || b.closed() {
		return err
	}
	b.report()
	if by := o.refuses(p, begin); by != "" {
		b.refuse(by)
		return nil
	}
	g, err := program.New(p, o.Formulation)
	if err != nil {
		return err
	}
	cutoff := float64(b.found.Upper)
	mo := o.forHiGHS(begin, g.Model, &cutoff)
	if start, ok := p.Plan(b.found.Schedule.Order()); ok {
		mo.Start, _ = g.Solution(start)
	}
	if b.o.ReportBracket != nil {
		mo.Report = func(progress mip.Progress) {
			now := b.clone()
			now.relaxation(g, p, progress.Bound, progress.X, progress.Nodes)
			now.report()
		}
	}
	r, err := mip.Solve(ctx, g.Model, mo)
	if err != nil {
		return fmt.Errorf("ilp: HiGHS on the relaxing grid: %w", err)
	}
	b.ended(r.EndedBy)
	b.relaxation(g, p, r.Bound, r.X, r.Nodes)
	return nil
}

// relaxation takes over what HiGHS has found on the relaxing grid.
func (b *bracket) relaxation(g *program.Program, p *grid.Problem, bound float64, x []float64, nodes int64) {
	b.count(g.Model.Columns(), g.Model.Rows(), g.Model.Nonzeros(), nodes)
	b.raise(p.RoundUp(safe(bound, g.Model)))
	if x != nil {
		b.lower(timescale.Compact(b.step, g.Schedule(x)))
	}
}

// refuse notes the limit that leaves no room for a program.
func (b *bracket) refuse(by optgap.EndedBy) {
	b.ended(by)
	b.refused = true
}

// clone returns a copy whose ends can be moved without moving those of b.
func (b *bracket) clone() *bracket {
	c := *b
	c.found.Grids = slices.Clone(b.found.Grids)
	return &c
}

// report reports the ends known, as those of the grid at work.
func (b *bracket) report() {
	if b.o.ReportBracket == nil {
		return
	}
	now := b.clone().found
	now.Status, now.EndedBy = soFar(now.Lower, now.Upper)
	now.Seconds = time.Since(b.begin).Seconds()
	if now.Scale != b.scale { // what is known of a coarser grid's program is not of this grid's
		now.Scale, now.GridObjective, now.GridBound = b.scale, 0, 0
	}
	now.Grids = append(now.Grids, b.ends())
	b.o.ReportBracket(now)
}

// relaxed states the relaxing grid's problem with the starts that can matter, and
// raises the lower end to what a Lagrangian bound proves meanwhile.
func (b *bracket) relaxed(ctx context.Context, o Options, begin time.Time) (*grid.Problem, error) {
	options := grid.Options{Plain: o.Plain}
	if !o.Plain {
		options.Cutoff = b.found.Upper
	}
	p, err := o.state(timescale.Ceil(b.step.SafeEnd(), b.scale), begin, func(starts int) (*grid.Problem, error) {
		options.MaxStarts = starts
		return grid.Relax(b.step, b.scale, options)
	})
	if err == nil && !o.Plain {
		b.raise(shrink(ctx, p, b.found.Upper, timescale.Ceil(b.found.Schedule.Makespan(b.step), b.scale)))
	}
	return p, err
}

// dualTolerance is by how much HiGHS lets a reduced cost have the wrong sign, ten
// times its default of 1e-7.
const dualTolerance = 1e-6

// safe lowers HiGHS's bound by what its dual tolerance can be worth. A reduced cost of
// the wrong sign is wrong by at most the tolerance, which is worth at most the
// tolerance times the range of its column. grid.RoundUp allows for the rounding errors
// of sums on top.
func safe(bound float64, m *mip.Model) float64 {
	for c := range m.Upper {
		bound -= dualTolerance * (m.Upper[c] - m.Lower[c])
	}
	return bound
}

// ended notes what cut a program short.
func (b *bracket) ended(by optgap.EndedBy) {
	if by != optgap.EndedFinished && by != "" {
		b.stopped = by
	}
}

func (b *bracket) count(columns, rows, nonzeros int, nodes int64) {
	if f := &b.found.Solution; nonzeros > f.Nonzeros {
		f.Columns, f.Rows, f.Nonzeros = columns, rows, nonzeros
	}
	b.found.Nodes += nodes
}

// conclude words the outcome.
func (b *bracket) conclude(ctx context.Context) *Bracketed {
	f := &b.found
	f.Status, f.EndedBy = optgap.StatusFeasible, cmp.Or(b.stopped, optgap.EndedFinished)
	switch {
	case f.Lower == f.Upper:
		f.Status, f.EndedBy = optgap.StatusOptimal, optgap.EndedFinished
	case b.closed():
		f.EndedBy = optgap.EndedFinished
	case context.Cause(ctx) == context.DeadlineExceeded:
		f.EndedBy = optgap.EndedTimeLimit
	case ctx.Err() != nil:
		f.EndedBy = optgap.EndedInterrupt
	}
	return f
}
