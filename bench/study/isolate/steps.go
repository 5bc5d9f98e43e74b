package isolate

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// StepTask is the first line that a child gets which solves steps.
type StepTask struct {
	Method  string         `json:"method"`
	Options method.Options `json:"options"`
}

// interimLine is a line on which a child tells how far it has come with a step.
type interimLine struct {
	Interim interim `json:"interim"`
}

type interim struct {
	Trace    string          `json:"trace"`
	Index    int             `json:"index"`
	Now      int64           `json:"now"`
	Progress method.Progress `json:"progress"`
}

func newInterim(step *optgap.Step, known method.Progress) interimLine {
	return interimLine{interim{step.Trace, step.Index, step.Now, known}}
}

// restLine is the line on which a child is asked for what another child did not come to:
// the bounds beside an answer.
type restLine struct {
	Rest rest `json:"rest"`
}

type rest struct {
	Step   *optgap.Step   `json:"step"`
	Answer *method.Answer `json:"answer"`
}

// What such lines begin with, and no result and no step.
const (
	interimPrefix = `{"interim":`
	restPrefix    = `{"rest":`
)

// Steps returns a pool whose children, made by the command, solve steps by the
// method. The command runs ServeSteps.
func Steps(command []string, m method.Method, o method.Options) *Pool[*optgap.Step, record.Result] {
	p := &Pool[*optgap.Step, record.Result]{
		Command: command, Task: StepTask{m.Name, o}, Limits: limits(m, o),
		Read: func(line []byte, step *optgap.Step) (Line[record.Result], error) {
			if bytes.HasPrefix(line, []byte(interimPrefix)) {
				return readInterim(line, step, m, o)
			}
			r, err := readResult(line, step)
			return Line[record.Result]{Answer: r}, err
		},
		Unanswered: func(step *optgap.Step, f method.Failure) record.Result {
			return method.Unanswered(m, step, o, f)
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

// readInterim reads how far a child has come with the step by the method.
func readInterim(line []byte, step *optgap.Step, m method.Method, o method.Options) (Line[record.Result], error) {
	var l Line[record.Result]
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
	l.Phase, l.Unanswered = solving, func(f method.Failure) (r record.Result, left any) {
		f.Known = known
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
