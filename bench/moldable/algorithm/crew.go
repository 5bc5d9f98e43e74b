package algorithm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Work says how algorithms work. No result depends on it, unless a limit is reached.
type Work struct {
	// Children runs the algorithms that prove in child processes; see study.Work. An algorithm that
	// fails or does not keep its limits costs one result and not the run. Otherwise this process runs
	// all algorithms, and starts no other.
	Children  bool
	Memory    int64         // bytes that a child may take; 0: any number
	TimeLimit time.Duration // see Options; 0: none
}

// Crew holds algorithms that are ready to work. Close ends their child processes.
type Crew = child.Crew[*Problem, record.MoldableResult]

// NewCrew returns the algorithms as solvers.
func NewCrew(algorithms []Algorithm, w Work) (*Crew, error) {
	proves := func(a Algorithm) bool { return a.Proves }
	c := new(Crew)
	if w.Children && slices.ContainsFunc(algorithms, proves) {
		var err error
		if c, err = child.NewCrew[*Problem, record.MoldableResult](w.Memory, 0); err != nil {
			return nil, err
		}
	}
	for _, a := range algorithms {
		if len(c.Command) == 0 || !a.Proves {
			c.Solvers = append(c.Solvers, SolverOf(a))
			continue
		}
		c.Delegate(a.Name, Children(c.Command, a, w))
		last := &c.Solvers[len(c.Solvers)-1]
		last.Solve = bounded(last.Solve)
	}
	return c, nil
}

// Solver works on problems by an algorithm.
type Solver = harness.Solver[*Problem, record.MoldableResult]

// SolverOf returns an algorithm as a solver that works in this process.
func SolverOf(a Algorithm) Solver {
	solve := func(ctx context.Context, p *Problem) (record.MoldableResult, error) { return p.Solve(ctx, a) }
	return Solver{Name: a.Name, Solve: solve}
}

// bounded returns a solver whose results have the bounds of the instance too. This process computes
// the bounds.
func bounded(
	solve func(context.Context, *Problem) (record.MoldableResult, error),
) func(context.Context, *Problem) (record.MoldableResult, error) {
	return func(ctx context.Context, p *Problem) (record.MoldableResult, error) {
		proven, err := p.bounds(ctx)
		if err != nil {
			return record.MoldableResult{}, err
		}
		r, err := solve(ctx, p)
		if err == nil {
			proven.put(&r)
		}
		return r, err
	}
}

// Service is the name of the service that runs algorithms.
const Service = "moldable"

// childTask names the algorithm of a child.
type childTask struct {
	Algorithm string `json:"algorithm"`
}

// question is the line on which a child gets a problem.
type question struct {
	Instance record.Moldable `json:"instance"`
	Options  Options         `json:"options"`
}

// interimLine is the line on which a child tells the schedule from which a proof starts.
type interimLine struct {
	Interim record.MoldableResult `json:"interim"`
}

// interimPrefix begins each interimLine, and no result.
const interimPrefix = `{"interim":`

// MarshalJSON writes the problem as a question.
func (p *Problem) MarshalJSON() ([]byte, error) {
	o := p.o
	o.NoBounds = true // the parent has them
	return json.Marshal(question{record.MoldableOf(p.in), o})
}

// Phases of the work on a problem.
const (
	preparing = iota // the process starts, and seeks a schedule to start from
	proving
	phases
)

// Children returns a pool whose children run the algorithm. command starts a child, which must
// serve Serve under the name Service.
func Children(command []string, a Algorithm, w Work) *child.Pool[*Problem, record.MoldableResult] {
	pool := &child.Pool[*Problem, record.MoldableResult]{
		Command: command, Task: child.Task{Service: Service, Memory: w.Memory, Of: childTask{a.Name}},
		Limits: make([]time.Duration, phases), Memory: w.Memory + w.Memory/4,
		Read: func(line []byte, p *Problem) (child.Line[record.MoldableResult], error) { return readLine(line, p, a) },
		Unanswered: func(p *Problem, f child.Failure) record.MoldableResult {
			return failed(p.resultOf(a), f)
		},
		Account: func(r *record.MoldableResult, spent record.Cost) { r.PeakMemoryBytes = spent.PeakMemoryBytes },
	}
	pool.Limits[proving] = child.WithGrace(w.TimeLimit)
	return pool
}

// readLine reads a line of a child about a problem.
func readLine(line []byte, p *Problem, a Algorithm) (l child.Line[record.MoldableResult], err error) {
	var text interimLine
	r, interim := &l.Answer, bytes.HasPrefix(line, []byte(interimPrefix))
	if interim {
		r = &text.Interim
		err = json.Unmarshal(line, &text)
	} else {
		err = json.Unmarshal(line, r)
	}
	if err != nil {
		return l, err
	}
	if r.Format != record.MoldableResultFormat || r.Name != p.in.Name || r.Algorithm != a.Name {
		return l, fmt.Errorf("expected a result of instance %q by %s", p.in.Name, a.Name)
	}
	if s := Schedule(r); s != nil {
		if err := s.Check(p.in); err != nil {
			return l, err
		}
	}
	if interim {
		l.Phase = proving
		l.Unanswered = func(f child.Failure) (record.MoldableResult, any) { return failed(text.Interim, f), nil }
	}
	return l, nil
}

// failed returns the result for a problem that a child has not answered. known is the result so
// far. A schedule that was known before a limit stands.
func failed(known record.MoldableResult, f child.Failure) record.MoldableResult {
	r := known
	r.EndedBy, r.SolveSeconds = f.EndedBy, f.Seconds
	limit := f.Status == optgap.StatusLimit || f.Status == optgap.StatusMemory
	if !limit || r.Starts == nil {
		r.Status, r.Starts, r.Minsum, r.Makespan = f.Status, nil, 0, 0
	}
	if f.Err != nil {
		r.Error = f.Err.Error()
	}
	return r
}

// Serve reads a childTask, and returns how a child with that task answers. For each problem the
// child writes the schedule from which a proof starts, and its result without the bounds beside it.
func Serve(text json.RawMessage) (child.Answer, error) {
	var task childTask
	if err := json.Unmarshal(text, &task); err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	algorithms, err := ByNames([]string{task.Algorithm})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, line []byte, out *record.Writer) error {
		return answerProblem(ctx, algorithms[0], line, out)
	}, nil
}

// answerProblem answers a line of a child's input.
func answerProblem(ctx context.Context, a Algorithm, line []byte, out *record.Writer) error {
	if len(bytes.TrimSpace(line)) == 0 { // the end of the input
		return nil
	}
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return fmt.Errorf("reading a problem: %w", err)
	}
	in, err := q.Instance.Instance()
	if err != nil {
		return err
	}
	p := NewProblem(in, q.Options)
	var unwritten error
	r := p.run(ctx, a, func(s moldable.Schedule) {
		known := p.resultOf(a)
		p.schedule(&known, s)
		unwritten = out.Write(interimLine{known})
	})
	return errors.Join(unwritten, out.Write(r))
}
