package study

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study/method"
)

// stepTask names the method of a child, with its options.
type stepTask struct {
	Method  string         `json:"method"`
	Options method.Options `json:"options"`
}

// question asks for the result of a step. Where another child has found an answer, it asks for the
// rest: the bounds beside the answer.
type question struct {
	Step   *optgap.Step   `json:"step"`
	Answer *method.Answer `json:"answer,omitempty"`

	Told map[string]method.Told `json:"told,omitempty"` // see method.Options
}

// options returns those of the question.
func (q question) options(o method.Options) method.Options {
	o.Told = q.Told
	return o
}

// report is the progress of the step with the trace, index and time.
type report struct {
	Trace    string          `json:"trace"`
	Index    int             `json:"index"`
	Now      int64           `json:"now"`
	Progress method.Progress `json:"progress"`
}

// stepPool solves steps in children.
type stepPool struct {
	child.Pool[question, report]
	// Told returns what other programs make of a step, see method.Options, nil if there are none.
	Told func(context.Context, *optgap.Step) map[string]method.Told
}

// Solve returns the result of a step; see child.Pool.
func (p *stepPool) Solve(ctx context.Context, step *optgap.Step) record.Result {
	q := question{Step: step}
	if p.Told != nil {
		q.Told = p.Told(ctx, step)
	}
	return p.Pool.Solve(ctx, q)
}

// newPool returns a pool whose children solve steps by the method. command starts a child, which
// must serve Steps.
func newPool(command []string, m method.Method, o method.Options) *stepPool {
	return &stepPool{Pool: child.Pool[question, report]{
		Command: command,
		Task:    child.Task{Memory: o.Memory, Of: stepTask{m.Name, o}},
		Limits:  limits(m, o),
		Memory:  o.Memory + o.Memory/4, // the child itself stops at its limit, if it can
		CheckReport: func(q question, r report) error {
			if err := isOf(q.Step, r.Trace, r.Index, r.Now); err != nil {
				return err
			}
			return r.Progress.Check(q.Step)
		},
		CheckResult: func(q question, r record.Result) error {
			if err := field.CheckFormat(r.Format, record.ResultFormat); err != nil {
				return err
			}
			return isOf(q.Step, r.Trace, r.Index, r.Now)
		},
		Phase: func(r report) int {
			if r.Progress.Ended {
				return bounding
			}
			return solving
		},
		Unanswered: func(q question, told *report, f child.Failure) (record.Result, *question) {
			why := method.Failure{Failure: f}
			if told != nil {
				why.Known = told.Progress
			}
			alone := q.options(o)
			alone.NoBounds = true
			alone.Proofs = false
			known := why.Answer()
			known.BoundBelow(q.Step, m, o)
			r := method.Complete(context.Background(), m, q.Step, known, alone)
			limit := f.Status == optgap.StatusLimit || f.Status == optgap.StatusMemory
			if told == nil || o.NoBounds || why.Known.Ended || !limit {
				return r, nil
			}
			return r, &question{q.Step, why.Answer(), q.Told}
		},
	}}
}

// isOf refuses what is about another step.
func isOf(step *optgap.Step, trace string, index int, now int64) error {
	if trace != step.Trace || index != step.Index || now != step.Now {
		return fmt.Errorf("expected step %d", step.Index)
	}
	return nil
}

// Steps is the service of the child processes of solvers, which the main of a program with Children
// has to serve. A child writes reports and a result for each step.
func Steps(text json.RawMessage) (child.Answer, error) {
	var task stepTask
	if err := json.Unmarshal(text, &task); err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	m, err := method.ByName(task.Method)
	if err != nil {
		return nil, err
	}
	return child.Answering(func(ctx context.Context, q question, tell func(report)) record.Result {
		step := q.Step
		o := q.options(task.Options)
		o.Report = func(p method.Progress) { tell(report{step.Trace, step.Index, step.Now, p}) }
		return method.Complete(ctx, m, step, q.Answer, o)
	}), nil
}

// Phases of the work on a step.
const (
	starting   = iota // the process starts and reads its task
	solving           // the method is at work
	bounding          // the method has ended, and the bounds beside it are sought
	stepPhases = iota
)

// limits returns how long each phase of the work on a step may take; 0: any time.
func limits(m method.Method, o method.Options) []time.Duration {
	limits := make([]time.Duration, stepPhases)
	if !m.Instant {
		limits[solving] = child.WithGrace(o.TimeLimit)
	}
	if !o.NoBounds {
		limits[bounding] = child.WithGrace(o.TimeLimit)
	}
	if limits[solving] > 0 || limits[bounding] > 0 {
		limits[starting] = child.StartLimit
	}
	return limits
}
