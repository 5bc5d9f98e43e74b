package offline

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// The exact search plans windows of searchedJobs jobs, and stretches of at most mostSearched jobs.
// It explores at most so many nodes of each.
const (
	searchedJobs = 24
	mostSearched = 40
	windowNodes  = 2000
	stretchNodes = 20_000
)

// search seeks the best plan of a window, which has no job without duration. It returns the jobs in
// the order of the best starts found, and a bound on the cost. nil: the window has numbers that no
// step may have.
func (w *window) search(nodes int64, e effort) (jobs []int, bound int64) {
	step := &optgap.Step{History: w.problem.Free, Machine: 1}
	for _, c := range w.problem.Free {
		step.Machine = max(step.Machine, c.Free)
	}
	known, _ := w.starts()
	releases := make([]int64, len(known))
	alone := int64(0)
	for n := range w.problem.Kinds {
		k := &w.problem.Kinds[n]
		step.Jobs = append(
			step.Jobs,
			optgap.Job{ID: int64(n), Width: k.Width, Estimate: k.Duration, Weight: k.Weight},
		)
		releases[n], known[n] = k.Earliest, known[n]-w.from
		alone += k.Weight * k.Duration
	}
	p, err := grid.OpenReleased(step, releases, known)
	if err != nil {
		return nil, 0
	}
	o := exact.Options{Limits: exact.Limits{NodeLimit: nodes, Seed: e.seed}}
	ctx, release := whileNot(e.stopped)
	defer release()
	sol, err := exact.Solve(ctx, p, o)
	if err != nil {
		return nil, 0
	}
	order := make([]int, len(w.jobs))
	for n := range order {
		order[n] = n
	}
	byStart(order, sol.Schedule)
	for _, n := range order {
		jobs = append(jobs, w.jobs[n])
	}
	return jobs, sol.Bound - alone
}

// stopPoll is how long who waits for the end of a stopping context, as HiGHS does, does not learn
// of it.
const stopPoll = 100 * time.Millisecond

// stopping is a context that ends when a function says so.
type stopping struct {
	context.Context
	end     context.CancelFunc
	asking  sync.Mutex
	stopped func() bool
}

// whileNot returns a context that ends when stopped says so, which is asked by one goroutine at a
// time. release ends the context, and stopped is not asked any more once it has returned.
func whileNot(stopped func() bool) (ctx context.Context, release func()) {
	inner, end := context.WithCancel(context.Background())
	s := &stopping{Context: inner, end: end, stopped: stopped}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(stopPoll)
		defer tick.Stop()
		for {
			select {
			case <-inner.Done():
				return
			case <-tick.C:
				s.Err()
			}
		}
	}()
	return s, func() {
		end()
		<-gone
	}
}

// Err asks whether the context has ended.
func (s *stopping) Err() error {
	s.asking.Lock()
	defer s.asking.Unlock()
	if s.Context.Err() == nil && s.stopped() {
		s.end()
	}
	return s.Context.Err()
}

// stretch is a number of consecutive jobs, which are planned as if there were no others. What no
// schedule of a stretch is below, no schedule of all jobs is below in these jobs. So the bounds of
// all stretches add up to a bound.
type stretch struct {
	from, to int // of the jobs
	bound    int64
	gap      int64 // of the schedule above the bound
	raised   bool  // the bound is more than the prices prove
	jobs     []int // in the order of a plan that the search has found, nil if there is none
}

// stretches divides more than mostSearched jobs where all earlier ones have ended, and stretches of
// more jobs than that where all earlier ones have started.
func (in *Instance) stretches(starts []int64) (all []stretch) {
	if len(in.Jobs) <= mostSearched {
		return []stretch{{from: 0, to: len(in.Jobs)}}
	}
	ended := in.quiet(starts, true)
	begun := in.quiet(starts, false)
	for k, from := range ended[:len(ended)-1] {
		to := ended[k+1]
		if to-from <= mostSearched {
			all = append(all, stretch{from: from, to: to})
			continue
		}
		for i := from + 1; i <= to; i++ {
			if _, found := slices.BinarySearch(begun, i); found || i == to {
				all = append(all, stretch{from: from, to: i})
				from = i
			}
		}
	}
	return all
}

// quiet returns the jobs at whose releases all earlier ones have started or, if so asked, ended;
// then their number.
func (in *Instance) quiet(starts []int64, ended bool) (all []int) {
	all = []int{0}
	latest := starts[0]
	for i, j := range in.Jobs {
		if i > 0 && latest <= j.Release {
			all = append(all, i)
		}
		latest = max(latest, starts[i])
		if ended {
			latest = max(latest, starts[i]+j.Duration)
		}
	}
	return append(all, len(in.Jobs))
}

