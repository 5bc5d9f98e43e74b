package child

import (
	"context"
	"os"

	"github.com/optgap/optgap/bench/run/harness"
)

// Crew are solvers that are ready to work, in this process and in children. Close ends the
// children.
type Crew[P, R any] struct {
	Solvers   []harness.Solver[P, R]
	LimitedBy map[string]string // how the children are limited; nil: there are none
	// Command makes a child of this program.
	Command []string

	fence   Fence
	closers []func()
}

// NewCrew returns a crew whose children may take so much memory each, in bytes; 0: any number.
// pinned is the number of workers that get processor cores of their own; 0: cores are left to the
// system. More than there are cores are an *optgap.FieldError.
func NewCrew[P, R any](memory int64, pinned int) (*Crew[P, R], error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var cores *Cores
	if pinned > 0 {
		if cores, err = NewCores(pinned); err != nil {
			return nil, err
		}
	}
	c := &Crew[P, R]{Command: []string{self, ServeCommand}, fence: NewFence()}
	c.fence.Cores = cores
	c.LimitedBy = c.fence.LimitedBy(memory)
	c.closers = append(c.closers, func() { c.fence.Close() })
	return c, nil
}

// Own adds a solver of this process.
func (c *Crew[P, R]) Own(name string, solve func(context.Context, P) R) {
	c.Solvers = append(c.Solvers, harness.Solver[P, R]{
		Name: name, Solve: func(ctx context.Context, problem P) (R, error) { return solve(ctx, problem), nil },
	})
}

// Delegate adds a solver whose work the children of the pool do.
func (c *Crew[P, R]) Delegate(name string, pool *Pool[P, R]) {
	pool.Fence = c.fence
	c.closers = append(c.closers, pool.Close)
	c.Own(name, pool.Solve)
}

// Close ends the children.
func (c *Crew[P, R]) Close() {
	for i := len(c.closers) - 1; i >= 0; i-- {
		c.closers[i]()
	}
}
