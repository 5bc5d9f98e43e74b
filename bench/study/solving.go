package study

import (
	"context"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study/isolate"
	"github.com/optgap/optgap/bench/study/method"
)

// Work says how the solvers work. No result depends on it.
type Work struct {
	Workers int // steps solved side by side, at least 1
	// InProcess solves within this process. Otherwise child processes solve, so that a
	// solver that fails or does not keep its limits costs one result and not the run.
	// Children run this program with the argument isolate.ServeCommand.
	InProcess bool
	Pin       bool // each worker has processor cores of its own
	// Alone tells that nothing else happens in this process while it solves a step, so that
	// the memory of a step can be told.
	Alone bool
}

// Solving are solvers that are ready to work. Close ends them.
type Solving struct {
	Solvers   []Solver
	LimitedBy map[string]string // see Study.LimitedBy
	closers   []func()
}

// Close ends the child processes of the solvers.
func (s *Solving) Close() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
}

// NewSolving returns the methods as solvers. More pinned workers than cores are an
// *optgap.FieldError. A method that takes no time is solved in this process.
func NewSolving(methods []method.Method, o method.Options, w Work) (*Solving, error) {
	s := new(Solving)
	if w.InProcess {
		s.Solvers = inProcess(methods, o, w)
		return s, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var cores *child.Cores
	if w.Pin {
		if cores, err = child.NewCores(w.Workers); err != nil {
			return nil, err
		}
	}
	fence := child.NewFence()
	fence.Cores = cores
	s.LimitedBy = fence.LimitedBy(o.Memory)
	s.closers = append(s.closers, func() { fence.Close() })
	for _, m := range methods {
		if m.Instant && o.NoBounds {
			s.Solvers = append(s.Solvers, inProcess([]method.Method{m}, o, w)...)
			continue
		}
		pool := isolate.Steps([]string{self, child.ServeCommand}, m, o)
		pool.Fence = fence
		s.closers = append(s.closers, pool.Close)
		s.Solvers = append(s.Solvers, SolverOf(m, pool.Solve))
	}
	return s, nil
}

// inProcess returns the methods as solvers of this process.
func inProcess(methods []method.Method, o method.Options, w Work) (solvers []Solver) {
	solve := method.Solve
	switch {
	case w.Alone:
		solve = method.SolveAlone
	case w.Workers == 1:
		solve = method.SolveInTurn
	}
	for _, m := range methods {
		solvers = append(solvers, SolverOf(m, func(ctx context.Context, step *optgap.Step) record.Result {
			return solve(ctx, m, step, o)
		}))
	}
	return solvers
}
