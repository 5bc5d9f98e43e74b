package mip

// #include "bridge.h"
import "C"

import (
	"math"
	"time"
)

// observeEvery is the time between two looks at a monitor.
const observeEvery = 100 * time.Millisecond

// observe calls report at once and with each progress. Once the returned function has
// returned, report is not running and will not run.
func observe(monitor *C.mip_monitor, columns int, report func(Progress)) (unobserve func()) {
	done := make(chan struct{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ticker := time.NewTicker(observeEvery)
		defer ticker.Stop()
		nothing := Progress{Objective: math.Inf(1), Bound: math.Inf(-1)}
		o := observer{monitor: monitor, next: make([]float64, columns), progress: nothing}
		for report(o.progress); ; {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if o.look() {
				report(o.progress)
			}
		}
	}()
	return func() { close(done); <-gone }
}

// observer keeps the best solution and the best bound that a monitor has seen so far.
type observer struct {
	monitor  *C.mip_monitor
	progress Progress
	next     []float64 // room for a better solution
}

// look brings the progress up to date. It reports whether there is a better solution or
// bound than before.
func (o *observer) look() bool {
	var bound C.double
	var nodes C.int64_t
	known := C.double(o.progress.Objective)
	next := (*C.double)(&o.next[0])
	objective := float64(C.mip_monitor_progress(o.monitor, known, next, &bound, &nodes))
	better := objective < o.progress.Objective
	if better {
		o.progress.Objective = objective
		o.progress.X = o.next
		o.next = make([]float64, len(o.next))
	}
	if b := float64(bound); b > o.progress.Bound {
		o.progress.Bound = b
		better = true
	}
	o.progress.Nodes = int64(nodes)
	return better
}
