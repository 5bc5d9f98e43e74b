package child

import (
	"context"
	"fmt"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/harness"
)

// Crew holds solvers that are ready to work, in this process and in children. Close ends the
// children.
type Crew[P, R any] struct {
	Solvers   []harness.Solver[P, R]
	LimitedBy map[string]string // how the children are limited, nil if there are none
	// Command is the command that runs this program as a child.
	Command []string
	Cores   *Cores // of workers with cores of their own; with nil the system chooses the cores

	closers []func() // called by Close, the last one first
}

// NewCrew returns a crew without solvers. memory is the bytes that each child may take; 0: any
// number. pinned is the number of workers that get processor cores of their own; 0: the system
// chooses the cores. An *optgap.FieldError refuses more pinned workers than cores. A program that
// was started as a child and does not serve gets an error: it would start itself without end.
func NewCrew[P, R any](memory int64, pinned int) (*Crew[P, R], error) {
	if len(os.Args) > 1 && os.Args[1] == ServeCommand {
		return nil, fmt.Errorf("%s %s works for another process and starts no children: "+
			"its main has to call command.Main or child.Serve first", os.Args[0], ServeCommand)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &Crew[P, R]{Command: []string{self, ServeCommand}}
	if pinned > 0 {
		if c.Cores, err = NewCores(pinned); err != nil {
			return nil, err
		}
	}
	c.LimitedBy = LimitedBy(memory, c.Cores)
	return c, nil
}

// Own adds a solver that works in this process.
func (c *Crew[P, R]) Own(name string, solve func(context.Context, P) R) {
	c.Solvers = append(c.Solvers, harness.Solver[P, R]{
		Name: name, Solve: func(ctx context.Context, problem P) (R, error) { return solve(ctx, problem), nil },
	})
}

// Delegate adds a solver whose problems the children of a pool solve. The pool deals out Cores.
func (c *Crew[P, R]) Delegate(name string, pool interface {
	Solve(context.Context, P) R
	Close()
}) {
	c.OnClose(pool.Close)
	c.Own(name, pool.Solve)
}

// OnClose has a function called by Close.
func (c *Crew[P, R]) OnClose(do func()) { c.closers = append(c.closers, do) }

// Close ends the children.
func (c *Crew[P, R]) Close() {
	for i := len(c.closers) - 1; i >= 0; i-- {
		c.closers[i]()
	}
}

// LimitedBy says how children are limited, for people to read. memory is the bytes that each child
// may take; 0: any number.
func LimitedBy(memory int64, cores *Cores) map[string]string {
	by := map[string]string{"memory": "not limited", "cores": "not pinned"}
	if memory > 0 {
		by["memory"] = "resident memory of each solving process, polled; the kernel refuses much more (RLIMIT_DATA)"
	}
	if cores != nil {
		by["cores"] = fmt.Sprintf("pinned: %d for each worker", cores.each)
	}
	return by
}

// Cores deals out processor cores. No two problems at work share a core.
type Cores struct {
	each int       // cores of a seat
	free chan seat // seats at which no problem is solved
}

// seat is a set of cores on which one child at a time works. The zero value stands for all cores.
type seat struct {
	number int   // from 1; 0: the system chooses the cores
	cores  []int // as the system numbers them
}

// NewCores shares the cores on which this process may run evenly among workers. An
// *optgap.FieldError refuses more workers than cores.
func NewCores(workers int) (*Cores, error) {
	allowed, err := allowedCores()
	if err != nil {
		return nil, err
	}
	c := &Cores{each: len(allowed) / workers, free: make(chan seat, workers)}
	if c.each == 0 {
		return nil, optgap.BadField(
			"workers", fmt.Sprintf("%d, pinned", workers),
			fmt.Sprintf("at most %d, the cores that this process may run on", len(allowed)),
		)
	}
	for i := range workers {
		c.free <- seat{i + 1, allowed[i*c.each : (i+1)*c.each]}
	}
	return c, nil
}

// take returns a seat, once one is free.
func (c *Cores) take() seat {
	if c == nil {
		return seat{}
	}
	return <-c.free
}

// put gives a seat back.
func (c *Cores) put(s seat) {
	if c != nil {
		c.free <- s
	}
}
