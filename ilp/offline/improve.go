package offline

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/anneal"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// list places the jobs in an order, each at its earliest start that the jobs before it leave.
func (in *Instance) list(order []int) []int64 {
	free, starts := in.idle(), make([]int64, len(in.Jobs))
	for _, i := range order {
		j := &in.Jobs[i]
		if starts[i] = j.Release; j.Duration > 0 {
			starts[i] = free.Place(j.Release, j.Width, j.Duration)
		}
	}
	return starts
}

// idle returns the profile of the machine without jobs.
func (in *Instance) idle() *optgap.Profile {
	free := &optgap.Profile{}
	free.Reset(optgap.History{{Time: in.Jobs[0].Release, Free: in.Machine}})
	return free
}

// listed returns the jobs in the order of the keys.
func (in *Instance) listed(key func(i int) float64) []int64 {
	order, keys := make([]int, len(in.Jobs)), make([]float64, len(in.Jobs))
	for i := range order {
		order[i], keys[i] = i, key(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return in.list(order)
}

// A window has windowJobs jobs, and windowMoves orders of them are tried. These were best of 40 to 640 jobs and 1000
// to 40000 moves on KTH after 40 seconds. The search ends after stalled rounds without a gain.
const (
	windowJobs  = 160
	windowMoves = 4000
	stalled     = 10
)

// improver replaces the starts of a schedule by better ones.
type improver struct {
	in     *Instance
	starts []int64
	free   *optgap.Profile // what the jobs leave
	order  []int           // the jobs of some duration, by start
	seeds  *rand.Rand
}

func newImprover(in *Instance, starts []int64, seed uint64) *improver {
	m := &improver{in: in, starts: starts, seeds: rand.New(rand.NewPCG(seed, 0x0ff11e))}
	for i, j := range in.Jobs {
		if j.Duration > 0 { // others start at their release
			m.order = append(m.order, i)
		}
	}
	return m
}

// round plans the jobs of windows anew, by annealing, while all others stay: consecutive jobs by start. Windows
// overlap by half. The sum of the starts gets less where gained is true, and otherwise stays.
func (m *improver) round(number int, stopped func() bool) (gained bool) {
	slices.SortStableFunc(m.order, func(a, b int) int { return cmp.Compare(m.starts[a], m.starts[b]) })
	m.free = m.in.idle()
	m.reserve(m.order, 1)
	for k := -(number % 2) * windowJobs / 4; k < len(m.order); k += windowJobs / 2 {
		if stopped() {
			return true
		}
		jobs := m.order[max(0, k):min(k+windowJobs, len(m.order))]
		gained = m.replan(jobs, m.seeds.Uint64()) || gained
	}
	return gained
}

// replan plans the jobs of a window anew, from the first start of one on.
func (m *improver) replan(jobs []int, seed uint64) (gained bool) {
	from, to, longest, waits := m.starts[jobs[0]], int64(0), int64(0), false
	for _, i := range jobs {
		j, start := &m.in.Jobs[i], m.starts[i]
		from, to, longest = min(from, start), max(to, start+j.Duration), max(longest, j.Duration)
		waits = waits || start > j.Release
	}
	if !waits {
		return false
	}
	m.reserve(jobs, -1)
	defer func() { m.reserve(jobs, 1) }()
	p := m.problem(jobs, from, to+longest)
	order, cost := make([]int, len(jobs)), int64(0)
	for k, i := range jobs {
		order[k] = k
		cost += p.Kinds[k].Weight * (m.starts[i] - from)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.starts[jobs[a]], m.starts[jobs[b]]) })
	best, found := anneal.Improve(p, order, anneal.Options{Moves: windowMoves, Seed: seed})
	return found < cost && m.take(jobs, p, best, from)
}

// problem is that of planning the jobs, in seconds after from. After to all processors are free, as other jobs are
// left out there.
func (m *improver) problem(jobs []int, from, to int64) *engine.Problem {
	p := &engine.Problem{}
	for c := range m.free.Between(from, to) {
		if n := len(p.Free); n == 0 || p.Free[n-1].Free != c.Free {
			p.Free = append(p.Free, engine.Segment{Time: c.Time - from, Free: c.Free})
		}
	}
	p.Free = append(p.Free, engine.Segment{Time: to - from, Free: m.in.Machine})
	for _, i := range jobs {
		j := &m.in.Jobs[i]
		p.Kinds = append(p.Kinds, engine.Kind{
			Width: j.Width, Duration: j.Duration, Weight: j.Weight, Count: 1, Earliest: max(0, j.Release-from),
		})
	}
	return p
}

// take starts the jobs of a problem anew, planned in an order. It returns false where one of them would end
// after what the problem knows of other jobs; then all stay.
func (m *improver) take(jobs []int, p *engine.Problem, order []int, from int64) bool {
	free, starts, known := p.Free, make([]int64, len(jobs)), p.Free[len(p.Free)-1].Time
	for _, k := range order {
		j := &p.Kinds[k]
		at := engine.Earliest(free, j.Earliest, j.Width, j.Duration)
		if at+j.Duration > known {
			return false
		}
		free = engine.Reserve(nil, free, at, at+j.Duration, j.Width)
		starts[k] = from + at
	}
	for k, i := range jobs {
		m.starts[i] = starts[k]
	}
	return true
}

// reserve takes the processors of the jobs, or gives them back where the sign is -1.
func (m *improver) reserve(jobs []int, sign int64) {
	for _, i := range jobs {
		m.free.Reserve(m.starts[i], m.in.Jobs[i].Duration, sign*m.in.Jobs[i].Width)
	}
}
