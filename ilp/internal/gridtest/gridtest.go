// Package gridtest solves small time-indexed problems by enumeration and makes
// realistic steps, for the tests of problems, bounds and programs.
package gridtest

import (
	"math"
	"math/rand/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/program"
	"github.com/optgap/optgap/timescale"
)

// Best returns an optimal schedule of the step on a restricting grid, found by
// planning every order of the jobs, and its objective with the true estimates.
// It looks at no Problem.
func Best(step *optgap.Step, scale int64) (optgap.Schedule, int64) {
	s, _ := steptest.Optimum(timescale.Restrict(step, scale))
	return s, s.Objective(step)
}

// Optima returns the least objectives on a restricting grid: of the schedules of all orders of the
// jobs, and of those that end by the last end of the policies' plans.
func Optima(step *optgap.Step, scale int64) (safe, policies int64) {
	onGrid, end := timescale.Restrict(step, scale), int64(0)
	for _, p := range heuristics.DynP() {
		end = max(end, steptest.Plan(onGrid, p).Makespan(onGrid))
	}
	safe, policies = math.MaxInt64, math.MaxInt64
	for plan := range steptest.Plans(onGrid) {
		v := plan.Objective(step)
		if safe = min(safe, v); plan.Makespan(onGrid) <= end {
			policies = min(policies, v)
		}
	}
	return safe, policies
}

// Schedules calls visit for every schedule of the problem with an objective of
// at most upper. Of schedules that differ only in which of several equal jobs
// starts when, it visits one. The schedule is overwritten later. visit returns an upper
// for the schedules to come, which counts where it is below the one so far.
func Schedules(p *program.Problem, upper int64, visit func(s optgap.Schedule, objective int64) int64) {
	e := enumeration{p: p, upper: upper, visit: visit, free: Free(p)}
	jobs, rest := int64(0), int64(0)
	for _, kd := range p.Kinds {
		jobs += kd.Count
		rest += kd.Count * kd.Costs[0]
	}
	e.starts = make(optgap.Schedule, jobs)
	e.start(0, 0, 0, p.Offset, rest)
}

// Free returns the free processors of each slot up to the problem's end.
func Free(p *program.Problem) []int64 {
	end := int64(0)
	for _, kd := range p.Kinds {
		if n := len(kd.Starts); n > 0 {
			end = max(end, kd.Starts[n-1]+kd.Duration)
		}
	}
	free := make([]int64, end)
	for t := range free {
		free[t] = p.Free.At(int64(t))
	}
	return free
}

// Optimum returns the least objective of the problem's schedules; math.MaxInt64
// if it has none.
func Optimum(p *program.Problem) int64 {
	best := int64(math.MaxInt64)
	Schedules(p, math.MaxInt64, func(_ optgap.Schedule, objective int64) int64 {
		best = objective
		return best - 1
	})
	return best
}

// enumeration is the state of Schedules.
type enumeration struct {
	p      *program.Problem
	upper  int64
	visit  func(optgap.Schedule, int64) int64
	free   []int64 // processors, by slot
	starts optgap.Schedule
}

// start starts member i of kind k at each start from index from on, and then the jobs
// after it. value is the objective of the jobs before it, and rest the least that all
// other jobs add.
func (e *enumeration) start(k, i, from int, value, rest int64) {
	if k == len(e.p.Kinds) {
		e.upper = min(e.upper, e.visit(e.starts, value))
		return
	}
	kd := &e.p.Kinds[k]
	if i == len(kd.Jobs) {
		e.start(k+1, 0, 0, value, rest)
		return
	}
	rest -= kd.Costs[0]
	for n := from; n < len(kd.Starts); n++ {
		v := value + kd.Costs[n]
		if v+rest > e.upper {
			return // costs ascend
		}
		if !e.take(kd, n, kd.Width) {
			continue
		}
		e.starts[kd.Jobs[i]] = kd.Starts[n]
		e.start(k, i+1, n, v, rest)
		e.take(kd, n, -kd.Width)
	}
}

// take occupies width processors for a job of the kind that starts at index
// n, or returns false if they are not free.
func (e *enumeration) take(kd *program.Kind, n int, width int64) bool {
	from, to := kd.Starts[n], kd.Starts[n]+kd.Duration
	for t := from; t < to; t++ {
		if e.free[t] < width {
			return false
		}
	}
	for t := from; t < to; t++ {
		e.free[t] -= width
	}
	return true
}

// KTHLike returns a step of n jobs that looks like those of the KTH SP2: 100
// processors of which most are busy, few widths, mostly powers of two, and
// estimates that are multiples of 300 s up to 60 h, most of them short.
func KTHLike(n int, seed uint64) *optgap.Step {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	s := &optgap.Step{Format: optgap.StepFormat, Machine: 100, Policy: "FCFS"}
	s.History = optgap.History{{Time: 0, Free: r.Int64N(20)}}
	for last := s.History[0]; last.Free < s.Machine; last = s.History[len(s.History)-1] {
		s.History = append(s.History, optgap.Change{
			Time: last.Time + 1 + r.Int64N(6*3600),
			Free: min(s.Machine, last.Free+int64(1)<<r.IntN(6)),
		})
	}
	for i := range n {
		width := int64(1) << r.IntN(7) // 1 to 64
		if r.IntN(4) == 0 {
			width = 1 + r.Int64N(60)
		}
		hours := 60 * math.Pow(r.Float64(), 3)
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: int64(1000 + 7*i), Width: width,
			Estimate: 300 * int64(1+hours*3600/300*0.999), Submit: -r.Int64N(20000),
		})
	}
	return s
}
