package child

import (
	"fmt"

	"github.com/optgap/optgap"
)

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
