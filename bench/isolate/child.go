package isolate

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/optgap/optgap/bench/record"
)

// child is a running process.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	pipe   *os.File // its standard output
	out    *bufio.Reader
	stderr *tail
	exited chan struct{} // closed once it has ended and is reaped
}

// start starts a child and hands it its task.
func start(command []string, task any) (*child, error) {
	c := &child{cmd: exec.Command(command[0], command[1:]...), stderr: &tail{}, exited: make(chan struct{})}
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
	err = c.cmd.Start()
	out.Close()
	if err != nil {
		c.in.Close()
		c.pipe.Close()
		return nil, err
	}
	go func() {
		c.cmd.Wait() // how it ended is in cmd.ProcessState
		close(c.exited)
	}()
	// A child that ends before it has read its task says so at the first problem.
	if err := record.NewWriter(c.in).Write(task); err != nil && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, os.ErrClosed) {
		c.kill()
		return nil, err
	}
	return c, nil
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

// explain words what went wrong with a child, and tells whether a signal ended
// it.
func (c *child) explain(err error) (_ error, signalled bool) {
	if errors.Is(err, errGarbage) {
		return fmt.Errorf("%w%s", err, c.stderr), false
	}
	if !c.wait(time.Second) {
		return fmt.Errorf("the solving process gave no result: %w%s", err, c.stderr), false
	}
	status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return fmt.Errorf("the solving process ended: %v%s", c.cmd.ProcessState, c.stderr), ok && status.Signaled()
}

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
