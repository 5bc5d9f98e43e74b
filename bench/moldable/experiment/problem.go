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

	mu     sync.Mutex // of proven
	proven *proof     // nil: not computed yet
}

// NewProblem returns the problem to schedule a valid instance.
func NewProblem(in *moldable.Instance, o Options) *Problem { return &Problem{in: in, o: o} }

// Instance returns the instance that is to be scheduled.
func (p *Problem) Instance() *moldable.Instance { return p.in }

// proof holds the bounds of an instance, and how they are proven.
type proof struct {
	minsum, makespan map[moldable.BoundName]int64
	certificates     map[moldable.BoundName]optgap.Certificate
	printed          *float64 // minsum of the relaxed program as the paper prints it, nil if it was not solved
	seconds          float64  // wall time of all bounds together
	warnings         []string
}

// bounds returns all bounds on the instance, or none where the options leave them out.
func (p *Problem) bounds(ctx context.Context) (*proof, error) {
	if p.o.NoBounds {
		return &proof{}, nil
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
func (p *Problem) bound(ctx context.Context) (*proof, error) {
	d := moldable.Dual(p.in)
	begin := time.Now()
	r, err := bound.Relaxed(ctx, p.in, d, p.o.Relaxed)
	if err != nil {
		return nil, err
	}
	found := &proof{
		makespan: map[moldable.BoundName]int64{moldable.BoundDual: d.Bound},
		minsum:   map[moldable.BoundName]int64{moldable.BoundRelaxed: r.Bound},
		seconds:  time.Since(begin).Seconds(),
		warnings: r.Warnings,
	}
	if printed, err := bound.Printed(ctx, p.in, d); err == nil {
		found.printed = &printed
	} else {
		found.warnings = append(found.warnings, err.Error())
	}
	if !p.o.NoCertificates {
		found.certificates = map[moldable.BoundName]optgap.Certificate{
			moldable.BoundRelaxed: *r.Certificate,
		}
	}
	return found, nil
}

// put adds the bounds to a result.
func (f *proof) put(r *record.MoldableResult) {
	r.MinsumBounds = f.minsum
	r.MakespanBounds = f.makespan
	r.Certificates = f.certificates
	r.BoundsSeconds = f.seconds
	r.PrintedMinsum = f.printed
	r.Warnings = f.warnings
	if err := contradiction(r); err != nil {
		*r = record.MoldableResult{
			Format:       r.Format,
			Name:         r.Name,
			Algorithm:    r.Algorithm,
			Seed:         r.Seed,
			SolveSeconds: r.SolveSeconds,
			Status:       optgap.StatusError,
			Error:        err.Error(),
		}
	}
}

// contradiction returns an *optgap.FieldError about a bound above a value of the result's schedule:
// one of both is wrong.
func contradiction(r *record.MoldableResult) error {
	if len(r.Starts) == 0 {
		return nil
	}
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
	r := p.run(a)
	proven.put(&r)
	return r, nil
}

// run returns the result of an algorithm without bounds.
func (p *Problem) run(a Algorithm) record.MoldableResult {
	r := record.MoldableResult{
		Format:    record.MoldableResultFormat,
		Name:      p.in.Name,
		Algorithm: a.Name,
		Seed:      p.o.BiCriteria.Seed,
		Status:    optgap.StatusFeasible,
		EndedBy:   optgap.EndedFinished,
	}
	begin := time.Now()
	s := a.find(p)
	r.SolveSeconds = time.Since(begin).Seconds()
	r.Minsum, r.Makespan = s.Minsum(p.in), s.Makespan(p.in)
	r.Starts = record.MoldableStartsOf(p.in, s)
	return r
}

// Schedule returns the schedule of a result, or nil if the result has none.
func Schedule(r *record.MoldableResult) moldable.Schedule {
	var s moldable.Schedule
	for _, start := range r.Starts {
		s = append(s, moldable.Placement{Start: start.Start, Width: start.Width})
	}
	return s
}
