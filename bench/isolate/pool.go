// Package isolate solves steps in child processes, so that a solver that dies,
// ignores its limits or eats memory costs one step and not the study:
//
//	step -> JSON line -> child's stdin ... child's stdout -> JSON line -> result
//
// A child is any command that answers each step on a line of its standard input
// with a result on a line of its standard output, as `optgap solve --format json
// -` does. Children are reused, one step at a time each.
package isolate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/record"
)

// Pool solves steps in children of one command. Its Solve may be called by many
// goroutines; each call has a child to itself.
type Pool struct {
	Command []string
	Method  string // that the results of failed children name; "": bench.ILP
	// TimeLimit is how long a child may take over a step before it is killed;
	// 0: any time. As a child knows the limits of its method, this one is for
	// those that do not keep them: leave room.
	TimeLimit time.Duration
	Memory    int64 // resident bytes above which a child is killed; 0: any number

	mu     sync.Mutex
	idle   []*child
	alive  map[*child]bool
	closed bool
}

// poll is how often the time and memory of a child are looked at.
const poll = 100 * time.Millisecond

// Solve is a bench.SolveFunc. A child that dies or answers with anything but a
// result of the step makes a result with status crashed, one that had to be
// killed the status of the limit; the best policy's schedule stands in. A child
// that cannot be started makes one with status error.
func (p *Pool) Solve(ctx context.Context, step *optgap.Step) record.Result {
	c, err := p.take()
	if err != nil {
		return p.unsolved(step, err)
	}
	begin := time.Now()
	watch := p.watch(ctx, c)
	r, err := c.ask(step)
	ended := watch()
	if err == nil {
		if ended != "" || !p.put(c) {
			p.end(c)
		}
		return r
	}
	var signalled bool
	if ended == "" {
		err, signalled = c.explain(err)
	}
	p.end(c)
	r = p.standIn(step)
	r.SolveSeconds = time.Since(begin).Seconds()
	switch ended {
	case optgap.EndedTimeLimit:
		r.Status, r.EndedBy = optgap.StatusLimit, ended
	case optgap.EndedMemoryLimit:
		r.Status, r.EndedBy = optgap.StatusMemory, ended
	default:
		r.Status, r.EndedBy, r.Error = optgap.StatusCrashed, ended, err.Error()
		if signalled {
			r.EndedBy = optgap.EndedSignal
		}
	}
	return r
}

// standIn returns a result of which nothing but the policies is known.
func (p *Pool) standIn(step *optgap.Step) record.Result {
	r := bench.Measure(context.Background(), step, bench.Options{Method: bench.Policies, NoBounds: true})
	r.Method = cmp.Or(p.Method, bench.ILP)
	r.Scope, r.Quality, r.LossPercent, r.Power, r.SolveSeconds = "", nil, nil, 0, 0
	for name, policy := range r.Policies {
		policy.Power = 0
		r.Policies[name] = policy
	}
	return r
}

// unsolved returns the result for a step that no child was asked about.
func (p *Pool) unsolved(step *optgap.Step, err error) record.Result {
	r := p.standIn(step)
	r.Status, r.EndedBy, r.Error = optgap.StatusError, "", err.Error()
	r.Objective, r.ARTwW, r.SLDwA, r.Starts = 0, 0, 0, nil
	return r
}

// Close kills all children, also those at work, and waits for their end. The
// pool starts no further one.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed, p.idle = true, nil
	alive := p.alive
	p.alive = nil
	p.mu.Unlock()
	for c := range alive {
		c.kill()
	}
	for c := range alive {
		c.wait(dying)
	}
}

// dying is how long a killed process may take to disappear.
const dying = 5 * time.Second

var errClosed = errors.New("no solving process is started any more: the study has ended")

// take returns an idle child, or a new one.
func (p *Pool) take() (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) > 0 {
		c := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		if !c.wait(0) {
			return c, nil
		}
		delete(p.alive, c) // it died while it had nothing to do
		c.kill()
	}
	if p.closed {
		return nil, errClosed
	}
	c, err := start(p.Command)
	if err != nil {
		return nil, fmt.Errorf("the solving process cannot be started: %w", err)
	}
	if p.alive == nil {
		p.alive = make(map[*child]bool)
	}
	p.alive[c] = true
	return c, nil
}

// put keeps a child for the next step; it returns false where that can't be.
func (p *Pool) put(c *child) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || c.out.Buffered() > 0 { // or it said more than it was asked
		return false
	}
	p.idle = append(p.idle, c)
	return true
}

// end kills a child and waits for its end.
func (p *Pool) end(c *child) {
	c.kill()
	c.wait(dying)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.alive, c)
}

// watch kills the child at a limit or when the context is cancelled. The
// function that it returns ends the watch and tells which of them it was.
func (p *Pool) watch(ctx context.Context, c *child) (stop func() optgap.EndedBy) {
	quit, ended := make(chan struct{}), make(chan optgap.EndedBy, 1)
	go func() {
		why := p.reason(ctx, c, quit)
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
func (p *Pool) reason(ctx context.Context, c *child, quit <-chan struct{}) optgap.EndedBy {
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
		case p.TimeLimit > 0 && time.Since(begin) > p.TimeLimit:
			return optgap.EndedTimeLimit
		case p.Memory > 0 && resident(c.cmd.Process.Pid) > p.Memory:
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
