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

	ahead  []int   // arrivals that a forward plan knows; after a round: the best number
	own    *own    // prices of jobs; nil: not begun
	passed float64 // moves of forward plans for each job
	fold   float64 // share of the sum that e times the moves gain

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

// The forward plans of a round have firstMoves for each job in the first round, grow times as many
// in the next, and so on up to mostMoves: in one plan, or in as many side by side as have
// firstMoves each. A round that time would end has fewer, so that it takes lastShare of the time
// that is left. In the same time, 16 plans were better than one with 16 times the moves: by 0.4 %
// on four parts of KTH of 2000 jobs each, by 6.6 % on four of the Lublin model.
const (
	firstMoves = 60
	grow       = 16
	mostMoves  = 4000
	lastShare  = 0.9
)

// A plan of the first round knows the next arrivals, as many as the first of aheads, another as many
// as the second. Plans of later rounds know as many as the better one. The second is not tried where
// the first took more than tryShare of the time that is left. With 400, a plan was 9 % better than
// with 200 on feitelson1996, and 10 % worse on the Lublin model.
var aheads = []int{200, 400}

const tryShare = 0.1

// firstFold is the share of the sum that e times the moves gain, before it is measured. On 10 000
// jobs of KTH and four models it was 1 to 6 %.
const firstFold = 0.03

// forward keeps what is better in new forward plans with so many moves. It returns the share of the
// time that the best of these took.
func (m *improver) forward(moves int) (took float64) {
	plans := max(1, moves/firstMoves)
	before := m.sum
	e := effort{moves: moves / plans, seed: m.seeds.Uint64(), stopped: m.stopped}
	least := int64(math.MaxInt64)
	for _, ahead := range m.ahead {
		begun := m.used()
		if took > tryShare*(1-begun) {
			break
		}
		starts := m.in.forward(m.key, m.starts, ahead, plans, m.workers, e)
		m.splice(starts)
		if sum, err := m.in.Sum(starts); err == nil && sum < least {
			least = sum
			m.ahead = []int{ahead}
			took = m.used() - begun
		}
	}
	if m.passed > 0 && !m.stopped() {
		m.fold = float64(before-m.sum) / float64(m.sum) / math.Log1p(float64(moves)/m.passed)
	}
	m.passed += float64(moves)
	return took
}

// next returns the moves of the round after one with so many, which took a share of the time. last:
// time ends it.
func (m *improver) next(moves int, took float64) (next int, last bool) {
	next = min(mostMoves, moves*grow)
	if left := lastShare * (1 - m.used()); left*float64(moves) < took*float64(next) {
		return max(firstMoves, int(left/took*float64(moves))), true
	}
	return next, false
}

// Windows have windowJobs jobs with windowMoves each. So many of them are planned from the same
// schedule. Rounds of them go on while one gains more than the share leastGained of the sum.
const (
	windowJobs  = 400
	windowMoves = 40
	batch       = 16
	leastGained = 1e-3
)

// windows plans windows anew, until that gains little.
func (m *improver) windows() {
	anneal := func(w *window, seed uint64) []int {
		return w.anneal(effort{moves: windowMoves, seed: seed, stopped: m.stopped})
	}
	m.passes(windowJobs, anneal)
}

// passes plans windows of so many jobs anew, until that gains little.
func (m *improver) passes(size int, plan func(w *window, seed uint64) []int) {
	order := m.order()
	free := m.in.idle()
	before := int64(math.MaxInt64)
	m.in.reserve(free, order, m.starts, 1)
	for half := 0; float64(before-m.sum) > leastGained*float64(m.sum) && !m.stopped(); half = size/2 - half {
		before = m.sum
		byStart(order, m.starts)
		m.pass(free, order, -half, size, plan)
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

// pass plans consecutive windows anew, from a place in the order on, while all other jobs stay.
func (m *improver) pass(
	free *optgap.Profile, order []int, first, size int, plan func(w *window, seed uint64) []int,
) {
	for first < len(order) && !m.stopped() {
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
	return m.in.window(free, jobs, m.starts[jobs[0]], end+longest)
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
