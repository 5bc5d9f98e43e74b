package child

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/cgroup"
	"github.com/optgap/optgap/bench/run/host"
)

// Fence holds the children of one or more pools in. The zero value polls their memory and
// leaves their cores to the system.
type Fence struct {
	// Groups, where set, makes a control group for each child whose memory is limited, so
	// that the kernel enforces the limit. Memory is polled all the same.
	Groups *cgroup.Parent
	// Cores, where set, are dealt out to the problems at work.
	Cores *Cores

	// NoGroups says why Groups is not set.
	NoGroups error
}

// NewFence returns a fence with control groups, where this machine lets this process make
// some. Cores are left to the system.
func NewFence() (f Fence) {
	f.Groups, f.NoGroups = cgroup.Open("/", host.Look("/", "").Cgroups)
	return f
}

// LimitedBy says how children are limited, for people to read. memory is what each may
// take, in bytes; 0: any number.
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

// Close gives back what the fence has taken of the machine. The pools must be closed.
func (f Fence) Close() error {
	if f.Groups == nil {
		return nil
	}
	return f.Groups.Close()
}

// Cores deals out processor cores. No two problems at work share one.
type Cores struct {
	each int
	free chan seat
}

// seat is where a child works.
type seat struct {
	number int   // from 1; 0: anywhere
	cores  []int // as the system numbers them
}

// NewCores shares the cores that this process may run on evenly among workers. With more
// workers than cores the error is an *optgap.FieldError.
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

// take returns a seat, once there is one.
func (c *Cores) take() seat {
	if c == nil {
		return seat{}
	}
	return <-c.free
}

func (c *Cores) put(s seat) {
	if c != nil {
		c.free <- s
	}
}
