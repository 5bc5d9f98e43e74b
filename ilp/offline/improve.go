package offline

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// improver replaces the starts of a schedule by better ones: forward plans, then windows that are
// planned anew. These are planned side by side by the workers, and taken in their order. So the
// number of workers does not matter.
type improver struct {
	in      *Instance
	key     []float64 // by job: the average cheapest start, by which a forward plan begins
	starts  []int64
	sum     int64
	seeds   *rand.Rand
	workers int
	used    func() float64   // share of the time that is used
	round   func()           // is called at the end of each round; nil: nobody is
	known   map[[2]int]int64 // bounds of stretches that were searched, by their first job and the one behind the last

	own   *own // prices of jobs; nil: not begun
	plans plans

	gap    float64                // of Options
	moved  func(bound, sum int64) // of Options
	bound  int64                  // on the sum
	enough int64                  // the sum that ends the search
}

func (m *improver) stopped() bool { return m.sum <= m.enough || m.used() >= 1 }

// aim notes a bound, and so the sum that is near enough to it.
func (m *improver) aim(bound int64) {
	m.bound = bound
	m.enough = max(bound, int64(min(float64(bound)*(1+m.gap), sumLimit)))
	m.tell()
}

// tell says how far the search is.
func (m *improver) tell() {
	if m.moved != nil {
		m.moved(m.bound, m.sum)
	}
}

// keep takes other starts where they are better.
func (m *improver) keep(starts []int64) {
	if sum, err := m.in.Sum(starts); err == nil && sum < m.sum {
		m.starts = starts
		m.sum = sum
		m.tell()
	}
}

// splice takes the better stretches of other starts, or all of them.
func (m *improver) splice(starts []int64) {
	m.keep(m.in.spliced(m.starts, starts))
	m.keep(starts)
}

// A pass plans windows of consecutive jobs anew, by annealing, with windowMoves for each job: more
// where jobs wait for more than the mean cost, up to mostShare times as many, and fewer where they
// wait for less. How many jobs the windows have, and how hot they begin, is drawn for each pass: which
// is best differs from trace to trace, and from pass to pass. A batch of windows is planned from the
// same schedule. Passes end where so many in a row as the patience have gained less than a forward
// plan is expected to gain with as many moves, or less than the share leastGained of the sum.
//
// From the starts after 40 s of forward plans, 40 s of passes with heats up to 30, and as many moves
// in all windows, gained 4.1 % on 2500 jobs of KTH and 1.0 % on the ctc model, where 40 s more of these
// plans gained nothing, and 1.3 % on the Lublin model, as they did.
const (
	leastWindow = 100
	mostWindow  = 800
	leastHeat   = 1
	mostHeat    = 10
	windowMoves = 300
	leastShare  = 0.25
	mostShare   = 4
	batch       = 16
	leastGained = 1e-5
	patience    = 4
)

// annealing draws the windows of a pass.
func (m *improver) annealing() (size int, plan planner) {
	heat := between(m.seeds, leastHeat, mostHeat)
	size = int(between(m.seeds, leastWindow, mostWindow))
	waits := float64(m.sum-m.in.Alone()) / float64(len(m.in.Jobs))
	return size, func(w *window, seed uint64) []int {
		_, cost := w.starts()
		share := float64(cost-w.least) / float64(len(w.jobs)) / waits
		moves := windowMoves * max(leastShare, min(share, mostShare))
		return w.anneal(effort{moves: int(moves), heat: heat, seed: seed, stopped: m.stopped})
	}
}

// searching has windows for the exact search.
func (m *improver) searching() (size int, plan planner) {
	return searchedJobs, func(w *window, seed uint64) []int {
		jobs, _ := w.search(windowNodes, effort{seed: seed, stopped: m.stopped})
		return jobs
	}
}

// between draws a number whose logarithm is uniform.
func between(r *rand.Rand, least, most float64) float64 {
	return least * math.Pow(most/least, r.Float64())
}

// planner returns the jobs of a window in a better order; nil: there is none.
type planner func(w *window, seed uint64) []int

// windows plans windows anew in passes, until so many in a row as the patience have gained little, or
// less than the next forward plan is expected to. draw draws the windows of a pass.
func (m *improver) windows(draw func() (size int, plan planner), patience int) {
	for idle := 0; idle < patience && !m.stopped(); idle++ {
		before := m.sum
		m.pass(draw())
		if float64(before-m.sum) > max(leastGained, m.plans.expected(m.used(), m.sum))*float64(m.sum) {
			idle = -1
		}
	}
}

// order returns the jobs of some duration. Others start at their release.
func (m *improver) order() (order []int) {
	for i, j := range m.in.Jobs {
		if j.Duration > 0 {
			order = append(order, i)
		}
	}
	return order
}

// pass plans all jobs anew in windows of so many, each while all other jobs stay. The first window
// has fewer.
func (m *improver) pass(size int, plan planner) {
	order := m.order()
	byStart(order, m.starts)
	free := m.in.idle()
	m.in.reserve(free, order, m.starts, 1)
	for first := -m.seeds.IntN(size); first < len(order) && !m.stopped(); {
		var all []*window
		for ; first < len(order) && len(all) < batch; first += size {
			jobs := order[max(0, first):min(first+size, len(order))]
			if slices.ContainsFunc(
				jobs,
				func(i int) bool { return m.starts[i] > m.in.Jobs[i].Release },
			) {
				all = append(all, m.window(free, jobs))
			}
		}
		seed := m.seeds.Uint64()
		better := make([][]int, len(all))
		engine.FanOut(m.workers, len(all), func(k int) {
			better[k] = plan(all[k], seed+uint64(k))
		})
		for _, jobs := range better {
			m.take(free, jobs)
		}
	}
}

// What other jobs leave counts in a window until behind is over after its last end, as a share of its
// longest duration. Behind that all processors seem free, and take looks whether they are. With the
// whole duration, 30 s of passes made 22 % fewer moves on 2500 jobs of KTH, 10 % on the ctc model and
// 12 % on the Lublin model, and gained less on each, with one seed.
const behind = 0.1

// window returns the problem of planning jobs anew, from the first start of one on.
func (m *improver) window(free *optgap.Profile, jobs []int) *window {
	end := int64(0)
	longest := int64(0)
	for _, i := range jobs {
		end = max(end, m.starts[i]+m.in.Jobs[i].Duration)
		longest = max(longest, m.in.Jobs[i].Duration)
	}
	m.in.reserve(free, jobs, m.starts, -1)
	defer m.in.reserve(free, jobs, m.starts, 1)
	return m.in.window(free, jobs, m.starts[jobs[0]], end+int64(behind*float64(longest)))
}

// take plans jobs anew in an order, where that has a smaller sum.
func (m *improver) take(free *optgap.Profile, jobs []int) {
	before := int64(0)
	for _, i := range jobs {
		before += m.in.Jobs[i].Weight * (m.starts[i] - m.in.Jobs[i].Release)
	}
	m.in.reserve(free, jobs, m.starts, -1)
	starts, after := m.in.place(free, jobs)
	if after >= before {
		m.in.undo(free, jobs, starts)
		m.in.reserve(free, jobs, m.starts, 1)
		return
	}
	for n, i := range jobs {
		m.starts[i] = starts[n]
	}
	m.sum -= before - after
	m.tell()
}
