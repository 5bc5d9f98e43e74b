package batsim

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/optgap/optgap/bench/run/child"
)

// longest is the longest reply in bytes.
const longest = 64 << 20

// dying is how long a program that was told to end may take.
const dying = time.Second

// process is the program of a scheduler, and the connection with it.
type process struct {
	program string // run by sh; "": it runs already
	address string // of ZeroMQ; "": messages are lines
	limit   time.Duration

	mu      sync.Mutex // of what follows, but for exited
	started bool
	ended   bool
	cmd     *exec.Cmd
	said    child.Ends // its standard error
	in, out *os.File
	lines   *bufio.Scanner
	socket  zmq4.Socket
	exited  chan struct{} // closed once the program has ended
}

var errEnded = errors.New("the replay has ended")

// start runs the program, unless it runs.
func (p *process) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return errEnded
	}
	if p.started || p.program == "" {
		return nil
	}
	p.started = true
	p.cmd = exec.Command("sh", "-c", p.program)
	// In a process group of its own, which is ended as a whole. An interrupt from the terminal comes to
	// this program alone.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Stderr, p.cmd.WaitDelay = &p.said, dying
	if p.address != "" {
		p.cmd.Stdout = &p.said
	} else {
		stdin, in, err := os.Pipe()
		if err != nil {
			return err
		}
		defer stdin.Close()
		out, stdout, err := os.Pipe()
		if err != nil {
			in.Close()
			return err
		}
		defer stdout.Close()
		p.cmd.Stdin, p.cmd.Stdout, p.in, p.out = stdin, stdout, in, out
		p.lines = bufio.NewScanner(out)
		p.lines.Buffer(nil, longest)
	}
	if err := p.cmd.Start(); err != nil {
		p.cmd = nil
		close(p.exited)
		return err
	}
	go func() {
		p.cmd.Wait() // how it ended is in ProcessState
		close(p.exited)
	}()
	return nil
}

// connect connects with a program that listens.
func (p *process) connect() error {
	p.mu.Lock()
	if p.ended || p.address == "" || p.socket != nil {
		defer p.mu.Unlock()
		if p.ended {
			return errEnded
		}
		return nil
	}
	p.socket = zmq4.NewReq(context.Background(), zmq4.WithDialerRetry(20*time.Millisecond),
		zmq4.WithDialerMaxRetries(-1), zmq4.WithLogger(log.New(io.Discard, "", 0)))
	socket := p.socket
	p.mu.Unlock()
	if p.program != "" {
		go func() {
			<-p.exited
			socket.Close()
		}()
	}
	return p.within(func() error { return socket.Dial(p.address) })
}

// within does what the socket waits for, within the limit.
func (p *process) within(do func() error) error {
	late := time.AfterFunc(p.limit, func() { p.socket.Close() })
	if err := do(); !late.Stop() {
		return os.ErrDeadlineExceeded
	} else {
		return err
	}
}

// exchange sends a message and returns the reply, which is valid until the next call.
func (p *process) exchange(message []byte) (reply []byte, err error) {
	if err = p.start(); err == nil {
		err = p.connect()
	}
	if err == nil {
		reply, err = p.converse(message)
	}
	switch {
	case err == nil || p.hasEnded():
		return reply, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fmt.Errorf("found no answer within %v%s", p.limit, &p.said)
	case p.cmd != nil && p.wait():
		return nil, fmt.Errorf("the program has ended: %v%s", p.cmd.ProcessState, &p.said)
	}
	return nil, fmt.Errorf("%w%s", err, &p.said)
}

// converse is exchange with a program that runs and is connected.
func (p *process) converse(message []byte) (reply []byte, err error) {
	if p.address != "" {
		err = p.within(func() error {
			if err := p.socket.Send(zmq4.NewMsg(message)); err != nil {
				return err
			}
			answer, err := p.socket.Recv()
			reply = answer.Bytes()
			return err
		})
		return reply, err
	}
	late := time.Now().Add(p.limit)
	p.in.SetDeadline(late)
	p.out.SetDeadline(late)
	if _, err := p.in.Write(append(message, '\n')); err != nil {
		return nil, err
	}
	if p.lines.Scan() {
		return p.lines.Bytes(), nil
	}
	if p.lines.Err() != nil {
		return nil, p.lines.Err()
	}
	return nil, errors.New("the program has closed its output")
}

func (p *process) hasEnded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// wait waits for the end of the program; false: it takes longer than dying.
func (p *process) wait() bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(dying):
		return false
	}
}

// close closes the connection, and leaves the program time to end by itself.
func (p *process) close() {
	p.mu.Lock()
	running := p.cmd != nil && !p.ended
	if running && p.in != nil {
		p.in.Close()
	}
	p.mu.Unlock()
	if running {
		p.wait()
	}
	p.kill()
}

// kill ends the program with all processes of its group. Another goroutine may call it at any time.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.ended = true
	if p.cmd != nil {
		syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
	for _, f := range []*os.File{p.in, p.out} {
		if f != nil {
			f.Close()
		}
	}
	if p.socket != nil {
		p.socket.Close()
	}
}

// Pool keeps a process of each command started ahead, so that nobody waits for its start. The nil Pool
// keeps none.
type Pool struct {
	mu     sync.Mutex
	ready  map[Command]*process
	closed bool
}

// take returns a process of the command.
func (l *Pool) take(c Command) (*process, error) {
	if l == nil {
		return c.process()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p, next := l.ready[c], (*process)(nil)
	var err error
	if p == nil {
		p, err = c.process()
	}
	if err == nil && !l.closed {
		if next, err = c.process(); err == nil {
			err = next.start()
		}
	}
	if l.ready == nil {
		l.ready = map[Command]*process{}
	}
	if l.ready[c] = next; next == nil {
		delete(l.ready, c)
	}
	return p, err
}

// Close ends the processes that nobody has taken.
func (l *Pool) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for _, p := range l.ready {
		p.kill()
	}
}
