// Package steptest makes random steps and solves small ones by brute force. It is
// the independent oracle of the tests of planners, programs and bounds:
//
//	Random, Wide       -> step
//	step, order        -> Serial -> schedule
//	step               -> Weigh -> the same with weights of the jobs
//	step               -> Plans -> the schedules of all orders
//	                   -> Optimum -> optimal schedule, objective
//	                   -> Refused -> steps that are not valid
//	step, policy       -> Plan -> what package heuristics plans, to compare with
//
// The package may change at any time.
package steptest

import (
	"cmp"
	"iter"
	"math/rand/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Plan returns the plan of a valid step under the policy.
func Plan(step *optgap.Step, policy heuristics.Policy) optgap.Schedule {
	plan := make(optgap.Schedule, len(step.Jobs))
	new(heuristics.Planner).Plan(step, policy, plan)
	return plan
}

// Refused returns steps that are not valid, each under the beginning of its error.
func Refused() map[string]*optgap.Step {
	free := optgap.History{{Time: 0, Free: 8}}
	return map[string]*optgap.Step{
		"machine: found 0":          {},
		"history: found no change":  {Machine: 8, Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 60}}},
		"jobs[0].width: found 9":    {Machine: 8, History: free, Jobs: []optgap.Job{{ID: 1, Width: 9, Estimate: 60}}},
		"jobs[0].estimate: found 0": {Machine: 8, History: free, Jobs: []optgap.Job{{ID: 1, Width: 1}}},
		"jobs: found a sum":         {Machine: 8, History: free, Jobs: []optgap.Job{{ID: 1, Width: 8, Estimate: 1 << 61}}},
	}
}

// Options shape random steps. Zero values get the defaults.
type Options struct {
	MinJobs, MaxJobs int   // default 1 and 7
	MaxMachine       int64 // default 12
	MaxEstimate      int64 // default 20
	MaxChanges       int   // changes of the history, default 5
	Dips             bool  // let the history fall as well as rise
}

// Random returns a valid step. Widths, estimates and submissions have few distinct
// values, so that ties are frequent.
func Random(r *rand.Rand, o Options) optgap.Step {
	o.MinJobs = max(o.MinJobs, 1)
	o.MaxJobs = cmp.Or(o.MaxJobs, 7)
	o.MaxMachine = cmp.Or(o.MaxMachine, 12)
	o.MaxEstimate = cmp.Or(o.MaxEstimate, 20)
	o.MaxChanges = cmp.Or(o.MaxChanges, 5)
	s := optgap.Step{Format: optgap.StepFormat, Machine: 1 + r.Int64N(o.MaxMachine), Policy: "FCFS"}
	s.History = history(r, s.Machine, 1+r.IntN(o.MaxChanges), o)
	for i := range o.MinJobs + r.IntN(o.MaxJobs-o.MinJobs+1) {
		j := optgap.Job{ID: int64(i + 1), Width: 1 + r.Int64N(s.Machine)}
		j.Estimate, j.Submit = 1+r.Int64N(o.MaxEstimate), -r.Int64N(30)
		if r.IntN(3) == 0 {
			j.Width = s.Machine
		}
		if i > 0 && r.IntN(4) == 0 { // an equal job
			j.Width, j.Estimate = s.Jobs[i-1].Width, s.Jobs[i-1].Estimate
		}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

func history(r *rand.Rand, machine int64, changes int, o Options) optgap.History {
	h := optgap.History{{Time: 0, Free: r.Int64N(machine + 1)}}
	for len(h) < changes {
		last := h[len(h)-1]
		free := last.Free + r.Int64N(machine-last.Free+1)
		if o.Dips {
			free = r.Int64N(machine + 1)
		}
		h = append(h, optgap.Change{Time: last.Time + 1 + r.Int64N(o.MaxEstimate), Free: free})
	}
	if last := h[len(h)-1]; last.Free < machine {
		h = append(h, optgap.Change{Time: last.Time + 1 + r.Int64N(o.MaxEstimate), Free: machine})
	}
	return h
}

// Serial plans the jobs in the given order of their indices, each at its earliest
// start. It tries one second after the other on a count of free processors per
// second.
func Serial(s *optgap.Step, order []int) optgap.Schedule {
	end := s.SafeEnd()
	free := make([]int64, end+1)
	for t := range free {
		free[t] = s.History.At(int64(t))
	}
	starts := make(optgap.Schedule, len(s.Jobs))
	for _, i := range order {
		starts[i] = earliest(free, s.Jobs[i])
		for t := starts[i]; t < starts[i]+s.Jobs[i].Estimate; t++ {
			free[t] -= s.Jobs[i].Width
		}
	}
	return starts
}

func earliest(free []int64, j optgap.Job) int64 {
	start := int64(0)
	for t := start; t < start+j.Estimate; t++ {
		if free[t] < j.Width {
			start = t + 1
		}
	}
	return start
}

// Plans yields what Serial makes of every order of the jobs, so a step has few jobs.
func Plans(s *optgap.Step) iter.Seq[optgap.Schedule] {
	order := make([]int, len(s.Jobs))
	for i := range order {
		order[i] = i
	}
	return func(yield func(optgap.Schedule) bool) {
		permute(order, 0, func() bool { return yield(Serial(s, order)) })
	}
}

// permute visits every order that begins with the first k elements, until visit returns false.
func permute(order []int, k int, visit func() bool) (more bool) {
	if k == len(order) {
		return visit()
	}
	for i := k; i < len(order); i++ {
		order[k], order[i] = order[i], order[k]
		more = permute(order, k+1, visit)
		order[k], order[i] = order[i], order[k]
		if !more {
			return false
		}
	}
	return true
}
