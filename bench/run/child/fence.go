package child

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/cgroup"
	"github.com/optgap/optgap/bench/run/host"
)

// Fence limits the children of one or more pools. The zero value polls the memory of children, and
// leaves the choice of cores to the system.
type Fence struct {
	// Groups, where set, makes a control group for each child whose memory is limited, so that the
	// kernel enforces the limit. Memory is polled as well.
	Groups *cgroup.Parent
	// Cores, where set, deals out processor cores to the problems at work.
	Cores *Cores

	// NoGroups is the reason why Groups is not set.
	NoGroups error
}

// NewFence returns a fence with control groups, where this machine lets this process make some. The
// system chooses the cores.
func NewFence() (f Fence) {
	f.Groups, f.NoGroups = cgroup.Open("/", host.Look("/", "").Cgroups)
	return f
}

// LimitedBy says how children are limited, for people to read. memory is the bytes that each child
// may take; 0: any number.
func (f Fence) LimitedBy(memory int64) map[string]string {
	by := map[string]string{"memory": "resident memory of each solving process, polled", "cores": "not pinned"}
	switch {
	case memory == 0:
		by["memory"] = "not limited"
	case f.Groups != nil:
		by["memory"] = fmt.Sprintf("the kernel: a %s for each solving process, which tells the peak of one that it ends; "+
			"resident memory is polled as well", f.Groups)
	}
	if f.Cores != nil {
		by["cores"] = fmt.Sprintf("pinned: %d for each worker", f.Cores.each)
	}
	return by
}

// Close removes what the fence has made on this machine. The pools must be closed.
func (f Fence) Close() error {
	if f.Groups == nil {
		return nil
	}
	return f.Groups.Close()
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
		return nil, &optgap.FieldError{
			Field: "workers", Found: fmt.Sprintf("%d, pinned", workers),
			Expected: fmt.Sprintf("at most %d, the cores that this process may run on", len(allowed)),
		}
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
