// Package isolate works on problems in child processes, so that a solver that
// dies, ignores its limits or eats memory costs one problem and not the run:
//
//	task, problem -> JSON lines -> child's stdin ... child's stdout -> JSON line -> result
//
// A child gets a first line that says what is to be done, then a problem on each
// further line, and answers each problem on a line. Children are reused, one
// problem at a time each. Steps makes a Pool whose children solve self-tuning
// steps by a method, and ServeSteps is what such a child does.
package isolate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/method"
)

// Pool gives problems to the children of one command. Its Solve may be called by
// many goroutines; each call has a child to itself.
type Pool[P, R any] struct {
	Command []string
	Task    any // the first line of a child's input, as JSON
	// Read reads the answer to a problem from a line. An answer to something else
	// is an error.
	Read func(line []byte, problem P) (R, error)
	// Unanswered returns the result for a problem to which no answer came.
	Unanswered func(problem P, f method.Failure) R
	// TimeLimit is how long a child may take over a problem before it is killed;
	// 0: any time. As a child knows the limits of its task, this one is for those
	// that do not keep them: leave room.
	TimeLimit time.Duration
	Memory    int64 // resident bytes above which a child is killed; 0: any number

	mu     sync.Mutex
	idle   []*child
	alive  map[*child]bool
	closed bool
}

// Solve returns a child's answer to the problem. A child that dies or answers with
// anything else makes a failure with status crashed, and one that had to be killed
// at a limit has the status of the limit. A child that cannot be started makes a
// failure with status error.
func (p *Pool[P, R]) Solve(ctx context.Context, problem P) R {
	c, err := p.take()
	if err != nil {
		return p.Unanswered(problem, method.Failure{Status: optgap.StatusError, Err: err})
	}
	begin := time.Now()
	watch := c.watch(ctx, p.TimeLimit, p.Memory)
	answer, err := p.ask(c, problem)
	ended := watch()
	if err == nil {
		if ended != "" || !p.put(c) {
			p.end(c)
		}
		return answer
	}
	f := method.Failure{EndedBy: ended, Seconds: time.Since(begin).Seconds()}
	switch ended {
	case optgap.EndedTimeLimit:
		f.Status = optgap.StatusLimit
	case optgap.EndedMemoryLimit:
		f.Status = optgap.StatusMemory
	case "":
		var signalled bool
		f.Status = optgap.StatusCrashed
		if f.Err, signalled = c.explain(err); signalled {
			f.EndedBy = optgap.EndedSignal
		}
	default:
		f.Status, f.Err = optgap.StatusCrashed, err
	}
	p.end(c)
	return p.Unanswered(problem, f)
}

// ask sends a problem to a child and reads its answer.
func (p *Pool[P, R]) ask(c *child, problem P) (answer R, err error) {
	line, err := c.ask(problem)
	if err != nil {
		return answer, err
	}
	if answer, err = p.Read(line, problem); err != nil {
		err = fmt.Errorf("%w: found %.200q, %w", errGarbage, line, err)
	}
	return answer, err
}

// Close kills all children, also those at work, and waits for their end. The
// pool starts no further one.
func (p *Pool[P, R]) Close() {
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

var errClosed = errors.New("no solving process is started any more: the run has ended")

// take returns an idle child, or a new one.
func (p *Pool[P, R]) take() (*child, error) {
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
	c, err := start(p.Command, p.Task)
	if err != nil {
		return nil, fmt.Errorf("the solving process cannot be started: %w", err)
	}
	if p.alive == nil {
		p.alive = make(map[*child]bool)
	}
	p.alive[c] = true
	return c, nil
}

// put keeps a child for the next problem; it returns false where that can't be.
func (p *Pool[P, R]) put(c *child) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || c.out.Buffered() > 0 { // or it said more than it was asked
		return false
	}
	p.idle = append(p.idle, c)
	return true
}

// end kills a child and waits for its end.
func (p *Pool[P, R]) end(c *child) {
	c.kill()
	c.wait(dying)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.alive, c)
}
