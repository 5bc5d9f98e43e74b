package offline

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Options steer Solve. Where time does not count, the same options give the same plan.
type Options struct {
	Seed    uint64
	Workers int    // goroutines that search for better starts; 0: 1. The plan is the same for any number
	Rounds  int    // of the search for better starts; 0: until they gain nothing
	Round   func() // is called at the end of each; nil: nobody is
	// Gap ends the search where the sum is at most so much above the bound, as a share of the
	// bound.
	Gap float64
	// Known has the prices and the starts from which to go on, such as those of an earlier Plan;
	// nil: none.
	Known *Plan
	// Moved is called with the bound and the best sum so far, from one goroutine at a time; nil:
	// nobody is.
	Moved func(bound, sum int64)
	// Used returns the share of the time that is used; from 1 on, a plan is returned soon. nil:
	// time does not count. Several goroutines call it, with more than one worker at the same time.
	Used func() float64
}

func (o Options) used() func() float64 {
	if o.Used == nil {
		return func() float64 { return 0 }
	}
	return o.Used
}

// seeds returns the source of all seeds. A search that goes on has others.
func (o Options) seeds() *rand.Rand {
	rounds := 0
	if o.Known != nil {
		rounds = o.Known.Rounds
	}
	return rand.New(rand.NewPCG(o.Seed, 0x0ff11e+uint64(rounds)))
}

// untilPrices is the share of the time from which on the prices stay as they are.
const untilPrices = 0.25

// Plan is what Solve found. No schedule has a sum below Bound, and Starts have Sum.
type Plan struct {
	Prices   *Prices
	Bound    int64
	Searched int64   // the bound as far as exact searches prove it; 0: the prices prove it
	Starts   []int64 // by job
	Sum      int64
	Rounds   int  // that were begun
	Ended    bool // the search ended by itself
	Near     bool // or by Options.Gap
}

// Solve bounds the least sum of weight times response time, and seeks a schedule with a low one. An
// *optgap.FieldError refuses an instance that is not valid or whose sums are too large.
func Solve(in *Instance, o Options) (*Plan, error) {
	if err := in.Validate(); err != nil {
		return nil, err
	}
	used := o.used()
	m := &improver{
		in:      in,
		starts:  in.listed(func(i int) float64 { return float64(i) }),
		workers: max(1, o.Workers),
		used:    used,
		seeds:   o.seeds(),
		known:   map[[2]int]int64{},
		round:   o.Round,
		moved:   o.Moved,
		gap:     o.Gap,
		plans:   plans{kinds: kinds, fold: firstFold},
	}
	p := &Plan{}
	var err error
	m.sum, err = in.Sum(m.starts)
	if err != nil {
		return nil, err
	}
	known := cmp.Or(o.Known, &Plan{})
	if known.Starts != nil {
		m.keep(in.listed(func(i int) float64 { return float64(known.Starts[i]) }))
	}
	before := int64(0)
	if known.Prices != nil {
		before, err = in.Bound(known.Prices)
		if err != nil {
			return nil, err
		}
	}
	p.Prices, m.key = in.raise(
		known.Prices,
		m.sum,
		in.end(m.starts),
		func() bool { return used() > untilPrices },
	)
	p.Bound, err = in.Bound(p.Prices)
	if err != nil {
		return nil, err
	}
	if before > p.Bound {
		p.Prices = known.Prices
		p.Bound = before
	}
	p.Rounds = known.Rounds
	if known.Searched > p.Bound {
		p.Bound = known.Searched
		p.Searched = known.Searched
	}
	m.aim(p.Bound)
	for _, share := range []float64{0, 0.25, 0.5, 1} { // of the duration: the start, the end, and between
		m.keep(
			in.listed(
				func(i int) float64 { return m.key[i] + share*float64(in.Jobs[i].Duration) },
			),
		)
	}
	p.Ended = p.improve(m, o.Rounds)
	p.Starts = m.starts
	p.Sum = m.sum
	p.Near = p.Bound < m.sum && m.sum <= m.enough
	return p, nil
}

