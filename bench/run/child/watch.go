package child

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/account"
)

// poll is the time between two looks at the memory of a child.
const poll = 100 * time.Millisecond

// watch kills a child at a limit, or when the context is cancelled.
type watch struct {
	meter   *account.Meter
	limits  []time.Duration
	phase   int
	begin   time.Time           // begin of the phase
	entered chan int            // gets each phase that begins; closed once the watch is to end
	ended   chan optgap.EndedBy // gets the reason of a kill, or "", at the end of the watch
}

// watch begins to watch a child that begins with a problem.
func (c *child) watch(ctx context.Context, limits []time.Duration, memory int64) *watch {
	w := &watch{
		meter: account.Start(c.cmd.Process.Pid), limits: limits, begin: time.Now(),
		entered: make(chan int), ended: make(chan optgap.EndedBy, 1),
	}
	early := c.exceeds(memory) // even before the question
	if early {
		w.meter.Look()
		c.kill()
	}
	go func() {
		why := optgap.EndedMemoryLimit
		if !early {
			why = w.reason(ctx, c, memory)
		}
		if why != "" && !early {
			w.meter.Look() // the system tells nothing of a process that is gone
			c.kill()
		}
		w.ended <- why
		for range w.entered { // drop phases that begin after the kill
		}
	}()
	return w
}

// enter notes that the child has come to a phase.
func (w *watch) enter(phase int) {
	if phase > w.phase {
		w.phase, w.begin = phase, time.Now()
		w.entered <- phase
	}
}

// seconds returns the wall time of the phase so far.
func (w *watch) seconds() float64 { return time.Since(w.begin).Seconds() }

// stop ends the watch. It returns the reason for which the child was killed; "": it was not.
func (w *watch) stop() optgap.EndedBy {
	close(w.entered)
	return <-w.ended
}

// reason waits until the child has to be killed, and returns why; "": the watch has ended.
func (w *watch) reason(ctx context.Context, c *child, memory int64) optgap.EndedBy {
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for over := w.after(0); ; {
		select {
		case <-ctx.Done():
			return optgap.EndedInterrupt
		case <-over:
			return optgap.EndedTimeLimit
		case phase, ok := <-w.entered:
			if !ok {
				return ""
			}
			over = w.after(phase)
		case <-ticker.C:
			w.meter.Look() // for a child that dies without notice
			if c.exceeds(memory) {
				return optgap.EndedMemoryLimit
			}
		}
	}
}

// after returns a channel that tells when the phase reaches its limit; nil: the phase has none.
func (w *watch) after(phase int) <-chan time.Time {
	if phase >= len(w.limits) || w.limits[phase] == 0 {
		return nil
	}
	return time.After(w.limits[phase])
}

// cost returns the cost of a child that has not answered. ended is the reason for which the child
// was killed; "": it was not.
func (c *child) cost(m *account.Meter, ended optgap.EndedBy) record.Cost {
	switch {
	case ended != "":
		return m.Seen()
	case c.wait(0):
		return m.Ended(c.cmd.ProcessState)
	}
	return m.Look()
}

// exceeds tells whether the child takes more memory than the given bytes; 0: no child does.
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
