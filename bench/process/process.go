// Package process solves steps in child processes, so that a solver that dies,
// ignores its limits or eats memory costs one step and not the study:
//
//	step -> JSON line -> child's stdin ... child's stdout -> JSON line -> result
//
// A child is any command that answers each step on a line of its standard input
// with a result on a line of its standard output, as `optgap solve --format json
// -` does. Children are reused, one step at a time each.
package process

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/record"
)

// Pool solves steps in children of one command. Its Solve may be called by many
// goroutines; each call has a child to itself.
type Pool struct {
	Command []string
	// TimeLimit is that of the method; a child is killed when it has taken half
	// as long again and Grace. 0: never.
	TimeLimit time.Duration
	Memory    int64 // resident bytes above which a child is killed; 0: none

	mu   sync.Mutex
	idle []*child
}

// Grace is what a child may need beyond its time limit, for bounds and input.
const Grace = 30 * time.Second

// poll is how often the memory of a child is looked at.
const poll = 100 * time.Millisecond

type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *tail
}

// Solve is a bench.SolveFunc. A child that dies makes a result with status
// crashed, one that had to be killed the status of the limit; the best policy's
// schedule stands in.
func (p *Pool) Solve(ctx context.Context, step *optgap.Step) record.Result {
	c, err := p.take()
	if err != nil {
		return failed(step, record.Error, "", err)
	}
	begin := time.Now()
	watch := p.watch(ctx, c)
	r, err := c.ask(step)
	ended := watch()
	if err == nil {
		p.put(c)
		return r
	}
	c.kill()
	r = failed(step, record.Crashed, record.Signal, fmt.Errorf("the solving process died: %w%s", err, c.stderr))
	switch ended {
	case record.TimeLimit:
		r.Status, r.EndedBy, r.Error = record.Limit, ended, ""
	case record.MemoryLimit:
		r.Status, r.EndedBy, r.Error = record.Memory, ended, ""
	}
	r.SolveSeconds = time.Since(begin).Seconds()
	return r
}

// failed returns a result of which nothing but the policies is known.
func failed(step *optgap.Step, status record.Status, ended record.EndedBy, err error) record.Result {
	r := bench.Measure(context.Background(), step, bench.Options{Method: bench.Policies, NoBounds: true})
	r.Method = bench.ILP
	r.Status, r.EndedBy, r.Scope, r.Error = status, ended, "", err.Error()
	r.Quality, r.LossPercent, r.Power = nil, nil, 0
	for name, policy := range r.Policies {
		policy.Power = 0
		r.Policies[name] = policy
	}
	return r
}

// Close ends the idle children.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		c.in.Close()
		c.kill()
	}
	p.idle = nil
}

func (p *Pool) take() (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return c, nil
	}
	return start(p.Command)
}

func (p *Pool) put(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
}

func start(command []string) (*child, error) {
	c := &child{cmd: exec.Command(command[0], command[1:]...), stderr: &tail{}}
	c.cmd.SysProcAttr = attributes()
	c.cmd.Stderr = c.stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out = in, bufio.NewReader(out)
	return c, c.cmd.Start()
}

// ask sends a step and reads its result.
func (c *child) ask(step *optgap.Step) (record.Result, error) {
	var r record.Result
	if err := record.NewWriter(c.in).Write(step); err != nil {
		return r, err
	}
	line, err := c.out.ReadBytes('\n')
	if err != nil {
		return r, errors.Join(err, c.wait())
	}
	return r, json.Unmarshal(line, &r)
}

// wait returns how the child ended, within a moment.
func (c *child) wait() error {
	done := make(chan error, 1)
	go func() { done <- c.cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return nil
	}
}

func (c *child) kill() {
	c.cmd.Process.Kill()
	go c.cmd.Wait() // reaps it; a second call returns at once
}

// watch kills the child at a limit or when the context is cancelled. The
// function that it returns ends the watch and tells which limit it was.
func (p *Pool) watch(ctx context.Context, c *child) (stop func() record.EndedBy) {
	quit, ended := make(chan struct{}), make(chan record.EndedBy, 1)
	go func() {
		ticker := time.NewTicker(poll)
		defer ticker.Stop()
		begin := time.Now()
		for {
			select {
			case <-quit:
				ended <- ""
				return
			case <-ctx.Done():
				c.cmd.Process.Kill()
				ended <- record.Interrupt
				return
			case <-ticker.C:
			}
			var why record.EndedBy
			switch {
			case p.TimeLimit > 0 && time.Since(begin) > p.TimeLimit*3/2+Grace:
				why = record.TimeLimit
			case p.Memory > 0 && resident(c.cmd.Process.Pid) > p.Memory:
				why = record.MemoryLimit
			default:
				continue
			}
			c.cmd.Process.Kill()
			ended <- why
			return
		}
	}()
	return func() record.EndedBy {
		close(quit)
		return <-ended
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

// attributes puts the child into a process group of its own: an interrupt from
// the terminal is the parent's to handle.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// tail keeps the end of what a child says on its standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > tailSize {
		t.text = append(t.text[:0], t.text[len(t.text)-tailSize:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := strings.TrimSpace(string(t.text)); s != "" {
		return "; it said: " + s
	}
	return ""
}
