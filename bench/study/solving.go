package study

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study/children"
	"github.com/optgap/optgap/bench/study/method"
)

// Work says how the solvers work. No result depends on it.
type Work struct {
	Workers int // steps solved side by side; below 1: 1
	// Children solves in child processes, which run this program with the argument child.ServeCommand.
	// Its main then has to serve them, as command.Main does. A solver that fails or does not keep its
	// limits costs one result and not the run. Otherwise this process solves, and starts no other.
	Children bool
	Pin      bool // gives each worker of Children processor cores of its own
	// Alone tells that this process does nothing else while it solves a step. The memory of a step can
	// then be told.
	Alone bool
}

// Solving holds methods that are ready to work. Close ends their child processes.
type Solving = child.Crew[*optgap.Step, record.Result]

// NewSolving returns the methods as solvers. A method that takes no time is solved in this process.
// An *optgap.FieldError refuses more pinned workers than cores; see child.NewCrew.
func NewSolving(methods []method.Method, o method.Options, w Work) (*Solving, error) {
	s, pinned := new(Solving), 0
	if w.Pin {
		pinned = max(1, w.Workers)
	}
	if w.Children {
		var err error
		if s, err = child.NewCrew[*optgap.Step, record.Result](o.Memory, pinned); err != nil {
			return nil, err
		}
	}
	for _, m := range methods {
		if !w.Children || m.Instant && o.NoBounds {
			s.Own(m.Name, inProcess(m, o, w))
		} else {
			s.Delegate(m.Name, children.Steps(s.Command, s.Cores, m, o))
		}
	}
	return s, nil
}

// inProcess returns the function that solves steps by the method in this process.
func inProcess(m method.Method, o method.Options, w Work) func(context.Context, *optgap.Step) record.Result {
	solve := method.Solve
	switch {
	case w.Alone:
		solve = method.SolveAlone
	case w.Workers <= 1:
		solve = method.SolveInTurn
	}
	return func(ctx context.Context, step *optgap.Step) record.Result { return solve(ctx, m, step, o) }
}
