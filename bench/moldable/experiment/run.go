package experiment

import (
	"context"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// Options are the options of Run. The zero value takes the defaults.
type Options struct {
	BiCriteria     moldable.Options
	Relaxed        bounds.RelaxedOptions
	TimeLimit      time.Duration // of search, ilp and exact each; 0: none
	Evaluations    int           // schedules that search tries; 0: the default
	Nodes          int           // of exact; 0: the default
	NoBounds       bool          // leaves out the bounds that no algorithm proves
	NoCertificates bool          // leaves out the data with which bounds can be checked again
}

// Validate refuses an option that is out of its range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if o.TimeLimit < 0 {
		return optgap.BadField("time-limit", o.TimeLimit.String(), "at least 0")
	}
	const expected = "at least 1, or 0 for the default"
	if o.Evaluations < 0 {
		return optgap.BadField("evaluations", o.Evaluations, expected)
	}
	if o.Nodes < 0 {
		return optgap.BadField("nodes", o.Nodes, expected)
	}
	if err := o.BiCriteria.Validate(); err != nil {
		return err
	}
	return o.Relaxed.Validate()
}

// Run schedules a valid instance by each algorithm, and computes bounds. Results stand in the order
// of the algorithms. An algorithm that fails has a result with status error. The error of Run is
// that of the options, or the end of the context.
func Run(
	ctx context.Context, in *moldable.Instance, algorithms []Algorithm, o Options,
) ([]record.MoldableResult, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p := NewProblem(in, o)
	results := make([]record.MoldableResult, 0, len(algorithms))
	for _, a := range algorithms {
		r, err := p.Solve(ctx, a)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, ctx.Err()
}

// Solve schedules the instance by an algorithm, and puts all bounds beside the algorithm's own. An
// algorithm that fails has a result with status error. The error of Solve is that of the bounds, or
// the end of the context.
func (p *Problem) Solve(ctx context.Context, a Algorithm) (r record.MoldableResult, err error) {
	proven, err := p.bounds(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return r, err
	}
	r = p.run(ctx, a, nil)
	proven.put(&r)
	return r, nil
}

// run returns the result of an algorithm with its own bound alone. report, where set, is called
// with the schedule from which a proof starts.
func (p *Problem) run(ctx context.Context, a Algorithm, report func(moldable.Schedule)) record.MoldableResult {
	work := &attempt{Problem: p, report: report}
	begin := time.Now()
	found, err := a.find(ctx, work)
	r := p.resultOf(a)
	r.SolveSeconds = (time.Since(begin) + work.spent).Seconds()
	if err != nil {
		r.Status, r.EndedBy, r.Error = optgap.StatusError, "", err.Error()
		return r
	}
	if found.status != "" {
		r.Status, r.EndedBy = found.status, found.endedBy
	}
	if found.bound != "" {
		r.MinsumBounds = map[moldable.BoundName]int64{found.bound: found.minsum}
	}
	r.Warnings = found.warnings
	p.schedule(&r, found.schedule)
	return r
}

// resultOf returns a result of the algorithm without a schedule.
func (p *Problem) resultOf(a Algorithm) record.MoldableResult {
	return record.MoldableResult{
		Format: record.MoldableResultFormat, Name: p.in.Name, Algorithm: a.Name, Seed: p.o.BiCriteria.Seed,
		Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
	}
}

// schedule puts a schedule into a result, nil if nothing is put.
func (p *Problem) schedule(r *record.MoldableResult, s moldable.Schedule) {
	if s != nil {
		r.Minsum, r.Makespan = s.Minsum(p.in), s.Makespan(p.in)
		r.Starts = record.MoldableStartsOf(p.in, s)
	}
}

// Schedule returns the schedule of a result, or nil if the result has none.
func Schedule(r *record.MoldableResult) moldable.Schedule {
	var s moldable.Schedule
	for _, start := range r.Starts {
		s = append(s, moldable.Placement{Start: start.Start, Width: start.Width})
	}
	return s
}
