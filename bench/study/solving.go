package study

import (
	"context"
	"os"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/study/method"
)

// Work says how the solvers work. No result depends on it.
type Work struct {
	Workers int // steps solved side by side; below 1: 1
	// Children solves in child processes, which run this program with the argument
	// child.ServeCommand. Its main then has to serve them, as command.Main does. A solver that
	// fails or does not keep its limits costs one result and not the run. Otherwise this process
	// solves, and starts no other.
	Children bool
	// Alone tells that this process does nothing else while it solves a step. The memory of a step
	// can then be told.
	Alone bool
}

// Solving holds methods that are ready to work. Close ends their child processes.
type Solving = child.Crew[*optgap.Step, record.Result]

// NewSolving returns the methods as solvers. A method that takes no time is solved in this process.
func NewSolving(methods []method.Method, o method.Options, w Work) (*Solving, error) {
	s := new(Solving)
	if w.Children {
		var err error
		s, err = child.NewCrew[*optgap.Step, record.Result](o.Memory)
		if err != nil {
			return nil, err
		}
	}
	asked := &asking{options: o, known: make(map[*optgap.Step]func() map[string]method.Told)}
	s.OnClose(asked.pool.Close)
	for _, m := range methods {
		if !w.Children || m.Instant && o.NoBounds {
			s.Own(m.Name, inProcess(m, o, w, asked))
		} else {
			pool := newPool(s.Command, m, o)
			pool.Told = asked.of
			s.Delegate(m.Name, pool)
		}
	}
	return s, nil
}

// Services is the work of the child processes of solvers, which the main of a program with Children
// has to serve.
var Services = child.Services{stepService: serveSteps}

// asking asks programs, and takes plans, among the policies: each once for a step, however many
// methods there are.
type asking struct {
	options method.Options
	pool    batsim.Pool
	mu      sync.Mutex
	known   map[*optgap.Step]func() map[string]method.Told
}

// mostAsked is the number of steps whose schedules are kept. All methods get a step at about the
// same time.
const mostAsked = 1000

// of returns the schedules that others make of the step, or nil if there are none.
func (a *asking) of(ctx context.Context, step *optgap.Step) map[string]method.Told {
	if len(a.options.Commands)+len(a.options.Planned) == 0 {
		return nil
	}
	a.mu.Lock()
	if len(a.known) > mostAsked {
		clear(a.known)
	}
	if a.known[step] == nil {
		a.known[step] = sync.OnceValue(
			func() map[string]method.Told { return a.options.Ask(ctx, step, &a.pool) },
		)
	}
	of := a.known[step]
	a.mu.Unlock()
	return of()
}

// inProcess returns the function that solves steps by the method in this process. Of a process that
// solves several steps at a time the CPU time of one can't be told. Nor can its memory, where the
// process may prepare the next step.
func inProcess(
	m method.Method,
	o method.Options,
	w Work,
	a *asking,
) func(context.Context, *optgap.Step) record.Result {
	return func(ctx context.Context, step *optgap.Step) record.Result {
		o := o
		o.Told = a.of(ctx, step)
		meter := child.Measure(os.Getpid())
		r := method.Solve(ctx, m, step, o)
		r.Cost = meter.Look()
		if !w.Alone {
			r.PeakMemoryBytes = 0
		}
		if !w.Alone && w.Workers > 1 {
			r.CPUSeconds = 0
		}
		return r
	}
}