// priced returns what the prices prove of a stretch: those from its first release to before the
// release behind it.
func (in *Instance) priced(p *Prices, extras []extra[int64], from, to int) int64 {
	part := &Instance{in.Machine, in.Jobs[from:to]}
	t := part.Jobs[0].Release
	end := int64(math.MaxInt64)
	if to < len(in.Jobs) {
		end = in.Jobs[to].Release
	}
	own := &Prices{Denominator: p.Denominator, Times: []int64{t}, Price: []int64{}}
	b, found := slices.BinarySearch(p.Times, t)
	if !found {
		b--
	}
	first := b
	for ; b < len(p.Price) && p.Times[b] < end; b++ {
		own.Price = append(own.Price, p.Price[b])
		own.Times = append(own.Times, min(p.Times[b+1], end))
	}
	var above []extra[int64]
	if extras != nil {
		for _, x := range extras[from:to] {
			above = append(above, x.within(first, b))
		}
	}
	bound, _ := part.bound(own, above) // 0 where sums are too large
	return max(bound, part.Alone())
}

// combined returns the best bound of consecutive stretches: that of the prices of all, or those of
// both halves where one of them is raised.
func (in *Instance) combined(p *Prices, extras []extra[int64], all []stretch) int64 {
	if len(all) == 1 {
		return all[0].bound
	}
	bound := in.priced(p, extras, all[0].from, all[len(all)-1].to)
	if slices.ContainsFunc(all, func(s stretch) bool { return s.raised }) {
		half := len(all) / 2
		bound = max(bound, in.combined(p, extras, all[:half])+in.combined(p, extras, all[half:]))
	}
	return bound
}

// search bounds the stretches of the best schedule, by prices and by the exact search, and plans
// anew those of which the search finds better plans. The search takes the share of the time left
// that these stretches have in the gap. It returns a bound of all jobs.
func (m *improver) search(p *Prices, bound int64) int64 {
	all := m.in.stretches(m.starts)
	gap := int64(0)
	begun := m.used()
	extras, _ := p.extras(len(m.in.Jobs)) // which Bound has read
	var few []int                         // stretches to search
	for k := range all {
		if s := &all[k]; m.price(p, extras, s) && s.to-s.from <= mostSearched {
			few = append(few, k)
			gap += s.gap
		}
	}
	until := 1.0
	if m.sum-bound > gap {
		until = begun + (1-begun)*float64(gap)/float64(m.sum-bound)
	}
	slices.SortStableFunc(few, func(a, b int) int { return cmp.Compare(all[b].gap, all[a].gap) })
	engine.FanOut(m.workers, len(few), func(k int) { m.searchStretch(&all[few[k]], until) })
	free := m.in.idle()
	m.in.reserve(free, m.order(), m.starts, 1)
	for _, s := range all {
		if s.jobs != nil {
			m.known[[2]int{s.from, s.to}] = s.bound
			m.take(free, s.jobs)
		}
	}
	return m.in.combined(p, extras, all)
}

// price sets the bound of a stretch by what is known of it and by prices. It returns whether to
// search it.
func (m *improver) price(p *Prices, extras []extra[int64], s *stretch) bool {
	s.bound = m.in.priced(p, extras, s.from, s.to)
	known, searched := m.known[[2]int{s.from, s.to}]
	if known > s.bound {
		s.bound = known
		s.raised = true
	}
	part := &Instance{m.in.Machine, m.in.Jobs[s.from:s.to]}
	sum, _ := part.Sum(m.starts[s.from:s.to])
	s.gap = sum - s.bound
	return s.gap > 0 && !searched
}

// searchStretch sets the bound and the plan of a stretch, unless its share of the time is used.
func (m *improver) searchStretch(s *stretch, until float64) {
	first := m.in.Jobs[s.from].Release
	base := int64(0)
	end := first // base: the sum where all jobs start at the first release
	var order []int
	for i := s.from; i < s.to; i++ {
		if j := &m.in.Jobs[i]; j.Duration > 0 {
			order = append(order, i)
			end = max(end, m.starts[i]+j.Duration)
			base += j.Weight * (first + j.Duration - j.Release)
		}
	}
	byStart(order, m.starts)
	stopped := func() bool { return m.used() >= until }
	if stopped() {
		return
	}
	w := m.in.window(m.in.idle(), order, first, end)
	jobs, cost := w.search(stretchNodes, effort{stopped: stopped})
	s.jobs = jobs
	if jobs != nil && base+cost > s.bound {
		s.bound = base + cost
		s.raised = true
	}
}
