package child

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/optgap/optgap"
)

// poll is the time between two looks at a child.
const poll = 100 * time.Millisecond

// watch kills a child at a limit, or when the context ends. It looks at the child from time to
// time.
type watch struct {
	child  *child
	meter  *Meter
	limits []time.Duration
	memory int64
	start  time.Time
	phase  int
	begin  time.Time     // of the phase
	end    atomic.Int64  // of the phase, in nanoseconds since start; 0: it has no limit
	over   chan struct{} // closed once nobody needs the watch
	done   chan struct{} // closed once the watch is at its end
	why    optgap.EndedBy
}

// watch begins to watch a child that begins with a question. The first look is before the question.
func (c *child) watch(ctx context.Context, limits []time.Duration, memory int64) *watch {
	w := &watch{
		child: c, meter: Measure(c.cmd.Process.Pid), limits: limits, memory: memory, phase: -1,
		start: time.Now(), over: make(chan struct{}), done: make(chan struct{}),
	}
	w.enter(0)
	if w.look(ctx) {
		go w.run(ctx)
	} else {
		close(w.done)
	}
	return w
}

// run looks at the child until it has to be killed, or until the watch is over.
func (w *watch) run(ctx context.Context) {
	defer close(w.done)
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for {
		select {
		case <-w.over:
			return
		case <-ctx.Done():
		case <-ticker.C:
			w.meter.Look() // for a child that dies without notice
		}
		if !w.look(ctx) {
			return
		}
	}
}

// look kills the child where it has to be killed; true: the child may go on.
func (w *watch) look(ctx context.Context) bool {
	end := w.end.Load()
	switch {
	case ctx.Err() != nil:
		w.why = optgap.EndedInterrupt
	case end != 0 && int64(time.Since(w.start)) > end:
		w.why = optgap.EndedTimeLimit
	case w.child.exceeds(w.memory):
		w.why = optgap.EndedMemoryLimit
	default:
		return true
	}
	w.meter.Look() // the system tells nothing of a process that is gone
	w.child.kill()
	return false
}

// enter notes that the child has come to a phase.
func (w *watch) enter(phase int) {
	if phase <= w.phase {
		return
	}
	w.phase = phase
	w.begin = time.Now()
	w.end.Store(0)
	if phase < len(w.limits) && w.limits[phase] > 0 {
		w.end.Store(int64(w.begin.Sub(w.start) + w.limits[phase]))
	}
}

// stop ends the watch. It returns the reason for which the child was killed; "": it was not.
func (w *watch) stop() optgap.EndedBy {
	close(w.over)
	<-w.done
	return w.why
}

// exceeds reports whether the child takes more memory than the given bytes; 0: no child does.
func (c *child) exceeds(memory int64) bool {
	return memory > 0 && statm(c.cmd.Process.Pid, residentSize) > memory
}

// The fields of /proc/PID/statm (proc(5)).
const (
	residentSize = 1
	dataSize     = 5 // private and writable, and the stack
)

// statm returns a field of a process's statm in bytes; 0: the system does not tell.
func statm(pid, field int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if len(fields) <= field {
		return 0
	}
	pages, err := strconv.ParseInt(fields[field], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

const (
	// StartLimit is how long a child may take to start and to read its task.
	StartLimit = 30 * time.Second
	// grace is by how much a child may be late in each phase. With two phases, an answer comes
	// within a second of the limits.
	grace = 300 * time.Millisecond
	// endless is a limit for which nobody waits.
	endless = 1000 * time.Hour
)

// WithGrace returns the time after which a child with the given limit of its own is killed; 0: the
// child may take any time, as with no limit or one for which nobody waits.
func WithGrace(limit time.Duration) time.Duration {
	if limit == 0 || limit > endless {
		return 0
	}
	return limit + grace
}
