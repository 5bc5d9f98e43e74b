// Package isolate solves self-tuning steps in child processes; see package child. Steps makes a
// pool whose children solve steps by a method. ServeSteps is the other side: the work of such a
// child.
package isolate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study/method"
)

// Service is the name of the service that solves steps.
const Service = "steps"

// stepTask names the method of a child, with its options.
type stepTask struct {
	Method  string         `json:"method"`
	Options method.Options `json:"options"`
}

// interimLine is a line on which a child reports the progress of a step.
type interimLine struct {
	Interim interim `json:"interim"`
}

// interim is the progress of the step with the trace, index and time.
type interim struct {
	Trace    string          `json:"trace"`
	Index    int             `json:"index"`
	Now      int64           `json:"now"`
	Progress method.Progress `json:"progress"`
}

func newInterim(step *optgap.Step, known method.Progress) interimLine {
	return interimLine{interim{step.Trace, step.Index, step.Now, known}}
}

// restLine is the line on which a child is asked for the rest of another child's step: the bounds
// beside an answer.
type restLine struct {
	Rest rest `json:"rest"`
}

type rest struct {
	Step   *optgap.Step   `json:"step"`
	Answer *method.Answer `json:"answer"`
}

// The beginnings of such lines. No result and no step begins like that.
const (
	interimPrefix = `{"interim":`
	restPrefix    = `{"rest":`
)

// Steps returns a pool whose children solve steps by the method. command starts a child, which must
// serve ServeSteps under the name Service.
func Steps(command []string, m method.Method, o method.Options) *child.Pool[*optgap.Step, record.Result] {
	p := &child.Pool[*optgap.Step, record.Result]{
		Command: command, Task: child.Task{Service: Service, Memory: o.Memory, Of: stepTask{m.Name, o}}, Limits: limits(m, o),
		Read: func(line []byte, step *optgap.Step) (child.Line[record.Result], error) {
			if bytes.HasPrefix(line, []byte(interimPrefix)) {
				return readInterim(line, step, m, o)
			}
			r, err := readResult(line, step)
			return child.Line[record.Result]{Answer: r}, err
		},
		Unanswered: func(step *optgap.Step, f child.Failure) record.Result {
			return method.Unanswered(m, step, o, method.Failure{Failure: f})
		},
		Account: func(r *record.Result, spent record.Cost) { r.Cost = spent },
	}
	if o.Memory > 0 {
		p.Memory = o.Memory + o.Memory/4 // the child itself stops at its limit, if it can
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

// readInterim reads the progress of the step by the method.
func readInterim(line []byte, step *optgap.Step, m method.Method, o method.Options) (child.Line[record.Result], error) {
	var l child.Line[record.Result]
	var i interimLine
	if err := json.Unmarshal(line, &i); err != nil {
		return l, err
	}
	if at := i.Interim; at.Trace != step.Trace || at.Index != step.Index || at.Now != step.Now {
		return l, fmt.Errorf("expected step %d", step.Index)
	}
	known := i.Interim.Progress
	if err := known.Check(step); err != nil {
		return l, err
	}
	l.Phase, l.Unanswered = solving, func(why child.Failure) (r record.Result, left any) {
		f := method.Failure{Failure: why, Known: known}
		if !o.NoBounds && !known.Ended && (f.Status == optgap.StatusLimit || f.Status == optgap.StatusMemory) {
			left = restLine{rest{step, f.Answer()}}
		}
		return method.Unanswered(m, step, o, f), left
	}
	if known.Ended {
		l.Phase = bounding
	}
	return l, nil
}

// ServeSteps reads a stepTask, and returns how a child with that task answers. The child writes
// interim lines and a result for each step.
func ServeSteps(text json.RawMessage) (child.Answer, error) {
	var task stepTask
	if err := json.Unmarshal(text, &task); err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	m, err := method.ByName(task.Method)
	if err != nil {
		return nil, err
	}
	return stepServer{m, task.Options}.answer, nil
}

// stepServer solves the steps of a child.
type stepServer struct {
	method  method.Method
	options method.Options
}

// answer writes interim lines and the result of a step, or of the rest of a step.
func (s stepServer) answer(ctx context.Context, line []byte, out *record.Writer) error {
	if bytes.HasPrefix(line, []byte(restPrefix)) {
		var r restLine
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		return write(out, r.Rest.Step, func(report func(method.Progress)) record.Result {
			return method.Complete(ctx, s.method, r.Rest.Step, r.Rest.Answer, s.options, report)
		})
	}
	for step, err := range record.ReadSteps(bytes.NewReader(line), "steps") {
		if err != nil {
			return err
		}
		return write(out, &step, func(report func(method.Progress)) record.Result {
			return method.SolveReporting(ctx, s.method, &step, s.options, report)
		})
	}
	return nil
}

// write writes the reports of solving a step, and then the result.
func write(out *record.Writer, step *optgap.Step, solve func(report func(method.Progress)) record.Result) error {
	var failed error
	r := solve(func(known method.Progress) { failed = errors.Join(failed, out.Write(newInterim(step, known))) })
	return errors.Join(failed, out.Write(r))
}
