// Package child works on problems in child processes. A solver that dies, ignores its limits or
// eats memory then costs one problem and not the run:
//
//	Task, question -> JSON lines -> child's stdin ... child's stdout -> JSON lines -> report ..., result
//
// The first line that a child gets is its task. Each further line is a question, and the child
// answers each with the line of a result. Before the result the child may write reports, each with
// the best that is known so far. Where a child has to be ended, its last report makes the result.
// Children are reused, and work on one question at a time.
//
// A Pool has the children of one task. Serve is the other side: the work of a child. Only the
// service that a program gives to Serve knows what the questions are.
//
// A [Meter] measures what the work cost a process, and [LookAtHost] describes the machine. Studies
// call the package, and commands describe the machine of their results by it.
//
// The package may change at any time.
package child

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Pool puts questions of type Q to the children of one command. G are reports. Solve may be called by
// many goroutines. Each call has a child to itself.
type Pool[Q, G any] struct {
	Command []string
	Task    Task // the first line of a child's input
	// CheckReport and CheckResult refuse what does not answer the question.
	CheckReport func(Q, G) error
	CheckResult func(Q, record.Result) error
	// Unanswered returns the result where the child gets no further than the report, and the rest
	// of the question that another child can work on, nil if there is no rest. The report is nil
	// where none came.
	Unanswered func(q Q, told *G, f Failure) (result record.Result, rest *Q)
	// Limits are the times that the phases of the work on a question may take before the child is
	// killed; 0 or none: any time. The first phase begins with the question, each other phase with
	// the first report of the phase. A child keeps the limits of its task by itself. Limits end a
	// child that does not, so they should be larger.
	Limits []time.Duration
	Phase  func(G) int // of the work, as the report tells
	Memory int64       // bytes above which a child is killed; 0: any number

	mu       sync.Mutex
	children []*child // that have not ended, or not long ago
	closed   bool
}

// line is a line that a child writes about a question. One of its fields is there.
type line[G, R any] struct {
	Report *G `json:"report,omitempty"`
	Result *R `json:"result,omitempty"`
}

// Solve returns a child's answer to the question, with the cost of all children that worked on it.
//
// Without an answer there is a failure. Its status is crashed for a child that dies or answers with
// anything else. It is that of the limit for a child that was killed at a limit, and error for a
// child that cannot be started. The child's last report then makes the result, and another
// child is asked for the rest.
func (p *Pool[Q, G]) Solve(ctx context.Context, q Q) record.Result {
	var spent record.Cost
	result, rest, _ := p.solve(ctx, q, &spent)
	if rest != nil {
		if more, _, told := p.solve(ctx, *rest, &spent); told {
			result = more
		}
	}
	result.Cost = spent
	return result
}

// solve puts a question to a child. It adds the cost of the child to what is spent. told tells
// whether a result or a report came.
func (p *Pool[Q, G]) solve(
	ctx context.Context,
	q Q,
	spent *record.Cost,
) (result record.Result, rest *Q, told bool) {
	c, err := p.take()
	if err != nil {
		result, rest = p.Unanswered(q, nil, Failure{Status: optgap.StatusError, Err: err})
		return result, rest, false
	}
	w := c.watch(ctx, p.Limits, p.Memory)
	answer, report, err := p.ask(c, q, w)
	ended := w.stop()
	// This process may hear of the same signal a moment later.
	if err != nil && ended == "" && c.interrupted() {
		select {
		case <-ctx.Done():
			ended = optgap.EndedInterrupt
		case <-time.After(time.Second):
		}
	}
	if err == nil {
		spent.Add(w.meter.Look())
		// It said no more than it was asked.
		if ended == "" && !c.exceeds(p.Memory) && c.out.Buffered() == 0 {
			p.put(c)
		} else {
			c.kill()
			c.wait(dying)
		}
		return *answer, nil, true
	}
	f := c.failure(err, ended)
	f.Seconds = time.Since(w.begin).Seconds()
	spent.Add(w.meter.Look())
	c.kill()
	if f.Err != nil { // else a limit has killed a perhaps large process, which takes long to disappear
		c.wait(dying)
	}
	result, rest = p.Unanswered(q, report, f)
	return result, rest, report != nil
}

// ask puts a question to a child and reads its answer. It returns the last report too, nil if none
// came.
func (p *Pool[Q, G]) ask(
	c *child,
	q Q,
	w *watch,
) (answer *record.Result, report *G, err error) {
	if err = record.WriteLine(c.in, q); err != nil {
		return nil, nil, err
	}
	for {
		text, err := c.line()
		if err != nil {
			return nil, report, err
		}
		l, err := p.read(text, q)
		if err != nil {
			return nil, report, fmt.Errorf("%w: found %.200q, %w", errGarbage, text, err)
		}
		if l.Result != nil {
			return l.Result, report, nil
		}
		report = l.Report
		w.enter(p.Phase(*report))
	}
}

// read reads a line about the question.
func (p *Pool[Q, G]) read(text []byte, q Q) (l line[G, record.Result], err error) {
	if err := json.Unmarshal(text, &l); err != nil {
		return l, err
	}
	switch {
	case l.Result != nil:
		return l, p.CheckResult(q, *l.Result)
	case l.Report != nil:
		return l, p.CheckReport(q, *l.Report)
	}
	return l, errors.New("expected a report or a result")
}

// Close kills all children, also those at work. It waits a moment for their end. The pool starts no
// further child.
func (p *Pool[Q, G]) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range p.children {
		c.kill()
	}
	limit := time.Now().Add(dying)
	for _, c := range p.children {
		c.wait(max(0, time.Until(limit)))
	}
}

// dying is how long Close and solve wait for a killed process to disappear.
const dying = 5 * time.Second

var errClosed = errors.New("no solving process is started any more: the run has ended")

// take returns an idle child, or a new one.
func (p *Pool[Q, G]) take() (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	p.children = slices.DeleteFunc(p.children, func(c *child) bool { return c.wait(0) })
	for _, c := range slices.Backward(p.children) {
		if c.busy {
			continue
		}
		c.busy = true
		if !c.gone() {
			return c, nil
		}
		c.kill() // it died while it had nothing to do
	}
	c, err := startChild(p.Command, p.Task)
	if err != nil {
		return nil, fmt.Errorf("the solving process cannot be started: %w", err)
	}
	c.busy = true
	p.children = append(p.children, c)
	return c, nil
}

// put keeps a child for the next question.
func (p *Pool[Q, G]) put(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.busy = false
}
