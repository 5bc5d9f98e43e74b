package ilp

import (
	"cmp"
	"context"
	"errors"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// Statement names how much of the program is left to HiGHS. All statements have the same
// optimum.
type Statement string

const (
	StatementLiteral Statement = "literal" // as printed: a variable for each job and slot
	StatementClasses Statement = "classes" // jobs of equal width and slots are counted together
	StatementListed  Statement = "listed"  // of these, only the starts that prices leave
	StatementEngine  Statement = "engine"  // listed starts, with searches and parts beside the program
)

// Statements returns all statements, the largest program first.
func Statements() []Statement {
	return []Statement{StatementLiteral, StatementClasses, StatementListed, StatementEngine}
}

// stated is the program of a step in a statement, ready to be written.
type stated struct {
	pairs    float64      // of a kind and a time, which counting the nonzeros looks at
	nonzeros func() int64 // of the program
	write    func() (*written, error)
	// roundUp returns the bound that a bound of HiGHS proves, which can have rounding errors.
	roundUp func(bound float64) int64
}

// written is a program. Schedules are on the grid, in seconds.
type written struct {
	model    *mip.Model
	provable bool                                           // what HiGHS proves of the program is a proof
	name     func()                                         // names columns and rows
	schedule func(x []float64) optgap.Schedule              // of a solution
	solution func(s optgap.Schedule) (x []float64, ok bool) // of a schedule; ok is false where a start is not listed
}

// state states the program, and fills in what is known before it is written. It returns a
// *tooLarge error for a program that does not keep the limits.
func (s *situation) state(ctx context.Context, o Options, sol *Solution) (*stated, error) {
	if o.Statement == StatementListed {
		return s.stateListed(ctx, o, sol)
	}
	return s.stateAll(o, sol)
}

// stateAll states the program of all starts at which a job fits by itself.
func (s *situation) stateAll(o Options, sol *Solution) (*stated, error) {
	slots := cmp.Or(s.horizon, timescale.Ceil(s.scaled.SafeEnd(), s.scale))
	literal := o.Statement == StatementLiteral
	p, err := o.state(slots, s.begin, func(starts int) (*grid.Problem, error) {
		return grid.Restrict(s.step, s.scale, grid.Options{Horizon: s.horizon, Plain: literal, MaxStarts: starts})
	})
	if err != nil {
		return nil, err
	}
	sol.GridBound = min(max(sol.GridBound, p.Least()), s.incumbent.Objective(s.step))
	sol.Effort.Starts, sol.Effort.Listed = int64(p.Size()), int64(p.Size())
	return &stated{
		pairs:    float64(len(p.Capacity)) * float64(len(p.Classes)),
		nonzeros: func() int64 { return program.Of(p).Nonzeros(o.Formulation) },
		roundUp:  p.RoundUp,
		write: func() (*written, error) {
			g, err := program.NewOnGrid(p, o.Formulation)
			if err != nil {
				return nil, err
			}
			return &written{g.Model, g.Provable(), g.Name, g.Schedule, g.Solution}, nil
		},
	}, nil
}

// stateListed states the program of the starts that prices leave. The best schedule known is
// then that of a search over the orders of the jobs.
func (s *situation) stateListed(ctx context.Context, o Options, sol *Solution) (*stated, error) {
	most := grid.MaxStarts
	if o.Memory > 0 {
		most = int(max(1, min(int64(most), o.Memory/bytesPerStart)))
	}
	l, err := exact.List(ctx, s.step, o.Grid(), o.engine(), most)
	if l != nil {
		if l.Best.Objective(s.step) < s.incumbent.Objective(s.step) {
			s.incumbent = l.Best
		}
		sol.GridBound = min(max(sol.GridBound, l.Bound), s.incumbent.Objective(s.step))
		sol.Effort.Starts, sol.Effort.Listed = l.Possible, l.Listed()
	}
	switch {
	case errors.Is(err, grid.ErrTooLarge):
		return nil, &tooLarge{optgap.EndedMemoryLimit, err}
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &tooLarge{optgap.EndedTimeLimit, err}
	case errors.Is(err, context.Canceled):
		return nil, &tooLarge{optgap.EndedInterrupt, err}
	case err != nil:
		return nil, err
	}
	return &stated{
		nonzeros: func() int64 { return l.Problem.Nonzeros(o.Formulation) },
		roundUp:  roundUp,
		write: func() (*written, error) {
			g, err := program.New(l.Problem, o.Formulation)
			if err != nil {
				return nil, err
			}
			schedule := func(x []float64) optgap.Schedule { return l.Schedule(g.Started(x)) }
			solution := func(s optgap.Schedule) ([]float64, bool) {
				counts, ok := l.Counts(s)
				if !ok {
					return nil, false
				}
				return g.Values(counts), true
			}
			return &written{g.Model, g.Provable(), g.Name, schedule, solution}, nil
		},
	}, nil
}

// roundUp returns the least integer that is not below a bound, less the tolerance of its
// rounding errors; 0 for a bound that says nothing.
func roundUp(bound float64) int64 {
	switch {
	case !(bound > 0):
		return 0
	case bound >= 1<<62:
		return math.MaxInt64
	}
	return int64(math.Ceil(bound - grid.Tolerance(bound)))
}
