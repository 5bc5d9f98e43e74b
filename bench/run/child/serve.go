package child

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/optgap/optgap/bench/record"
)

// Task is the first line of a child's input.
type Task struct {
	// Memory is the bytes that the child may take; 0: any number. Near that number Go's own memory
	// is collected more eagerly. The kernel refuses memory beyond twice that number, and beyond 512
	// MB, on top of what the child has when it starts.
	Memory int64 `json:"memory,omitempty"`
	Of     any   `json:"task"` // for the Service
}

// Service is what a child can do: it reads its part of the task, and returns how it answers.
type Service func(task json.RawMessage) (Answer, error)

// Answer answers a line of a child's input. It writes reports and a result. An error ends the
// child.
type Answer func(ctx context.Context, line []byte, out io.Writer) error

// Answering returns an Answer that calls solve with each question. The end of the context is an
// error: what it has cut short could pass for a whole result.
func Answering[Q, G, R any](solve func(ctx context.Context, q Q, report func(G)) R) Answer {
	return func(ctx context.Context, text []byte, out io.Writer) error {
		var q Q
		if err := json.Unmarshal(text, &q); err != nil {
			return fmt.Errorf("reading a question: %w", err)
		}
		var failed error
		result := solve(
			ctx,
			q,
			func(g G) { failed = errors.Join(failed, record.WriteLine(out, line[G, R]{Report: &g})) },
		)
		if err := ctx.Err(); err != nil {
			return err
		}
		return errors.Join(failed, record.WriteLine(out, line[G, R]{Result: &result}))
	}
}

// Serve reads a Task and then questions from in, a line each. It writes the answers to out, one
// after the other. Serve ends with the input, or with the error of a bad line.
func Serve(ctx context.Context, in io.Reader, out io.Writer, service Service) error {
	lines := bufio.NewReader(in)
	answer, err := readTask(lines, service)
	if err != nil {
		return err
	}
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := answer(ctx, line, out); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readTask reads the first line, and limits the memory of this process as the line says.
func readTask(lines *bufio.Reader, service Service) (Answer, error) {
	first, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	var of json.RawMessage
	task := Task{Of: &of}
	if err := json.Unmarshal(first, &task); err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	if task.Memory > 0 {
		debug.SetMemoryLimit(task.Memory)
		if err := limitData(max(2*min(task.Memory, math.MaxInt64/4), leastData)); err != nil {
			return nil, err
		}
	}
	return service(of)
}

// leastData leaves room for the stacks of threads, and for what an allocator holds ahead.
const leastData = 512 << 20

// limitData makes the kernel refuse this process so many bytes more than it has now. A lower limit
// stays.
func limitData(bytes int64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &limit); err != nil {
		return err
	}
	limit.Cur = min(limit.Cur, uint64(statm(os.Getpid(), dataSize)+bytes))
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &limit)
}

// ServeCommand is the argument with which a program runs as a child. Such a program calls
// EndWithParent in a goroutine, and Serve with its standard streams.
const ServeCommand = "serve"

// Command returns the command that runs this program as a child. A program that was started as a
// child and does not serve gets an error: it would start itself without end.
func Command() ([]string, error) {
	if len(os.Args) > 1 && os.Args[1] == ServeCommand {
		return nil, fmt.Errorf("%s %s works for another process and starts no children: "+
			"its main has to call command.Main or child.Serve first", os.Args[0], ServeCommand)
	}
	self, err := os.Executable()
	return []string{self, ServeCommand}, err
}

// EndWithParent ends this process once the parent process has ended, as nobody then waits for an
// answer. It does not wait for work to stop, as HiGHS may take hours before it looks whether to
// stop. EndWithParent never returns.
func EndWithParent() {
	parent := os.Getppid()
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
}
