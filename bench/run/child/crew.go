package child

import (
	"context"
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/run/harness"
)

// Crew holds solvers that are ready to work, in this process and in children. Close ends the
// children.
type Crew[P, R any] struct {
	Solvers   []harness.Solver[P, R]
	LimitedBy map[string]string // how the children are limited, nil if there are none
	// Command is the command that runs this program as a child.
	Command []string

	closers []func() // called by Close, the last one first
}

// NewCrew returns a crew without solvers. memory is the bytes that each child may take; 0: any
// number. A program that was started as a child and does not serve gets an error: it would start
// itself without end.
func NewCrew[P, R any](memory int64) (*Crew[P, R], error) {
	if len(os.Args) > 1 && os.Args[1] == ServeCommand {
		return nil, fmt.Errorf("%s %s works for another process and starts no children: "+
			"its main has to call command.Main or child.Serve first", os.Args[0], ServeCommand)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &Crew[P, R]{Command: []string{self, ServeCommand}, LimitedBy: LimitedBy(memory)}, nil
}

// Own adds a solver that works in this process.
func (c *Crew[P, R]) Own(name string, solve func(context.Context, P) R) {
	c.Solvers = append(c.Solvers, harness.Solver[P, R]{
		Name:  name,
		Solve: func(ctx context.Context, problem P) (R, error) { return solve(ctx, problem), nil },
	})
}

// Delegate adds a solver whose problems the children of a pool solve.
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
func LimitedBy(memory int64) map[string]string {
	if memory > 0 {
		const text = "resident memory of each solving process, polled; the kernel refuses much more (RLIMIT_DATA)"
		return map[string]string{"memory": text}
	}
	return map[string]string{"memory": "not limited"}
}
