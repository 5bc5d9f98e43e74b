package isolate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/optgap/optgap"
)

// poll is how often the time and memory of a child are looked at.
const poll = 100 * time.Millisecond

// watch kills the child at a limit or when the context is cancelled. The function
// that it returns ends the watch and tells what the child was killed for; "": it
// was not.
func (c *child) watch(ctx context.Context, limit time.Duration, memory int64) (stop func() optgap.EndedBy) {
	quit, ended := make(chan struct{}), make(chan optgap.EndedBy, 1)
	go func() {
		why := c.reason(ctx, limit, memory, quit)
		if why != "" {
			c.kill()
		}
		ended <- why
	}()
	return func() optgap.EndedBy {
		close(quit)
		return <-ended
	}
}

// reason returns why the child has to be killed, or "" once quit is closed.
func (c *child) reason(ctx context.Context, limit time.Duration, memory int64, quit <-chan struct{}) optgap.EndedBy {
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for begin := time.Now(); ; {
		select {
		case <-quit:
			return ""
		case <-ctx.Done():
			return optgap.EndedInterrupt
		case <-ticker.C:
		}
		switch {
		case limit > 0 && time.Since(begin) > limit:
			return optgap.EndedTimeLimit
		case memory > 0 && resident(c.cmd.Process.Pid) > memory:
			return optgap.EndedMemoryLimit
		}
	}
}

// resident returns the resident memory of a process in bytes, 0 where the system
// does not tell.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
