package child

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// child is a running process.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	pipe   *os.File      // this process's end of the child's standard output
	out    *bufio.Reader // reads pipe
	stderr *Ends         // of the child's standard error
	exited chan struct{} // closed once the process has ended and is reaped
	busy   bool          // has a question; guarded by the pool
}

// startChild starts a child and sends it its task.
func startChild(command []string, task Task) (*child, error) {
	r, w, err := os.Pipe() // not a StdoutPipe: its Wait would throw away what is not read yet
	if err != nil {
		return nil, err
	}
	defer w.Close()
	c := &child{
		cmd: exec.Command(
			command[0],
			command[1:]...),
		pipe:   r,
		out:    bufio.NewReader(r),
		stderr: &Ends{},
		exited: make(chan struct{}),
	}
	// In a process group of its own: an interrupt from the terminal comes to the parent alone.
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.cmd.Stdout = w
	c.cmd.Stderr = c.stderr
	c.cmd.WaitDelay = time.Second // for processes that the child leaves behind
	c.in, err = c.cmd.StdinPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	go func() {
		c.cmd.Wait() // how the child ended is in cmd.ProcessState
		close(c.exited)
	}()
	// A child that ends before it has read its task says so at the first question.
	err = record.WriteLine(c.in, task)
	if err != nil && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, os.ErrClosed) {
		c.kill()
		return nil, err
	}
	return c, nil
}

// errGarbage marks a line that does not answer the question.
var errGarbage = errors.New(
	"the solving process answered with something else than a result of the problem",
)

// maxLine bounds the bytes of a line. A result takes about 30 bytes for each job.
const maxLine = 64 << 20

// line reads a line from the child.
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

// failure returns the reason why the child has not answered. err is the error of reading the
// answer. ended is the reason for which this process has killed the child; "": it has not.
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

// explain returns what went wrong with a child that this process has not killed.
func (c *child) explain(err error) Failure {
	f := Failure{Status: optgap.StatusCrashed}
	switch {
	case errors.Is(err, errGarbage):
		f.Err = fmt.Errorf("%w%s", err, c.stderr)
	case !c.wait(time.Second):
		f.Err = fmt.Errorf("the solving process gave no result: %w%s", err, c.stderr)
	case refused.MatchString(c.stderr.String()):
		f.Status = optgap.StatusMemory
		f.EndedBy = optgap.EndedMemoryLimit
	default:
		f.Err = fmt.Errorf("the solving process ended: %v%s", c.cmd.ProcessState, c.stderr)
		if c.signalled() {
			f.EndedBy = optgap.EndedSignal
		}
	}
	return f
}

// refused finds how Go, C and C++ say that the kernel gave them no memory.
var refused = regexp.MustCompile(
	`(?i)out of memory|cannot allocate memory|failed to allocate|malloc failed|bad_alloc`,
)

// signalled reports whether a signal has ended the child. C code may read where it may not, or call
// abort. Go's runtime catches the signals of such faults, names them, and exits in its own way.
func (c *child) signalled() bool {
	return c.status().Signaled() || caughtSignal.MatchString(c.stderr.String())
}

// status tells how the child has ended.
func (c *child) status() syscall.WaitStatus { return c.cmd.ProcessState.Sys().(syscall.WaitStatus) }

// interrupted reports whether the child has ended by a signal that this process may get too: a batch
// system signals each process of a job.
func (c *child) interrupted() bool {
	if !c.wait(time.Second) {
		return false
	}
	ends := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL}
	return slices.Contains(ends, c.status().Signal())
}

var caughtSignal = regexp.MustCompile(`(?m)(^|: )SIG[A-Z]+: .*\nPC=0x`)

// wait waits for the end of the child, at most for the limit, and reports whether the child has
// ended.
func (c *child) wait(limit time.Duration) bool {
	select {
	case <-c.exited:
		return true
	default:
	}
	select {
	case <-c.exited:
		return true
	case <-time.After(limit):
		return false
	}
}

// gone reports whether the child has ended. It knows of an end before wait does.
func (c *child) gone() bool { return c.wait(0) || syscall.Kill(c.cmd.Process.Pid, 0) != nil }

// kill ends the child and the processes that it has started, and closes the pipes.
func (c *child) kill() {
	if !c.wait(0) {
		syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL)
	}
	c.in.Close()
	c.pipe.Close()
}

// Ends keeps the beginning and the end of a child's standard error. A failing program names the
// cause at the beginning. A program that talks all the time names it at the end.
type Ends struct {
	mu          sync.Mutex
	first, last []byte
	cut         bool // some text between first and last is lost
}

// endSize is the number of bytes kept of the beginning, and of the end.
const endSize = 1000

func (e *Ends) Write(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := min(len(b), endSize-len(e.first))
	e.first = append(e.first, b[:n]...)
	e.last = append(e.last, b[n:]...)
	if over := len(e.last) - endSize; over > 0 {
		e.last = append(e.last[:0], e.last[over:]...)
		e.cut = true
	}
	return len(b), nil
}

// String is such as "; it said: out of memory"; "": the child said nothing.
func (e *Ends) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	gap := ""
	if e.cut {
		gap = "\n...\n"
	}
	if s := strings.TrimSpace(string(e.first) + gap + string(e.last)); s != "" {
		return "; it said: " + format.Printable(s)
	}
	return ""
}

// Failure is the reason why a child has not answered.
type Failure struct {
	Status  optgap.Status // Limit, Memory, Crashed or Error
	EndedBy optgap.EndedBy
	Err     error   // nil: a limit ended the child, and Status tells which
	Seconds float64 // wall time of the phase that has not ended
}
