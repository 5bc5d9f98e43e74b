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
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// Problem is an instance, with intermediate results that algorithms and bounds share. These are
// computed once. Several goroutines may use a problem.
type Problem struct {
	in *moldable.Instance
	o  Options

	approximation once[*moldable.DualResult]
	prices        once[*bounds.LagrangeBound]
	annealed      once[moldable.Schedule]
	proven        once[*proof]
}

// NewProblem returns the problem to schedule a valid instance.
func NewProblem(in *moldable.Instance, o Options) *Problem { return &Problem{in: in, o: o} }

// Instance returns the instance that is to be scheduled.
func (p *Problem) Instance() *moldable.Instance { return p.in }

// once is work that is done at most once, and its result.
type once[T any] struct {
	mu    sync.Mutex
	ended bool
	value T
	err   error
	took  time.Duration
}

// do does the work, or waits until another goroutine has done it. spent grows by the time of the
// work, less the time that this call takes.
func (o *once[T]) do(spent *time.Duration, work func() (T, error)) (T, error) {
	begin := time.Now()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		*spent += o.took - time.Since(begin)
		return o.value, o.err
	}
	begin = time.Now()
	o.value, o.err = work()
	o.ended, o.took = true, time.Since(begin)
	return o.value, o.err
}

// set puts the result of work that was done elsewhere.
func (o *once[T]) set(value T, err error) { o.ended, o.value, o.err = true, value, err }

// attempt is the work of one algorithm on a problem.
type attempt struct {
	*Problem
	// spent is the time of shared work that another algorithm has done before.
	spent time.Duration
	// report, where set, is called with the schedule from which a proof starts.
	report func(moldable.Schedule)
}

// dual returns the dual approximation of the instance.
func (p *attempt) dual() (*moldable.DualResult, error) {
	return p.approximation.do(&p.spent, func() (*moldable.DualResult, error) {
		return moldable.Dual(p.in), nil
	})
}

// lagrange returns the bound by prices. The search for prices starts from the best schedule of the
// paper's algorithms, whichever algorithms are asked for. So the bound depends on the instance
// alone.
func (p *attempt) lagrange() (*bounds.LagrangeBound, error) {
	return p.prices.do(&p.spent, func() (*bounds.LagrangeBound, error) {
		known, err := p.bestOfPaper()
		if err != nil {
			return nil, err
		}
		return bounds.Lagrange(p.in, known), nil
	})
}

// startingSchedule returns the schedule from which a proof starts, and reports it.
func (p *attempt) startingSchedule(ctx context.Context, l *bounds.LagrangeBound) moldable.Schedule {
	s := p.searched(ctx, l)
	if p.report != nil {
		p.report(s)
	}
	return s
}

// bestOfPaper returns the schedule of least minsum by the paper's algorithms. What is asked of
// bicriteria, such as another criterion, does not matter here.
func (p *attempt) bestOfPaper() (moldable.Schedule, error) {
	o := p.o
	o.BiCriteria = moldable.Options{Seed: o.BiCriteria.Seed}
	plain := NewProblem(p.in, o)
	plain.approximation.set((&attempt{Problem: p.Problem}).dual())
	var best moldable.Schedule
	for _, a := range OfPaper() {
		found, err := a.find(context.Background(), &attempt{Problem: plain})
		if err != nil {
			return nil, err
		}
		if best == nil || found.schedule.Minsum(p.in) < best.Minsum(p.in) {
			best = found.schedule
		}
	}
	return best, nil
}

// stop returns a function that reports whether a search has to end: the context has ended, or the
// time limit, which begins now, has passed.
func (p *Problem) stop(ctx context.Context) func() bool {
	begin := time.Now()
	return func() bool {
		return ctx.Err() != nil || p.o.TimeLimit > 0 && time.Since(begin) > p.o.TimeLimit
	}
}

// searched returns the schedule that Search finds from that of the prices.
func (p *attempt) searched(ctx context.Context, l *bounds.LagrangeBound) moldable.Schedule {
	const perJob = 10_000 // more are of no use to few jobs
	tries := p.o.Evaluations
	if n := len(p.in.Jobs); tries == 0 {
		tries = min(moldable.DefaultPlacements/n, perJob*n)
	}
	s, _ := p.annealed.do(&p.spent, func() (moldable.Schedule, error) {
		o := moldable.SearchOptions{Evaluations: max(1, tries), Seed: p.o.BiCriteria.Seed, Stop: p.stop(ctx)}
		return moldable.Search(p.in, l.Schedule, o), nil
	})
	return s
}

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
	var spent time.Duration
	return p.proven.do(&spent, func() (*proof, error) { return (&attempt{Problem: p}).bound(ctx) })
}

// bound computes all bounds on the instance.
func (p *attempt) bound(ctx context.Context) (*proof, error) {
	d, err := p.dual()
	if err != nil {
		return nil, err
	}
	l, err := p.lagrange()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	r, err := bounds.Relaxed(ctx, p.in, d, p.o.Relaxed)
	if err != nil {
		return nil, err
	}
	found := &proof{
		makespan: map[moldable.BoundName]int64{moldable.BoundDual: d.Bound},
		minsum:   map[moldable.BoundName]int64{moldable.BoundRelaxed: r.Bound, moldable.BoundLagrange: l.Bound},
		seconds:  (p.prices.took + time.Since(begin)).Seconds(),
		warnings: r.Warnings,
	}
	if printed, err := bounds.Printed(ctx, p.in, d); err == nil {
		found.printed = &printed
	} else {
		found.warnings = append(found.warnings, err.Error())
	}
	if !p.o.NoCertificates {
		found.certificates = map[moldable.BoundName]optgap.Certificate{
			moldable.BoundRelaxed: *r.Certificate, moldable.BoundLagrange: *l.Certificate,
		}
	}
	return found, nil
}

// put adds the bounds to a result.
func (f *proof) put(r *record.MoldableResult) {
	if r.MinsumBounds == nil {
		r.MinsumBounds = f.minsum
	} else {
		maps.Copy(r.MinsumBounds, f.minsum) // to the one of the algorithm
	}
	r.MakespanBounds, r.Certificates, r.BoundsSeconds = f.makespan, f.certificates, f.seconds
	r.PrintedMinsum, r.Warnings = f.printed, append(r.Warnings, f.warnings...)
	if err := contradiction(r); err != nil {
		*r = record.MoldableResult{
			Format: r.Format, Name: r.Name, Algorithm: r.Algorithm, Seed: r.Seed, SolveSeconds: r.SolveSeconds,
			Status: optgap.StatusError, Error: err.Error(),
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
				return optgap.BadField(field+"."+string(name), b, fmt.Sprintf("at most %d, the %s of the schedule", value, of))
			}
		}
		return nil
	}
	return cmp.Or(
		above("minsum_bounds", "minsum", r.MinsumBounds, r.Minsum),
		above("makespan_bounds", "makespan", r.MakespanBounds, r.Makespan),
	)
}

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
	results, err := lists.Try(algorithms, func(a Algorithm) (record.MoldableResult, error) { return p.Solve(ctx, a) })
	return results, cmp.Or(err, ctx.Err())
}

// Solve schedules the instance by an algorithm, and puts all bounds beside the algorithm's own. An
// algorithm that fails has a result with status error. The error of Solve is that of the bounds, or
// the end of the context.
func (p *Problem) Solve(ctx context.Context, a Algorithm) (record.MoldableResult, error) {
	return SolverOf(a).Solve(ctx, p)
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
