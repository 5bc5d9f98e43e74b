package isolate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// ServeSteps reads a StepTask and steps from in and writes interim lines and a result
// for each step to out, one after the other. It ends with the input, or with the error
// of a bad line. Go's own memory is collected more eagerly near the memory limit of the
// task.
func ServeSteps(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	first, err := lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("reading the task: %w", err)
	}
	var task StepTask
	if err := json.Unmarshal(first, &task); err != nil {
		return fmt.Errorf("reading the task: %w", err)
	}
	m, err := method.ByName(task.Method)
	if err != nil {
		return err
	}
	if limit := task.Options.Memory; limit > 0 {
		debug.SetMemoryLimit(limit)
	}
	s := server{ctx, m, task.Options, record.NewWriter(out)}
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if err := s.answer(line); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
	}
}

// server answers the lines that a child gets.
type server struct {
	ctx     context.Context
	method  method.Method
	options method.Options
	out     *record.Writer
}

// answer writes how far it has come with a line's question, and then the answer.
func (s *server) answer(line []byte) error {
	if bytes.HasPrefix(line, []byte(restPrefix)) {
		var r restLine
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		return s.write(r.Rest.Step, func(report func(method.Progress)) record.Result {
			return method.Complete(s.ctx, s.method, r.Rest.Step, r.Rest.Answer, s.options, report)
		})
	}
	for step, err := range record.ReadSteps(bytes.NewReader(line), "steps") {
		if err != nil {
			return err
		}
		return s.write(&step, func(report func(method.Progress)) record.Result {
			return method.SolveReporting(s.ctx, s.method, &step, s.options, report)
		})
	}
	return nil
}

// write writes what solving a step reports, and its result.
func (s *server) write(step *optgap.Step, solve func(report func(method.Progress)) record.Result) error {
	var failed error
	r := solve(func(known method.Progress) { failed = errors.Join(failed, s.out.Write(newInterim(step, known))) })
	return errors.Join(failed, s.out.Write(r))
}

// ServeCommand is the argument with which a program runs as a child: it then calls EndWithParent
// in a goroutine, and ServeSteps with its standard streams.
const ServeCommand = "serve-steps"

// EndWithParent ends this process once the parent process has ended, whatever this process is
// at: nobody waits for its answer, and HiGHS may take hours before it looks whether to stop.
// It returns only by that end.
func EndWithParent() {
	parent := os.Getppid()
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
}
