package exact

import (
	"context"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Options steer Solve; zero values get defaults.
type Options struct {
	TimeLimit   time.Duration // 0: none
	NodeLimit   int64         // of the search; 0: none
	Evaluations int           // plans tried for a first schedule; 0: by the number of jobs; below 0: the policies' plans alone
	Buckets     int           // of prices; 0: by the number of jobs
	Steps       int           // towards better prices; 0: by the number of jobs; below 0: none, all prices stay 0
	Seed        uint64
}

// Validate refuses values out of their range.
func (o Options) Validate() error {
	for field, v := range map[string]int64{"time limit": int64(o.TimeLimit), "node limit": o.NodeLimit, "buckets": int64(o.Buckets)} {
		if v < 0 {
			return &optgap.FieldError{Field: field, Found: fmt.Sprint(v), Expected: "at least 0"}
		}
	}
	return nil
}

// withDefaults spends more on the start where the search will take longer: up to
// smallQueue jobs it mostly ends within a millisecond.
func (o Options) withDefaults(jobs int) Options {
	evaluations, buckets, steps := 2000, 512, 300
	if jobs <= smallQueue {
		evaluations, buckets, steps = 300, 128, 60
	}
	set := func(v *int, d int) {
		switch {
		case *v == 0:
			*v = d
		case *v < 0:
			*v = 0
		}
	}
	set(&o.Evaluations, evaluations)
	set(&o.Buckets, buckets)
	set(&o.Steps, steps)
	return o
}

const smallQueue = 12

// Solution is what Solve found. Objectives and bounds are sums of width times
// response time, in processor-seconds, at one second.
type Solution struct {
	Status    optgap.Status // Optimal, or Feasible at a limit
	EndedBy   optgap.EndedBy
	Schedule  optgap.Schedule
	Objective int64
	Bound     int64 // proven: no schedule is below it
	Root      int64 // the bound before the search
	Nodes     int64
	Seconds   float64

	Certificate *Certificate // of Root; nil: there is none
}

// Solve seeks the one-second optimum of a valid step and proves it, or stops at a
// limit with the best schedule and bound that it has. A cancelled context is a
// limit. With the same options and no time limit it does the same every time.
func Solve(ctx context.Context, step *optgap.Step, o Options) (*Solution, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	begin := time.Now()
	sol := solve(ctx, step, o.withDefaults(len(step.Jobs)), begin)
	sol.Seconds = time.Since(begin).Seconds()
	return sol, sol.Schedule.Check(step)
}

func solve(ctx context.Context, step *optgap.Step, o Options, begin time.Time) *Solution {
	sol := &Solution{Status: optgap.Optimal, EndedBy: optgap.Finished, Schedule: first(step, o)}
	if len(step.Jobs) == 0 {
		return sol
	}
	constant := make(optgap.Schedule, len(step.Jobs)).Objective(step) // of starts at 0
	kinds, free := kindsOf(step), usable(step)
	upper := sol.Schedule.Objective(step) - constant
	p := newPrices(sol.Schedule.Makespan(step), o.Buckets, units(upper))
	a := newAscent(p, kinds, free)
	root := a.maximise(upper, max(o.Steps, 1))
	s := &search{kinds: kinds, tails: a.tails, p: p, upper: upper, seen: newMemo()}
	if !p.reached(root, upper) {
		s.limit = func(nodes int64) bool {
			switch {
			case ctx.Err() != nil:
				sol.EndedBy = optgap.Interrupt
			case o.TimeLimit > 0 && time.Since(begin) > o.TimeLimit:
				sol.EndedBy = optgap.TimeLimit
			case o.NodeLimit > 0 && nodes >= o.NodeLimit:
				sol.EndedBy = optgap.NodeLimit
			default:
				return false
			}
			return true
		}
		s.run(free, -a.paid())
	}
	next := make([]int, len(kinds))
	for _, pl := range s.best {
		sol.Schedule[kinds[pl.kind].jobs[next[pl.kind]]] = pl.start
		next[pl.kind]++
	}
	sol.Nodes, sol.Objective = s.nodes, constant+s.upper
	sol.Root = constant + min(p.whole(root), s.upper)
	sol.Bound = sol.Objective
	if s.stopped {
		sol.Status, sol.Bound = optgap.Feasible, sol.Root
	}
	return sol
}

// first returns the best of the policies' plans, improved by a search over
// placement orders.
func first(step *optgap.Step, o Options) optgap.Schedule {
	best := heuristics.BestPlan(step)
	if o.Evaluations > 0 {
		best, _ = heuristics.Search(step, best, heuristics.SearchOptions{Evaluations: o.Evaluations, Seed: o.Seed})
	}
	return best
}
