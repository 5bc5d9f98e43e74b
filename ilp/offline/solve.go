package offline

import "slices"

// Options steer Solve. Without a Stop that returns true, the same options give the same plan.
type Options struct {
	Seed   uint64
	First  []int64 // starts of a schedule, by job: the search may begin there; nil: none is known
	Rounds int     // of the search for better starts; 0: until they gain nothing
	// Stop tells that the time of a part of the work is up, which is 0 for the prices and 1 for the starts; nil: it
	// never is. A plan is returned in any case.
	Stop func(part int) bool
}

// Plan is what Solve found. No schedule has a sum below Bound, and Starts have Sum.
type Plan struct {
	Prices *Prices
	Bound  int64
	Starts []int64 // by job
	Sum    int64
	Rounds int  // that were begun
	Ended  bool // the search ended by itself
}

// Solve bounds the least sum of weight times response time, and seeks a schedule with a low one. An
// *optgap.FieldError refuses an instance that is not valid or whose sums are too large.
func Solve(in *Instance, o Options) (*Plan, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	stopped := func(part int) func() bool { return func() bool { return o.Stop != nil && o.Stop(part) } }
	p := &Plan{Starts: in.listed(func(i int) float64 { return float64(i) })}
	var err error
	if p.Sum, err = in.Sum(p.Starts); err != nil {
		return nil, err
	}
	if o.First != nil {
		p.keep(in, slices.Clone(o.First))
	}
	prices, cheapest := in.raise(p.Sum, in.end(p.Starts), stopped(0))
	p.Prices = prices
	if p.Bound, err = in.Bound(prices); err != nil {
		return nil, err
	}
	for _, share := range []float64{0, 0.25, 0.5, 1} { // of the duration: the start, the end, and between
		p.keep(in, in.listed(func(i int) float64 { return cheapest[i] + share*float64(in.Jobs[i].Duration) }))
	}
	p.Ended = p.improve(in, o, stopped(1))
	return p, nil
}

// keep takes other starts where they are better.
func (p *Plan) keep(in *Instance, starts []int64) {
	if sum, err := in.Sum(starts); err == nil && sum < p.Sum {
		p.Starts, p.Sum = starts, sum
	}
}

// improve searches for better starts. It returns false where time is up.
func (p *Plan) improve(in *Instance, o Options, stopped func() bool) (ended bool) {
	m := newImprover(in, p.Starts, o.Seed)
	for idle := 0; p.Sum > p.Bound && idle < stalled && (o.Rounds == 0 || p.Rounds < o.Rounds); p.Rounds++ {
		if stopped() {
			return false
		}
		if idle++; m.round(p.Rounds, stopped) {
			idle = 0
		}
		p.Sum, _ = in.Sum(p.Starts) // is not larger than before
	}
	return !stopped() || p.Sum == p.Bound
}

// end returns the second by which all jobs have ended.
func (in *Instance) end(starts []int64) (end int64) {
	for i, j := range in.Jobs {
		end = max(end, starts[i]+j.Duration)
	}
	return end
}
