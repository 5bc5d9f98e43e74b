package algorithm

import (
	"context"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// Options steer Run. The zero value gets the defaults.
type Options struct {
	BiCriteria     moldable.Options
	Lagrange       bounds.LagrangeOptions
	Relaxed        bounds.RelaxedOptions
	TimeLimit      time.Duration // of search, ilp and exact each; 0: none
	Evaluations    int           // schedules that search tries; 0: the default
	Nodes          int           // of exact; 0: the default
	NoBounds       bool          // leaves out the bounds that are not those of an algorithm
	NoCertificates bool          // leaves out what proves bounds again
}

// Validate reports an option that is out of its range, as a *optgap.FieldError.
func (o Options) Validate() error {
	if o.TimeLimit < 0 {
		return &optgap.FieldError{Field: "time-limit", Found: o.TimeLimit.String(), Expected: "at least 0"}
	}
	if o.Evaluations < 0 {
		return &optgap.FieldError{Field: "evaluations", Found: fmt.Sprint(o.Evaluations), Expected: "at least 1, or 0 for the default"}
	}
	if o.Nodes < 0 {
		return &optgap.FieldError{Field: "nodes", Found: fmt.Sprint(o.Nodes), Expected: "at least 1, or 0 for the default"}
	}
	if err := o.BiCriteria.Validate(); err != nil {
		return err
	}
	if err := o.Lagrange.Validate(); err != nil {
		return err
	}
	return o.Relaxed.Validate()
}

// Run schedules a valid instance by each algorithm and bounds it. Results stand in the
// order of the algorithms. An algorithm that fails has a result with the status error.
// The error is that of the options, or of the end of the context.
func Run(ctx context.Context, in *moldable.Instance, algorithms []Algorithm, o Options) ([]record.MoldableResult, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p := &problem{in: in, o: o}
	proven := &proof{}
	if !o.NoBounds {
		var err error
		if proven, err = p.bounds(ctx); err != nil {
			return nil, err
		}
	}
	results := make([]record.MoldableResult, 0, len(algorithms))
	for _, a := range algorithms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := p.run(ctx, a)
		proven.put(&r)
		results = append(results, r)
	}
	return results, ctx.Err()
}

// run is one algorithm with its own bound.
func (p *problem) run(ctx context.Context, a Algorithm) record.MoldableResult {
	r := record.MoldableResult{
		Format: record.MoldableResultFormat, Name: p.in.Name, Algorithm: a.Name, Seed: p.o.BiCriteria.Seed,
		Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
	}
	p.spent = 0
	begin := time.Now()
	found, err := a.find(ctx, p)
	r.SolveSeconds = (time.Since(begin) + p.spent).Seconds()
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
	if found.schedule != nil {
		r.Minsum, r.Makespan = found.schedule.Minsum(p.in), found.schedule.Makespan(p.in)
		r.Starts = record.MoldableStartsOf(p.in, found.schedule)
	}
	return r
}

// Schedule returns the schedule of a result of Run; nil where it has none.
func Schedule(r *record.MoldableResult) moldable.Schedule {
	var s moldable.Schedule
	for _, start := range r.Starts {
		s = append(s, moldable.Placement{Start: start.Start, Width: start.Width})
	}
	return s
}
