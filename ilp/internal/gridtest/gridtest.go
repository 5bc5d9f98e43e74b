// Package gridtest solves small time-indexed problems by enumeration and makes
// realistic steps, for the tests of problems, bounds and programs.
package gridtest

import (
	"math"
	"math/rand/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// Best returns an optimal schedule of the step on a restricting grid, found by
// planning every order of the jobs, and its objective with the true estimates.
// It looks at no Problem.
func Best(step *optgap.Step, scale int64) (optgap.Schedule, int64) {
	s, _ := steptest.Best(timescale.Restrict(step, scale))
	return s, s.Objective(step)
}

// Schedules calls visit for every schedule of the problem with an objective of
// at most upper. Of schedules that differ only in which of several equal jobs
// starts when, it visits one. The schedule is overwritten later. visit returns an upper
// for the schedules to come, which counts where it is below the one so far.
func Schedules(p *grid.Problem, upper int64, visit func(s optgap.Schedule, objective int64) int64) {
	e := enumeration{p: p, upper: upper, visit: visit, free: append([]int64(nil), p.Capacity...)}
	jobs, rest := 0, int64(0)
	for c := len(p.Classes) - 1; c >= 0; c-- {
		for range p.Classes[c].Jobs {
			jobs++
			rest += p.Classes[c].Costs[0]
		}
	}
	e.starts = make(optgap.Schedule, jobs)
	e.start(0, 0, 0, p.Offset, rest)
}

// Optimum returns the least objective of the problem's schedules; math.MaxInt64
// if it has none.
func Optimum(p *grid.Problem) int64 {
	best := int64(math.MaxInt64)
	Schedules(p, math.MaxInt64, func(_ optgap.Schedule, objective int64) int64 {
		best = objective
		return best - 1
	})
	return best
}

// enumeration is the state of Schedules.
type enumeration struct {
	p      *grid.Problem
	upper  int64
	visit  func(optgap.Schedule, int64) int64
	free   []int64         // processors, by slot
	starts optgap.Schedule // in seconds
}

// start starts member i of class c at each start from index from on, and then the jobs
// after it. value is the objective of the jobs before it, and rest the least that all
// other jobs add.
func (e *enumeration) start(c, i, from int, value, rest int64) {
	if c == len(e.p.Classes) {
		e.upper = min(e.upper, e.visit(e.starts, value))
		return
	}
	cl := &e.p.Classes[c]
	if i == len(cl.Jobs) {
		e.start(c+1, 0, 0, value, rest)
		return
	}
	rest -= cl.Costs[0]
	for k := from; k < len(cl.Starts); k++ {
		v := value + cl.Costs[k]
		if v+rest > e.upper {
			return // costs ascend
		}
		if !e.take(cl, k, cl.Width) {
			continue
		}
		e.starts[cl.Jobs[i]] = cl.Starts[k].Start(e.p.Scale)
		e.start(c, i+1, k, v, rest)
		e.take(cl, k, -cl.Width)
	}
}

// take occupies width processors for a job of the class that starts at index
// k, or returns false if they are not free.
func (e *enumeration) take(cl *grid.Class, k int, width int64) bool {
	from, to := cl.Starts[k], cl.Starts[k]+cl.Slots
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
