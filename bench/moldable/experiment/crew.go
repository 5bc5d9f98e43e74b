package experiment

import (
	"cmp"
	"context"
	"encoding/json"
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
		if c, err = child.NewCrew[*Problem, record.MoldableResult](w.Memory); err != nil {
			return nil, err
		}
	}
	for _, a := range algorithms {
		if len(c.Command) == 0 || !a.Proves {
			c.Solvers = append(c.Solvers, SolverOf(a))
			continue
		}
		pool := Children(c.Command, a, w)
		c.OnClose(pool.Close)
		c.Solvers = append(c.Solvers, solver(a, pool.Solve))
	}
	return c, nil
}

// Solver works on problems by an algorithm.
type Solver = harness.Solver[*Problem, record.MoldableResult]

// SolverOf returns an algorithm as a solver that works in this process.
func SolverOf(a Algorithm) Solver {
	return solver(a, func(ctx context.Context, p *Problem) record.MoldableResult { return p.run(ctx, a, nil) })
}

// solver returns the solver that puts the bounds of the instance beside what run finds. This process computes
// the bounds.
func solver(a Algorithm, run func(context.Context, *Problem) record.MoldableResult) Solver {
	return Solver{Name: a.Name, Solve: func(ctx context.Context, p *Problem) (r record.MoldableResult, err error) {
		proven, err := p.bounds(ctx)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return r, err
		}
		r = run(ctx, p)
		proven.put(&r)
		return r, nil
	}}
}

// Service is the name of the service that runs algorithms.
const Service = "moldable"

// childTask names the algorithm of a child.
type childTask struct {
	Algorithm string `json:"algorithm"`
}

// question is the JSON form of a problem, in which a child gets it.
type question struct {
	Instance record.Moldable `json:"instance"`
	Options  Options         `json:"options"`
}

// MarshalJSON writes the problem as a question.
func (p *Problem) MarshalJSON() ([]byte, error) {
	o := p.o
	o.NoBounds = true // the parent has them
	return json.Marshal(question{record.MoldableOf(p.in), o})
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (p *Problem) UnmarshalJSON(text []byte) (err error) {
	var q question
	if err := json.Unmarshal(text, &q); err != nil {
		return err
	}
	p.o = q.Options
	p.in, err = q.Instance.Instance()
	return err
}

// Phases of the work on a problem.
const (
	preparing = iota // the process starts, and seeks a schedule to start from
	proving
	phases
)

// Pool runs algorithms in children. A report is the result with the schedule from which a proof starts.
type Pool = child.Pool[*Problem, record.MoldableResult, record.MoldableResult]

// Children returns a pool whose children run the algorithm. command starts a child, which must
// serve Serve under the name Service.
func Children(command []string, a Algorithm, w Work) *Pool {
	check := func(p *Problem, r record.MoldableResult) error {
		if r.Format != record.MoldableResultFormat || r.Name != p.in.Name || r.Algorithm != a.Name {
			return fmt.Errorf("expected a result of instance %q by %s", p.in.Name, a.Name)
		}
		if s := Schedule(&r); s != nil {
			return s.Check(p.in)
		}
		return nil
	}
	pool := &Pool{
		Command: command, Task: child.Task{Service: Service, Memory: w.Memory, Of: childTask{a.Name}},
		Limits: make([]time.Duration, phases), Memory: w.Memory + w.Memory/4,
		CheckReport: check, CheckResult: check,
		Phase: func(record.MoldableResult) int { return proving },
		Unanswered: func(p *Problem, told *record.MoldableResult, f child.Failure) (record.MoldableResult, **Problem) {
			if told == nil {
				told = new(p.resultOf(a))
			}
			return failed(*told, f), nil
		},
		Account: func(r *record.MoldableResult, spent record.Cost) { r.PeakMemoryBytes = spent.PeakMemoryBytes },
	}
	pool.Limits[proving] = child.WithGrace(w.TimeLimit)
	return pool
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
	a := algorithms[0]
	return child.Answering(func(ctx context.Context, p *Problem, tell func(record.MoldableResult)) record.MoldableResult {
		return p.run(ctx, a, func(s moldable.Schedule) {
			known := p.resultOf(a)
			p.schedule(&known, s)
			tell(known)
		})
	}), nil
}
