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
type Solving struct {
	Solvers   []Solver
	LimitedBy map[string]string // how child processes are limited, nil if there are none

	pools []*stepPool
	asked asking
}

// NewSolving returns the methods as solvers. A method that takes no time is solved in this process.
func NewSolving(methods []method.Method, o method.Options, w Work) (*Solving, error) {
	s := &Solving{}
	s.asked.options = o
	s.asked.known = make(map[*optgap.Step]func() map[string]method.Told)
	var command []string
	if w.Children {
		var err error
		command, err = child.Command()
		if err != nil {
			return nil, err
		}
		s.LimitedBy = limitedBy(o.Memory)
	}
	for _, m := range methods {
		solve := inProcess(m, o, w, &s.asked)
		if w.Children && !(m.Instant && o.NoBounds) {
			pool := newPool(command, m, o)
			pool.Told = s.asked.of
			s.pools = append(s.pools, pool)
			solve = pool.Solve
		}
		s.Solvers = append(s.Solvers, Solver{
			Name: m.Name,
			Solve: func(ctx context.Context, step *optgap.Step) (record.Result, error) {
				return solve(ctx, step), nil
			},
		})
	}
	return s, nil
}

// Close ends the child processes, and the programs among the policies.
func (s *Solving) Close() {
	for _, p := range s.pools {
		p.Close()
	}
	s.asked.pool.Close()
}

// limitedBy says how child processes are limited, for people to read. memory is the bytes that each
// may take; 0: any number.
func limitedBy(memory int64) map[string]string {
	if memory > 0 {
		const text = "resident memory of each solving process, polled; the kernel refuses much more (RLIMIT_DATA)"
		return map[string]string{"memory": text}
	}
	return map[string]string{"memory": "not limited"}
}

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
