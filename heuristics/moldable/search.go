package moldable

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap"
)

// SearchOptions steer Search. The zero value gets the defaults.
type SearchOptions struct {
	// Evaluations is the number of schedules tried; 0: DefaultPlacements divided by the
	// number of jobs; below 0: none.
	Evaluations int
	Seed        uint64 // of the random moves
	// Stop ends the search by returning true; with nil the search makes all its evaluations.
	// Stop is called before every schedule that is tried.
	Stop func() bool
}

// DefaultPlacements is the default of SearchOptions.Evaluations times the number of jobs.
const DefaultPlacements = 5_000_000

// Search improves the minsum of a schedule by simulated annealing on the order of the
// jobs and on their allotments. A move puts a job elsewhere in the order, swaps two jobs,
// or gives one or two jobs more or fewer processors. Then the jobs start one after the
// other, each as early as those before allow. Search returns the best schedule met. Its
// minsum is at most that of start. start has to be feasible and is not changed. The same
// options and start give the same schedule.
func Search(in *Instance, start Schedule, o SearchOptions) Schedule {
	if o.Evaluations == 0 {
		o.Evaluations = DefaultPlacements / len(in.Jobs)
	}
	a := newAnnealing(in, start)
	r := rand.New(rand.NewPCG(o.Seed, 0x5eed))
	hot := temperature * float64(a.value-a.least()) / float64(len(in.Jobs))
	round := 0.0
	for e := range o.Evaluations {
		if o.Stop != nil && o.Stop() {
			break
		}
		now, share := math.Modf(rounds * float64(e) / float64(o.Evaluations))
		if now > round {
			round = now
			a.restart()
		}
		a.step(r, hot*math.Pow(cooling, share))
	}
	if a.bestValue >= start.Minsum(in) {
		return slices.Clone(start)
	}
	a.startJobs(&a.best)
	return a.schedule
}

// In each round the temperature falls from hot to cooling times hot. hot is temperature
// times the mean cost of a job above the least that the job can cost. The next round begins
// with the best plan.
const (
	rounds      = 16
	temperature = 0.1
	cooling     = 1e-3
)

// plan is an order of the jobs and the index of each job's allotment.
type plan struct {
	order, choice []int
}

func (p *plan) copy(from *plan) {
	p.order, p.choice = append(p.order[:0], from.order...), append(p.choice[:0], from.choice...)
}

// annealing is the state of Search.
type annealing struct {
	in               *Instance
	jobs             []job
	now, next, best  plan
	value, bestValue int64 // minsum of now and best
	profile          optgap.Profile
	schedule         Schedule // of the last call of startJobs
}

// newAnnealing begins with the order of the starts of a schedule, and with its allotments.
func newAnnealing(in *Instance, start Schedule) *annealing {
	a := &annealing{in: in, jobs: prepare(in), schedule: make(Schedule, len(start))}
	a.now = plan{upTo(len(start)), make([]int, len(start))}
	slices.SortStableFunc(a.now.order, func(i, k int) int { return cmp.Compare(start[i].Start, start[k].Start) })
	for i := range a.jobs {
		a.now.choice[i], _ = a.jobs[i].upTo(start[i].Width)
	}
	a.value = a.startJobs(&a.now)
	a.best.copy(&a.now)
	a.bestValue = a.value
	return a
}

// restart goes on from the best plan.
func (a *annealing) restart() {
	a.now.copy(&a.best)
	a.value = a.bestValue
}

// step tries a move, and keeps it where the plan gets no worse, or by chance.
func (a *annealing) step(r *rand.Rand, heat float64) {
	a.next.copy(&a.now)
	a.move(r)
	v := a.startJobs(&a.next)
	if v <= a.value || r.Float64() < math.Exp(float64(a.value-v)/heat) {
		a.now, a.next, a.value = a.next, a.now, v
	}
	if v < a.bestValue {
		a.best.copy(&a.now)
		a.bestValue = v
	}
}

// least returns the minsum if every job started at 0 and was as fast as it can be.
func (a *annealing) least() int64 {
	sum := int64(0)
	for i := range a.jobs {
		sum += a.jobs[i].weight * a.jobs[i].fastest().Time
	}
	return sum
}

// startJobs schedules a plan: its jobs start one after the other, each as early as those
// before allow. It returns the minsum.
func (a *annealing) startJobs(p *plan) int64 {
	a.profile.Reset(optgap.History{{Time: 0, Free: a.in.Machine}})
	sum := int64(0)
	for _, i := range p.order {
		option := a.jobs[i].options[p.choice[i]]
		begin := a.profile.Place(0, option.Width, option.Time)
		a.schedule[i] = Placement{begin, option.Width}
		sum += a.jobs[i].weight * (begin + option.Time)
	}
	return sum
}

// move makes a random move in the next plan.
func (a *annealing) move(r *rand.Rand) {
	p, n := &a.next, len(a.jobs)
	switch kind := r.IntN(5); {
	case kind < 2 || n == 1:
		a.widen(r, r.IntN(n))
	case kind == 2:
		from, to := a.twoOf(r)
		a.widen(r, p.order[from])
		a.widen(r, p.order[to])
	case kind == 3:
		from, to := a.twoOf(r)
		p.order[from], p.order[to] = p.order[to], p.order[from]
	default:
		from, to := a.twoOf(r)
		i := p.order[from]
		p.order = slices.Insert(slices.Delete(p.order, from, from+1), to, i)
	}
}

// twoOf draws two positions of the order. Each order of magnitude of their distance is
// equally likely.
func (a *annealing) twoOf(r *rand.Rand) (from, to int) {
	n := len(a.jobs)
	from, to = r.IntN(n), int(math.Pow(float64(n), r.Float64()))
	if r.IntN(2) == 0 {
		to = -to
	}
	return from, min(max(from+to, 0), n-1)
}

// widen gives a job more or fewer processors. The more it has, the larger are the steps.
func (a *annealing) widen(r *rand.Rand, i int) {
	p := &a.next
	step := 1 + r.IntN(2+p.choice[i]/3)
	if r.IntN(2) == 0 {
		step = -step
	}
	p.choice[i] = min(max(p.choice[i]+step, 0), len(a.jobs[i].options)-1)
}
