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

// Rest is the line on which a child is asked for what another child did not come to: the
// bounds beside an answer.
type Rest struct {
	Rest struct {
		Step   *optgap.Step   `json:"step"`
		Answer *method.Answer `json:"answer"`
	} `json:"rest"`
}

// What such lines begin with, and no result and no step.
const (
	interimPrefix = `{"interim":`
	restPrefix    = `{"rest":`
)

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
				return readInterim(line, step, m.Name, !o.NoBounds)
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

// readInterim reads how far a child has come with the step. bounded says that bounds are
// asked for beside the method's answer.
func readInterim(line []byte, step *optgap.Step, name string, bounded bool) (Line[record.Result], error) {
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
	l.Phase, l.Unanswered = solving, func(f method.Failure) (r record.Result, rest any) {
		f.Known = known
		if bounded && !known.Ended && (f.Status == optgap.StatusLimit || f.Status == optgap.StatusMemory) {
			rest = restOf(step, f.Answer())
		}
		return method.Unanswered(name, step, f), rest
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
		var r Rest
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
			return method.SolveAlone(s.ctx, s.method, &step, s.options, report)
		})
	}
	return nil
}

// write writes what solving a step reports, and its result.
func (s *server) write(step *optgap.Step, solve func(report func(method.Progress)) record.Result) error {
	var failed error
	r := solve(func(known method.Progress) { failed = errors.Join(failed, s.out.Write(interim(step, known))) })
	return errors.Join(failed, s.out.Write(r))
}

func interim(step *optgap.Step, known method.Progress) (i Interim) {
	i.Interim.Trace, i.Interim.Index, i.Interim.Now, i.Interim.Progress = step.Trace, step.Index, step.Now, known
	return i
}

func restOf(step *optgap.Step, a *method.Answer) (r Rest) {
	r.Rest.Step, r.Rest.Answer = step, a
	return r
}
