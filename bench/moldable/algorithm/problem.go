package algorithm

import (
	"context"
	"maps"
	"time"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// problem is an instance with what algorithms and bounds share.
type problem struct {
	in *moldable.Instance
	o  Options

	approximation *moldable.DualResult
	prices        *bounds.LagrangeBound
	annealed      moldable.Schedule
	took          struct{ dual, lagrange, search time.Duration }
	// spent is the time of shared work that an algorithm has not had to do again.
	spent time.Duration
}

// dual returns the dual approximation of the instance.
func (p *problem) dual() (*moldable.DualResult, error) {
	if p.approximation != nil {
		p.spent += p.took.dual
		return p.approximation, nil
	}
	begin := time.Now()
	d, err := moldable.Dual(p.in, p.o.BiCriteria.Dual)
	p.approximation, p.took.dual = d, time.Since(begin)
	return d, err
}

// lagrange returns the bound by prices. It starts from the best schedule of the paper's
// algorithms, whichever algorithms are asked for, so that it depends on the instance
// alone.
func (p *problem) lagrange() (*bounds.LagrangeBound, error) {
	if p.prices != nil {
		p.spent += p.took.lagrange
		return p.prices, nil
	}
	known, err := p.known()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	l, err := bounds.Lagrange(p.in, known, p.o.Lagrange)
	p.prices, p.took.lagrange = l, time.Since(begin)
	return l, err
}

// known returns the schedule of least minsum by the paper's algorithms.
func (p *problem) known() (moldable.Schedule, error) {
	var best moldable.Schedule
	for _, a := range OfPaper() {
		found, err := a.find(context.Background(), p)
		if err != nil {
			return nil, err
		}
		if best == nil || found.schedule.Minsum(p.in) < best.Minsum(p.in) {
			best = found.schedule
		}
	}
	return best, nil
}

// stop returns what ends a search: the end of the context, or the time limit from now on.
func (p *problem) stop(ctx context.Context) func() bool {
	begin := time.Now()
	return func() bool {
		return ctx.Err() != nil || p.o.TimeLimit > 0 && time.Since(begin) > p.o.TimeLimit
	}
}

// searched returns the schedule that Search makes of that of the prices.
func (p *problem) searched(ctx context.Context, l *bounds.LagrangeBound) moldable.Schedule {
	if p.annealed != nil {
		p.spent += p.took.search
		return p.annealed
	}
	const perJob = 10_000 // more are of no use to few jobs
	tries := p.o.Evaluations
	if n := len(p.in.Jobs); tries == 0 {
		tries = min(moldable.DefaultPlacements/n, perJob*n)
	}
	begin := time.Now()
	p.annealed = moldable.Search(p.in, l.Schedule, moldable.SearchOptions{Evaluations: max(1, tries), Seed: p.o.BiCriteria.Seed, Stop: p.stop(ctx)})
	p.took.search = time.Since(begin)
	return p.annealed
}

// proof is what is proven of an instance.
type proof struct {
	minsum, makespan map[moldable.BoundName]int64
	certificates     map[moldable.BoundName]record.Certificate
	printed          *float64
	seconds          float64
	warnings         []string
}

// bounds computes all bounds on the instance.
func (p *problem) bounds(ctx context.Context) (*proof, error) {
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
		seconds:  (p.took.lagrange + time.Since(begin)).Seconds(),
		warnings: r.Warnings,
	}
	if printed, err := bounds.Printed(ctx, p.in, d); err == nil {
		found.printed = &printed
	} else {
		found.warnings = append(found.warnings, err.Error())
	}
	if !p.o.NoCertificates {
		found.certificates = map[moldable.BoundName]record.Certificate{
			moldable.BoundRelaxed:  {Bound: r.Certificate.Bound, Bits: r.Certificate.Bits, Ends: r.Certificate.Ends, Tight: r.Certificate.Tight, Price: r.Certificate.Price},
			moldable.BoundLagrange: {Bound: l.Certificate.Bound, Bits: l.Certificate.Bits, Ends: l.Certificate.Ends, Price: l.Certificate.Price},
		}
	}
	return found, nil
}

// put adds what is proven of the instance to a result.
func (f *proof) put(r *record.MoldableResult) {
	if own := r.MinsumBounds; own != nil {
		r.MinsumBounds = maps.Clone(f.minsum)
		if r.MinsumBounds == nil {
			r.MinsumBounds = own
		}
		maps.Copy(r.MinsumBounds, own)
	} else {
		r.MinsumBounds = f.minsum
	}
	r.MakespanBounds, r.Certificates, r.BoundsSeconds = f.makespan, f.certificates, f.seconds
	r.PrintedMinsum, r.Warnings = f.printed, append(r.Warnings, f.warnings...)
}
