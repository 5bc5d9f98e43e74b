package child

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/cgroup"
)

// child is a running process.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	pipe   *os.File // its standard output
	out    *bufio.Reader
	stderr *ends
	exited chan struct{} // closed once it has ended and is reaped
	group  cgroup.Group  // nil: none of its own
	seat   seat

	// Known once it has exited.
	outOfMemory bool  // the kernel has killed it, or a process that it has started
	peak        int64 // of the group's memory
}

// start starts a child on a seat and hands it its task. Its group, if any, is removed at
// its end.
func start(command []string, task any, group cgroup.Group, s seat) (*child, error) {
	c := &child{
		cmd: exec.Command(command[0], command[1:]...), stderr: &ends{}, exited: make(chan struct{}),
		group: group, seat: s,
	}
	c.cmd.SysProcAttr = attributes()
	c.cmd.Stderr = c.stderr
	c.cmd.WaitDelay = time.Second // for what it started itself and left behind
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// Not a StdoutPipe: its Wait would throw away what is not read yet.
	out, err := c.output()
	if err != nil {
		c.in.Close()
		return nil, err
	}
	err = s.start(c.cmd)
	out.Close()
	if err != nil {
		c.in.Close()
		c.pipe.Close()
		return nil, err
	}
	go c.reap()
	if group != nil {
		if err := group.Add(c.cmd.Process.Pid); err != nil && !c.gone() {
			c.kill()
			return nil, err
		}
	}
	// A child that ends before it has read its task says so at the first problem.
	err = record.NewWriter(c.in).Write(task)
	if err != nil && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, os.ErrClosed) {
		c.kill()
		return nil, err
	}
	return c, nil
}

// reap waits for the end of the child, and learns what its group knows of it.
func (c *child) reap() {
	c.cmd.Wait() // how it ended is in cmd.ProcessState
	if c.group != nil {
		if kills, _ := c.group.OOMKills(); kills > 0 {
			c.outOfMemory = true
			c.peak, _ = c.group.Peak()
		}
		_ = c.group.Remove() // where a process is left in it, a later run removes it
	}
	close(c.exited)
}

// output makes the pipe for the standard output and returns the child's end.
func (c *child) output() (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.pipe, c.out, c.cmd.Stdout = r, bufio.NewReader(r), w
	return w, nil
}

// errGarbage marks an answer that is none to the problem.
var errGarbage = errors.New("the solving process answered with something else than a result of the problem")

// send sends a problem.
func (c *child) send(problem any) error { return record.NewWriter(c.in).Write(problem) }

// maxLine bounds a line: a result takes about 30 bytes for each job.
const maxLine = 64 << 20

// line reads up to a line end.
func (c *child) line() ([]byte, error) {
	var line []byte
	for len(line) <= maxLine {
		part, err := c.out.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			return line, nil
		}
		if err != bufio.ErrBufferFull {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w: %d bytes without a line end", errGarbage, len(line))
}

// failure says why a child has not answered. err is what reading from it has met, and
// ended what it was killed for.
func (c *child) failure(err error, ended optgap.EndedBy) Failure {
	switch ended {
	case optgap.EndedTimeLimit:
		return Failure{Status: optgap.StatusLimit, EndedBy: ended}
	case optgap.EndedMemoryLimit:
		return Failure{Status: optgap.StatusMemory, EndedBy: ended}
	case "":
		return c.explain(err)
	}
	return Failure{Status: optgap.StatusCrashed, EndedBy: ended, Err: err}
}

// explain says what went wrong with a child that nobody here has killed.
func (c *child) explain(err error) Failure {
	f := Failure{Status: optgap.StatusCrashed}
	switch {
	case errors.Is(err, errGarbage):
		f.Err = fmt.Errorf("%w%s", err, c.stderr)
	case !c.wait(time.Second):
		f.Err = fmt.Errorf("the solving process gave no result: %w%s", err, c.stderr)
	case c.outOfMemory:
		f.Status, f.EndedBy = optgap.StatusMemory, optgap.EndedMemoryLimit
	default:
		f.Err = fmt.Errorf("the solving process ended: %v%s", c.cmd.ProcessState, c.stderr)
		if c.signalled() {
			f.EndedBy = optgap.EndedSignal
		}
	}
	return f
}

// signalled tells whether a signal has ended the child. Go's runtime catches those of
// faults, as of C code that reads where it may not or calls abort, and exits in its own
// way once it has named the signal.
func (c *child) signalled() bool {
	status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() || caughtSignal.MatchString(c.stderr.String())
}

var caughtSignal = regexp.MustCompile(`(?m)(^|: )SIG[A-Z]+: .*\nPC=0x`)

// wait waits for the end of the child for so long at most, and tells whether it
// has come.
func (c *child) wait(limit time.Duration) bool {
	select {
	case <-c.exited:
		return true
	default:
	}
	if limit == 0 {
		return false
	}
	select {
	case <-c.exited:
		return true
	case <-time.After(limit):
		return false
	}
}

// gone tells whether the child has ended, also where that is not yet known to wait.
func (c *child) gone() bool { return c.wait(0) || syscall.Kill(c.cmd.Process.Pid, 0) != nil }

// kill ends the child and what it started, and closes the pipes.
func (c *child) kill() {
	if !c.wait(0) {
		syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL)
	}
	c.in.Close()
	c.pipe.Close()
}

// attributes puts the child into a process group of its own: an interrupt from
// the terminal is the parent's to handle.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// ends keeps the beginning and the end of what a child says on its standard error. The
// beginning of what a failing program says has the cause, and so has the end of what one
// says that talks all the time.
type ends struct {
	mu          sync.Mutex
	first, last []byte
	cut         bool // something between them is lost
}

// endSize is how much is kept of both.
const endSize = 1000

func (e *ends) Write(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := min(len(b), endSize-len(e.first))
	e.first = append(e.first, b[:n]...)
	e.last = append(e.last, b[n:]...)
	if over := len(e.last) - endSize; over > 0 {
		e.last, e.cut = append(e.last[:0], e.last[over:]...), true
	}
	return len(b), nil
}

func (e *ends) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	gap := ""
	if e.cut {
		gap = "\n...\n"
	}
	if s := strings.TrimSpace(string(e.first) + gap + string(e.last)); s != "" {
		return "; it said: " + s
	}
	return ""
}
