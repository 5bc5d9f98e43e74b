package isolate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/method"
	"github.com/optgap/optgap/bench/record"
)

// StepTask is the first line that a child gets which solves steps.
type StepTask struct {
	Method  string         `json:"method"`
	Options method.Options `json:"options"`
}

// Steps returns a pool whose children, made by the command, solve steps by the
// method. The command runs ServeSteps.
func Steps(command []string, m method.Method, o method.Options) *Pool[*optgap.Step, record.Result] {
	p := &Pool[*optgap.Step, record.Result]{
		Command: command, Task: StepTask{m.Name, o}, Read: readResult, TimeLimit: patience(o),
		Unanswered: func(step *optgap.Step, f method.Failure) record.Result {
			return method.Unanswered(m.Name, step, f)
		},
	}
	if o.ILP.Memory > 0 {
		p.Memory = o.ILP.Memory + o.ILP.Memory/4 // the child itself stops at its limit, if it can
	}
	return p
}

// readResult reads a result of the step.
func readResult(line []byte, step *optgap.Step) (r record.Result, err error) {
	if len(bytes.TrimSpace(line)) > 0 {
		if r, err = record.ParseResult(line); err != nil {
			return r, err
		}
	}
	if r.Trace != step.Trace || r.Index != step.Index || r.Now != step.Now {
		return r, fmt.Errorf("expected step %d", step.Index)
	}
	return r, nil
}

const (
	grace       = 30 * time.Second // for what no limit covers
	maxPatience = 1000 * time.Hour
)

// patience returns how long a child may take over a step, limits of the method
// and of two linear programs for bounds included; 0: any time.
func patience(o method.Options) time.Duration {
	limit := o.ILP.TimeLimit
	if !o.NoBounds {
		limit += 2 * min(o.Bounds.TimeLimit, maxPatience)
	}
	if o.ILP.TimeLimit == 0 || limit > maxPatience || limit < 0 {
		return 0
	}
	return limit*3/2 + grace
}

// ServeSteps reads a StepTask and steps from in and writes a result for each step
// to out, one after the other. It ends with the input, or with the error of a bad
// line.
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
	w := record.NewWriter(out)
	for step, err := range record.ReadSteps(lines, "steps") {
		if err != nil {
			return err
		}
		if err := w.Write(method.SolveAlone(ctx, m, &step, task.Options)); err != nil {
			return err
		}
	}
	return nil
}
