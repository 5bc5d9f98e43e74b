// Package child works on problems in child processes. A solver that dies, ignores its limits or
// eats memory then costs one problem and not the run:
//
//	Task, problem -> JSON lines -> child's stdin ... child's stdout -> JSON lines -> result
//
// The first line that a child gets is its task. Each further line is a problem, and the child
// answers each on a line. Before the answer the child may write interim lines, each with the best
// that is known so far. Where a child has to be ended, the last interim line makes the result.
// Children are reused, and work on one problem at a time.
//
// A Pool has the children of one task. Serve is the other side: the work of a child. Only the
// services that a program gives to Serve know what the problems are.
package child

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Pool gives problems to the children of one command. Solve may be called by many goroutines. Each
// call has a child to itself.
type Pool[P, R any] struct {
	Command []string
	Task    any // the first line of a child's input, as JSON
	// Read reads a line about a problem. A line about anything else is an error.
	Read func(line []byte, problem P) (Line[R], error)
	// Unanswered returns the result of a problem about which no line came.
	Unanswered func(problem P, f Failure) R
	// Limits are the times that the phases of the work on a problem may take before the child is
	// killed; 0 or none: any time. The first phase begins with the problem, each other phase with the
	// first interim line that names it. A child keeps the limits of its task by itself. Limits end a
	// child that does not, so they should be larger.
	Limits []time.Duration
	// Account, where set, notes in a result the cost of all children that worked on its problem.
	Account func(result *R, spent record.Cost)
	Memory  int64  // bytes above which a child is killed; 0: any number
	Cores   *Cores // deals out cores to the problems at work; nil: the system chooses the cores

	mu     sync.Mutex
	idle   []*child        // children without a problem
	alive  map[*child]bool // children that have not ended
	closed bool
}

// Line is a line that a child wrote about a problem: the answer, or an interim line.
type Line[R any] struct {
	Answer R // unless Unanswered is set
	// Unanswered is set for an interim line. It returns the result where the child gets no further,
	// and the rest of the problem that another child can work on; nil: there is no rest.
	Unanswered func(f Failure) (result R, rest any)
	Phase      int // of the work, for an interim line
}

// Solve returns a child's answer to the problem.
//
// Without an answer there is a failure. Its status is crashed for a child that dies or answers with
// anything else. It is that of the limit for a child that was killed at a limit, and error for a
// child that cannot be started. The child's last interim line then makes the result, and another
// child is asked for the rest.
func (p *Pool[P, R]) Solve(ctx context.Context, problem P) R {
	q := inquiry[P]{problem: problem, seat: p.Cores.take()}
	defer p.Cores.put(q.seat)
	result, rest := p.solve(ctx, &q, problem, func(f Failure) (R, any) { return p.Unanswered(problem, f), nil })
	if rest != nil {
		result, _ = p.solve(ctx, &q, rest, func(Failure) (R, any) { return result, nil })
	}
	if p.Account != nil {
		p.Account(&result, q.spent)
	}
	return result
}

// inquiry is the work on a problem, by one child or more.
type inquiry[P any] struct {
	problem P
	seat    seat
	spent   record.Cost // cost of the children so far
}

// solve puts a question about the problem to a child. unanswered returns the result and the rest
// for a failure before the first interim line.
func (p *Pool[P, R]) solve(
	ctx context.Context, q *inquiry[P], question any, unanswered func(Failure) (R, any),
) (result R, rest any) {
	c, err := p.take(q.seat)
	if err != nil {
		return unanswered(Failure{Status: optgap.StatusError, Err: err})
	}
	w := c.watch(ctx, p.Limits, p.Memory)
	answer, unanswered, err := p.ask(c, q.problem, question, unanswered, w)
	ended := w.stop()
	if err == nil {
		q.spent.Add(w.meter.Look())
		if ended != "" || c.exceeds(p.Memory) || !p.put(c) {
			p.end(c)
		}
		return answer, nil
	}
	f := c.failure(err, ended)
	f.Seconds = w.seconds()
	q.spent.Add(c.cost(w.meter, ended))
	c.kill()
	if f.Err != nil { // else a limit has killed a perhaps large process, which takes long to disappear
		c.wait(dying)
	}
	return unanswered(f)
}

// ask sends a question about the problem to a child and reads its answer. It returns the Unanswered
// of the last interim line too, or the given one where no interim line came.
func (p *Pool[P, R]) ask(
	c *child, problem P, question any, unanswered func(Failure) (R, any), w *watch,
) (answer R, _ func(Failure) (R, any), err error) {
	if err = c.send(question); err != nil {
		return answer, unanswered, err
	}
	for {
		text, err := c.line()
		if err != nil {
			return answer, unanswered, err
		}
		line, err := p.Read(text, problem)
		if err != nil {
			return answer, unanswered, fmt.Errorf("%w: found %.200q, %w", errGarbage, text, err)
		}
		if line.Unanswered == nil {
			return line.Answer, unanswered, nil
		}
		unanswered = line.Unanswered
		w.enter(line.Phase)
	}
}

// Close kills all children, also those at work. It waits a moment for their end. The pool starts no
// further child.
func (p *Pool[P, R]) Close() {
	p.mu.Lock()
	p.closed, p.idle = true, nil
	alive := slices.Collect(maps.Keys(p.alive))
	p.mu.Unlock()
	for _, c := range alive {
		c.kill()
	}
	for limit := time.Now().Add(dying); len(alive) > 0; alive = alive[1:] {
		alive[0].wait(max(0, time.Until(limit)))
	}
}

// dying is how long Close and solve wait for a killed process to disappear.
const dying = 5 * time.Second

var errClosed = errors.New("no solving process is started any more: the run has ended")

// take returns an idle child of the seat, or a new one.
func (p *Pool[P, R]) take(s seat) (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		c := p.idle[i]
		if c.seat.number != s.number {
			continue
		}
		p.idle = slices.Delete(p.idle, i, i+1)
		if !c.gone() {
			return c, nil
		}
		c.kill() // it died while it had nothing to do
	}
	if p.closed {
		return nil, errClosed
	}
	c, err := startChild(p.Command, p.Task, s)
	if err != nil {
		return nil, fmt.Errorf("the solving process cannot be started: %w", err)
	}
	if p.alive == nil {
		p.alive = make(map[*child]bool)
	}
	p.alive[c] = true
	go p.forget(c)
	return c, nil
}

// put keeps a child for the next problem; false: the child cannot be used again.
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
}

// forget removes a child from those alive, once it has ended.
func (p *Pool[P, R]) forget(c *child) {
	<-c.exited
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.alive, c)
}