// Refine returns starts that are no worse than the given ones, nor than those of other schedules,
// such as replays, with their sum. It takes the better stretches of all. Where that gains, it plans
// the jobs anew, once, in windows. Other schedules give an order of the jobs, and need not keep the
// machine.
func Refine(
	in *Instance,
	starts []int64,
	others [][]int64,
	o Options,
) (better []int64, sum int64, err error) {
	m := &improver{
		in:      in,
		starts:  slices.Clone(starts),
		workers: max(1, o.Workers),
		used:    o.used(),
		seeds:   o.seeds(),
	}
	m.sum, err = in.Sum(starts)
	if err != nil {
		return nil, 0, err
	}
	before := m.sum
	for _, other := range others {
		m.splice(in.listed(func(i int) float64 { return float64(other[i]) }))
	}
	if m.sum < before {
		m.pass(m.annealing())
	}
	return m.starts, m.sum, nil
}

// stalled is the number of rounds without a gain after which the search ends.
const stalled = 2

// improve searches for better starts, and bounds stretches once there are some. It returns false
// where time is up.
func (p *Plan) improve(m *improver, rounds int) (ended bool) {
	idle := 0
	moves := firstMoves
	first := p.Rounds
	m.plans.least = m.sum
	last := false
	for ; m.sum > m.enough && idle < stalled && (rounds == 0 || p.Rounds < rounds); p.Rounds++ {
		if m.stopped() {
			return false
		}
		before := m.sum
		m.forward(moves)
		if !last && !m.stopped() {
			p.raise(m, float64(moves)*(1-m.used())/m.plans.took)
		}
		if p.Rounds == first && !m.stopped() {
			p.search(m)
		}
		if p.Rounds > 0 || p.Rounds+1 == rounds {
			m.windows(m.annealing, patience)
		}
		idle++
		if m.sum < before {
			idle = 0
		}
		if m.round != nil {
			m.round()
		}
		moves, last = m.plans.next(m.used())
		if last {
			idle = 0 // time ends the search, and not its stall
		}
	}
	if m.sum > m.enough && idle == stalled && !m.stopped() {
		m.windows(m.searching, 1)
		p.search(m)
	}
	return m.sum <= m.enough || !m.stopped()
}

// moveVisits is the work of a move, in prices that a step visits: 6 us, and 0.03 us.
const moveVisits = 200

// raise searches for own prices of jobs, where stretches are not searched alone. It goes on while a
// slice of the work gains more than a forward plan is expected to gain from as much. moves are
// those for which there is time.
func (p *Plan) raise(m *improver, moves float64) {
	if len(m.in.Jobs) <= mostSearched {
		return
	}
	work := moveVisits * moves * float64(len(m.in.Jobs))
	worth := func(rate, visited float64) bool { return rate/float64(m.bound)*(work-visited) > m.plans.fold }
	before, err := m.in.Bound(p.Prices)
	if err == nil && m.own == nil {
		m.own, err = m.in.newOwn(p.Prices, m.starts, m.key, float64(m.sum-before), m.workers)
	}
	if err != nil || m.own.raise(worth, m.stopped) == 0 {
		return
	}
	better := m.own.rounded()
	bound, err := m.in.Bound(better)
	if err != nil || bound <= before {
		return
	}
	p.Prices = better
	if bound >= p.Bound {
		p.Bound = bound
		p.Searched = 0
		m.aim(bound)
	}
}

// search bounds stretches.
func (p *Plan) search(m *improver) {
	if bound := m.search(p.Prices, p.Bound); bound > p.Bound {
		p.Bound = bound
		p.Searched = bound
		m.aim(bound)
	}
}

// end returns the second by which all jobs have ended.
func (in *Instance) end(starts []int64) (end int64) {
	for i, j := range in.Jobs {
		end = max(end, starts[i]+j.Duration)
	}
	return end
}
