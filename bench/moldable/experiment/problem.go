package experiment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/bound"
)

// Problem is an instance with its bounds, which are computed once. Several goroutines may use a
// problem.
type Problem struct {
	in *moldable.Instance
	o  Options

	mu     sync.Mutex             // of proven
	proven *record.MoldableResult // with the bounds alone; nil: not computed yet
}

// NewProblem returns the problem to schedule a valid instance.
func NewProblem(in *moldable.Instance, o Options) *Problem { return &Problem{in: in, o: o} }

// Instance returns the instance that is to be scheduled.
func (p *Problem) Instance() *moldable.Instance { return p.in }

// bounds returns a result with all bounds on the instance, or with none where the options leave them
// out.
func (p *Problem) bounds(ctx context.Context) (*record.MoldableResult, error) {
	if p.o.NoBounds {
		return &record.MoldableResult{}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.proven != nil {
		return p.proven, nil
	}
	found, err := p.bound(ctx)
	if err == nil && ctx.Err() == nil {
		p.proven = found
	}
	return found, err
}

// bound computes all bounds on the instance.
func (p *Problem) bound(ctx context.Context) (*record.MoldableResult, error) {
	d := moldable.Dual(p.in)
	begin := time.Now()
	r, err := bound.Relaxed(ctx, p.in, d, p.o.Relaxed)
	if err != nil {
		return nil, err
	}
	found := &record.MoldableResult{
		MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: d.Bound},
		MinsumBounds:   map[moldable.BoundName]int64{moldable.BoundRelaxed: r.Bound},
		BoundsSeconds:  time.Since(begin).Seconds(),
		Warnings:       r.Warnings,
	}
	if printed, err := bound.Printed(ctx, p.in, d); err == nil {
		found.PrintedMinsum = &printed
	} else {
		found.Warnings = append(found.Warnings, err.Error())
	}
	if !p.o.NoCertificates {
		found.Certificates = map[moldable.BoundName]optgap.Certificate{
			moldable.BoundRelaxed: *r.Certificate,
		}
	}
	return found, nil
}

// contradiction returns an *optgap.FieldError about a bound above a value of the result's schedule:
// one of both is wrong.
func contradiction(r *record.MoldableResult) error {
	above := func(field, of string, bounds map[moldable.BoundName]int64, value int64) error {
		for _, name := range slices.Sorted(maps.Keys(bounds)) {
			if b := bounds[name]; b > value {
				return optgap.BadField(
					field+"."+string(name),
					b,
					fmt.Sprintf("at most %d, the %s of the schedule", value, of),
				)
			}
		}
		return nil
	}
	return cmp.Or(
		above("minsum_bounds", "minsum", r.MinsumBounds, r.Minsum),
		above("makespan_bounds", "makespan", r.MakespanBounds, r.Makespan),
	)
}

// Options are those of a Problem. The zero value takes the defaults.
type Options struct {
	BiCriteria     moldable.Options
	Relaxed        bound.Options
	NoBounds       bool
	NoCertificates bool // leaves out the data with which bounds can be checked again
}

// Validate refuses an option that is out of its range, with an *optgap.FieldError.
func (o Options) Validate() error { return o.Relaxed.Validate() }

// Solver works on problems by an algorithm.
type Solver = harness.Solver[*Problem, record.MoldableResult]

// SolverOf returns an algorithm as a solver.
func SolverOf(a Algorithm) Solver {
	return Solver{
		Name: a.Name,
		Solve: func(ctx context.Context, p *Problem) (record.MoldableResult, error) {
			return p.Solve(ctx, a)
		},
	}
}

// Solve schedules the instance by an algorithm, and puts the bounds beside the result. A bound above
// the schedule makes a result with status error. The error of Solve is that of the bounds, or the
// end of the context.
func (p *Problem) Solve(ctx context.Context, a Algorithm) (record.MoldableResult, error) {
	proven, err := p.bounds(ctx)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return record.MoldableResult{}, err
	}
	begin := time.Now()
	s := a.find(p)
	spent := time.Since(begin)
	r := *proven
	r.Status = optgap.StatusFeasible
	r.EndedBy = optgap.EndedFinished
	r.Minsum = s.Minsum(p.in)
	r.Makespan = s.Makespan(p.in)
	r.Starts = record.MoldableStartsOf(p.in, s)
	if err := contradiction(&r); err != nil {
		r = record.MoldableResult{Status: optgap.StatusError, Error: err.Error()}
	}
	r.Format = record.MoldableResultFormat
	r.Name = p.in.Name
	r.Algorithm = a.Name
	r.Seed = p.o.BiCriteria.Seed
	r.SolveSeconds = spent.Seconds()
	return r, nil
}

// Schedule returns the schedule of a result, or nil if the result has none.
func Schedule(r *record.MoldableResult) moldable.Schedule {
	var s moldable.Schedule
	for _, start := range r.Starts {
		s = append(s, moldable.Placement{Start: start.Start, Width: start.Width})
	}
	return s
}
