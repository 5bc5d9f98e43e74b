package command

import (
	"context"
	"fmt"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const readSchedulesName = "read-schedules"

// stepName tells steps apart.
type stepName struct {
	trace string
	index int
}

// schedules are those of --read-schedules.
type schedules struct {
	file string
	of   map[stepName]record.Schedule

	mu   sync.Mutex
	used int
}

// readSchedules reads the file of --read-schedules. It returns nil for "".
func readSchedules(c *console.Call, path string) (*schedules, error) {
	if path == "" {
		return nil, nil
	}
	if path == stream.Stdin && c.Args().First() == stream.Stdin {
		return nil, console.Usage("solve: found - twice, expected the standard input to be one of the files at most")
	}
	in, err := stream.Open(path, c.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	all := &schedules{file: in.Name(), of: make(map[stepName]record.Schedule)}
	for found, err := range record.ReadSchedules(in, in.Name()) {
		if err != nil {
			return nil, err
		}
		of := stepName{found.Trace, *found.Index}
		if _, again := all.of[of]; again {
			again := fmt.Sprintf("%d a second time", of.index)
			return nil, all.wrong(found.Line, optgap.BadField("index", again, "a schedule for each step"))
		}
		all.of[of] = found
	}
	return all, nil
}

// wrong is an error about a schedule on a line.
func (all *schedules) wrong(line int, err error) error {
	return &record.LineError{File: all.file, Line: line, Err: err}
}

// judged returns a solver that judges the schedules.
func (all *schedules) judged(o method.Options) *study.Solving {
	judge := func(ctx context.Context, step *optgap.Step) (record.Result, error) {
		found, ok := all.of[stepName{step.Trace, step.Index}]
		if !ok {
			const text = "%s: found no schedule for step %d%s, expected one"
			return record.Result{}, console.Usage(text, all.file, step.Index, ofTrace(step.Trace))
		}
		if err := found.InRange(step); err != nil {
			return record.Result{}, console.Usage("%w", all.wrong(found.Line, err))
		}
		all.mu.Lock()
		all.used++
		all.mu.Unlock()
		return method.Given(ctx, step, &found, o), nil
	}
	return &study.Solving{Solvers: []study.Solver{{Name: record.Given, Solve: judge}}}
}

func ofTrace(name string) string {
	if name == "" {
		return ""
	}
	return " of trace " + name
}

// sayUnused notes schedules that are of no step; all may be nil.
func (all *schedules) sayUnused(n *console.Notes) {
	if all != nil && all.used < len(all.of) {
		n.Say("%s: %s of no step", all.file, format.Count(int64(len(all.of)-all.used), "schedule"))
	}
}
