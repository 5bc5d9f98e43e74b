package isolate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
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

// Interim is a line on which a child tells how far it has come with a step.
type Interim struct {
	Interim struct {
		Trace    string          `json:"trace"`
		Index    int             `json:"index"`
		Now      int64           `json:"now"`
		Progress method.Progress `json:"progress"`
	} `json:"interim"`
}

// interimPrefix begins every interim line and no result.
const interimPrefix = `{"interim":`

// Phases of the work on a step.
const (
	starting   = iota // the process starts and reads its task
	solving           // the method is at work
	bounding          // so are the bounds beside it
	stepPhases = iota
)

// Steps returns a pool whose children, made by the command, solve steps by the
// method. The command runs ServeSteps.
func Steps(command []string, m method.Method, o method.Options) *Pool[*optgap.Step, record.Result] {
	p := &Pool[*optgap.Step, record.Result]{
		Command: command, Task: StepTask{m.Name, o}, Limits: limits(m, o),
		Read: func(line []byte, step *optgap.Step) (Line[record.Result], error) {
			if bytes.HasPrefix(line, []byte(interimPrefix)) {
				return readInterim(line, step, m.Name)
			}
			r, err := readResult(line, step)
			return Line[record.Result]{Answer: r}, err
		},
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

// readInterim reads how far a child has come with the step.
func readInterim(line []byte, step *optgap.Step, name string) (Line[record.Result], error) {
	var l Line[record.Result]
	var i Interim
	if err := json.Unmarshal(line, &i); err != nil {
		return l, err
	}
	if at := i.Interim; at.Trace != step.Trace || at.Index != step.Index || at.Now != step.Now {
		return l, fmt.Errorf("expected step %d", step.Index)
	}
	known := i.Interim.Progress
	if s := known.Answer.Schedule; s != nil {
		if err := s.Check(step); err != nil {
			return l, err
		}
	}
	l.Phase, l.Unanswered = solving, func(f method.Failure) record.Result {
		f.Known = known
		return method.Unanswered(name, step, f)
	}
	if known.Ended {
		l.Phase = bounding
	}
	return l, nil
}

const (
	startLimit = 30 * time.Second
	// grace is by how much a child may be late in each phase. With two phases an answer
	// comes within a second of the limits.
	grace   = 400 * time.Millisecond
	endless = 1000 * time.Hour
)

// limits returns how long each phase of the work on a step may take.
func limits(m method.Method, o method.Options) []time.Duration {
	limits := make([]time.Duration, stepPhases)
	late := func(limit time.Duration) time.Duration {
		if limit == 0 || limit > endless {
			return 0
		}
		return limit + grace
	}
	if m.TimeLimit != nil {
		limits[solving] = late(m.TimeLimit(o))
	}
	if !o.NoBounds {
		limits[bounding] = late(o.Bounds.TimeLimit)
	}
	if limits[solving] > 0 || limits[bounding] > 0 {
		limits[starting] = startLimit
	}
	return limits
}

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
	if limit := task.Options.ILP.Memory; limit > 0 {
		debug.SetMemoryLimit(limit)
	}
	w := record.NewWriter(out)
	for step, err := range record.ReadSteps(lines, "steps") {
		if err != nil {
			return err
		}
		var failed error
		tell := func(known method.Progress) { failed = errors.Join(failed, w.Write(interim(&step, known))) }
		r := method.SolveAlone(ctx, m, &step, task.Options, tell)
		if err := errors.Join(failed, w.Write(r)); err != nil {
			return err
		}
	}
	return nil
}

func interim(step *optgap.Step, known method.Progress) (i Interim) {
	i.Interim.Trace, i.Interim.Index, i.Interim.Now, i.Interim.Progress = step.Trace, step.Index, step.Now, known
	return i
}
