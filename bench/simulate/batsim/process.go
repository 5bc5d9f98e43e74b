package batsim

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

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
	peer    *peer // over ZeroMQ, once it is connected

	mu      sync.Mutex // of what follows, up to lines
	started bool
	ended   bool
	cmd     *exec.Cmd
	said    child.Ends // its standard error
	in, out *os.File
	alive   *os.File // open as long as this process is there
	lines   *bufio.Reader
	rest    *io.LimitedReader // below lines: bytes that may come before the end of a line
	exited  chan struct{}     // closed once the program has ended

	// ctx is done once the program has ended, or is to end.
	ctx    context.Context
	cancel context.CancelFunc
}

var errEnded = errors.New("the replay has ended")

// living are the programs that nobody has ended.
var living struct {
	sync.Mutex
	all  map[*process]bool
	over bool // none starts any more
}

// EndAll ends the programs of all schedulers with their process groups, and waits for their end.
// None starts any more. A process that exits calls it, as replays that were given up may be under
// way.
func EndAll() {
	living.Lock()
	living.over = true
	all := slices.Collect(maps.Keys(living.all))
	living.Unlock()
	for _, p := range all {
		p.kill()
	}
}

// watched runs the text $1 by sh. It has the process group killed once nobody holds the other end
// of file 3: once this process has ended, however it has. What waits for that is no child of the
// program, and ignores signals to its group.
const watched = `(trap '' HUP INT TERM; { read x; kill -9 0; } <&3 >/dev/null 2>&1 &)
exec 3<&-
exec sh -c "$1"`

// start runs the program, unless it runs.
func (p *process) start() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	living.Lock()
	defer living.Unlock()
	if p.ended || living.over {
		return errEnded
	}
	if p.started || p.program == "" {
		return nil
	}
	p.started = true
	cmd := exec.Command("sh", "-c", watched, "sh", p.program)
	// In a process group of its own, which is ended as a whole. An interrupt from the terminal
	// comes to this program alone.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = &p.said
	cmd.WaitDelay = dying
	piped := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	watch, alive := piped()
	defer watch.Close()
	cmd.ExtraFiles = []*os.File{watch}
	p.alive = alive
	if p.address != "" {
		cmd.Stdout = &p.said
	} else {
		stdin, in := piped()
		defer stdin.Close()
		out, stdout := piped()
		defer stdout.Close()
		cmd.Stdin = stdin
		cmd.Stdout = stdout
		p.in = in
		p.out = out
		p.rest = &io.LimitedReader{R: out}
		p.lines = bufio.NewReaderSize(p.rest, 64<<10)
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		close(p.exited)
		return err
	}
	p.cmd = cmd
	if living.all == nil {
		living.all = map[*process]bool{}
	}
	living.all[p] = true
	go func() {
		cmd.Wait() // how it ended is in ProcessState
		close(p.exited)
		p.cancel()
	}()
	return nil
}

// exchange sends a message and returns the reply, which is valid until the next call.
func (p *process) exchange(message []byte) (reply []byte, err error) {
	late := time.Now().Add(p.limit)
	if err = p.start(); err == nil {
		reply, err = p.converse(message, late)
	}
	var timed interface{ Timeout() bool }
	closed := slices.ContainsFunc(
		[]error{io.EOF, io.ErrUnexpectedEOF, syscall.EPIPE, syscall.ECONNRESET},
		func(e error) bool { return errors.Is(err, e) },
	)
	switch {
	case err == nil || p.hasEnded():
		return reply, err
	case errors.As(err, &timed) && timed.Timeout():
		return nil, lateError(fmt.Sprintf("found no answer within %v, and this replay is lost: "+
			"give the same command a longer --decision-limit%s", p.limit, &p.said))
	case errors.Is(err, errTooLong):
		err = errTooLong
	case p.cmd != nil && p.wait():
		return nil, fmt.Errorf("the program has ended: %v%s", p.cmd.ProcessState, &p.said)
	case closed && p.peer != nil:
		err = errors.New("the program has closed the connection")
	case closed && p.address == "":
		err = errors.New("the program has closed its input")
	}
	return nil, fmt.Errorf("%w%s", err, &p.said)
}

// lateError is the error of a program that takes longer than its limit.
type lateError string

func (e lateError) Error() string { return string(e) }

// Timeout tells that it is.
func (e lateError) Timeout() bool { return true }

var errTooLong = fmt.Errorf(
	"found an answer of more than %d MiB, expected a shorter one",
	longest>>20,
)

// converse is exchange with a program that runs. What takes longer fails with a timeout.
func (p *process) converse(message []byte, late time.Time) (reply []byte, err error) {
	if p.address != "" {
		if p.peer == nil {
			p.peer, err = dial(p.ctx, p.address, late)
			if err != nil {
				return nil, err
			}
		}
		return p.peer.exchange(message, late)
	}
	p.in.SetDeadline(late)
	p.out.SetDeadline(late)
	if _, err := p.in.Write(append(message, '\n')); err != nil {
		return nil, err
	}
	p.rest.N = longest
	reply, err = p.lines.ReadBytes('\n')
	switch {
	case err == io.EOF && p.rest.N <= 0:
		return nil, errTooLong
	case err == io.EOF && len(reply) == 0:
		return nil, errors.New("the program has closed its output")
	case err == io.EOF: // the last line may have no end
		err = nil
	}
	return bytes.TrimRight(reply, "\r\n"), err
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

// kill ends the program with all processes of its group, and waits for its end. Another goroutine
// may call it at any time.
func (p *process) kill() {
	p.mu.Lock()
	if !p.ended {
		p.ended = true
		p.cancel()
		for _, f := range []*os.File{p.in, p.out, p.alive} {
			f.Close()
		}
		if p.cmd != nil {
			syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
			living.Lock()
			delete(living.all, p)
			living.Unlock()
		}
	}
	p.mu.Unlock()
	if p.cmd != nil {
		p.wait()
	}
}

// Pool keeps a process of each command started ahead, so that nobody waits for its start. The nil
// Pool keeps none.
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
	p, ready := l.ready[c]
	delete(l.ready, c)
	var err error
	if !ready {
		p, err = c.process()
	}
	if err != nil || l.closed {
		return p, err
	}
	next, err := c.process()
	if err == nil {
		err = next.start()
	}
	if err != nil {
		p.kill()
		return p, err
	}
	if l.ready == nil {
		l.ready = map[Command]*process{}
	}
	l.ready[c] = next
	return p, nil
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
