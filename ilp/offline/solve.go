package offline

import "math/rand/v2"

// Options steer Solve. Without a Stop that returns true, the same options give the same plan.
type Options struct {
	Seed    uint64
	Workers int // goroutines that search for better starts; 0: 1. The plan is the same for any number
	Rounds  int // of the search for better starts; 0: until they gain nothing
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
	m := &improver{
		in: in, starts: in.listed(func(i int) float64 { return float64(i) }), workers: max(1, o.Workers), stopped: stopped(1),
		seeds: rand.New(rand.NewPCG(o.Seed, 0x0ff11e)),
	}
	p, err := &Plan{}, error(nil)
	if m.sum, err = in.Sum(m.starts); err != nil {
		return nil, err
	}
	p.Prices, m.key = in.raise(m.sum, in.end(m.starts), stopped(0))
	if p.Bound, err = in.Bound(p.Prices); err != nil {
		return nil, err
	}
	for _, share := range []float64{0, 0.25, 0.5, 1} { // of the duration: the start, the end, and between
		m.keep(in.listed(func(i int) float64 { return m.key[i] + share*float64(in.Jobs[i].Duration) }))
	}
	p.Ended = p.improve(m, p.Bound, o.Rounds)
	p.Starts, p.Sum = m.starts, m.sum
	return p, nil
}

// stalled is the number of rounds without a gain after which the search ends.
const stalled = 2

// improve searches for better starts. It returns false where time is up.
func (p *Plan) improve(m *improver, bound int64, rounds int) (ended bool) {
	for idle := 0; m.sum > bound && idle < stalled && (rounds == 0 || p.Rounds < rounds); p.Rounds++ {
		if m.stopped() {
			return false
		}
		before := m.sum
		m.forward(p.Rounds)
		m.windows()
		if idle++; m.sum < before {
			idle = 0
		}
	}
	return m.sum == bound || !m.stopped()
}

// end returns the second by which all jobs have ended.
func (in *Instance) end(starts []int64) (end int64) {
	for i, j := range in.Jobs {
		end = max(end, starts[i]+j.Duration)
	}
	return end
}
