package verify

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// facts holds a step, and the numbers that follow from the step and from its results.
type facts struct {
	step optgap.Step

	known       bool                 // learn has set the fields up to policies
	width, area int64                // sums over the jobs
	runTime     int64                // sum of the estimates
	remade      map[string]*schedule // of policies, by name; a nil value: it cannot be made again
	optimum     *int64               // at one second, nil if not enumerated
	optima      map[slotted]*int64   // a nil value: the slots have no optimum that is known
	policies    map[int64]planned    // all policies of the paper together, by the scale of a grid

	groups []group  // nil: not known yet
	fluid  *big.Int // bound, nil if not known yet

	others map[string]*facts // of the step under other objectives, by their names

	atSecond rivals // values of results without a fault
	onGrid   map[slotted]*rivals
}

// rivalsOn returns the rivals of the step in slots.
func (f *facts) rivalsOn(in slotted) *rivals {
	return once(f.onGrid, in, func() *rivals { return &rivals{} })
}

// minimising returns what is known of the step under an objective. A step that names none, and has no weights, may be
// planned for any.
func (f *facts) minimising(objective string, o Options) *facts {
	if !f.known {
		f.learn(o)
	}
	if hasWeights(&f.step) || f.step.ObjectiveName != "" || objective == "" || objective == byWidth {
		return f
	}
	return once(f.others, objective, func() *facts {
		step, err := optgap.Objective(objective).Of(&f.step)
		if err != nil {
			return f
		}
		other := &facts{step: *step}
		other.learn(o)
		return other
	})
}

// learn computes the numbers that every result of the step is held against.
func (f *facts) learn(o Options) {
	f.known = true
	for _, j := range f.step.Jobs {
		f.width += j.Width
		f.area += j.Width * j.Estimate
		f.runTime += j.Estimate
	}
	f.remade = make(map[string]*schedule)
	f.optima = make(map[slotted]*int64)
	f.onGrid = make(map[slotted]*rivals)
	f.policies = make(map[int64]planned)
	f.others = make(map[string]*facts)
	f.optimum = f.optimumIn(slotted{scale: 1}, o)
}

// schedule is the schedule of a policy, made again.
type schedule struct {
	starts []int64 // in the order of the step
	planned
	leftOut bool // the policy cannot respect the history; the other fields are zero
}

// remake returns the schedule of a policy, made again as the program makes it, or nil if it cannot be.
func (f *facts) remake(name string) *schedule {
	return once(f.remade, name, func() *schedule {
		scheduler := strings.ToLower(name)
		if stepplan.Key(scheduler) != name || !slices.Contains(schedulers.Names(), scheduler) {
			return nil
		}
		starts, err := stepplan.Schedule(&f.step, scheduler)
		if left := new(stepplan.LeftOut); errors.As(err, &left) {
			return &schedule{leftOut: true}
		} else if err != nil {
			return nil
		}
		return f.schedule(starts)
	})
}

// once returns what is known by a key, which is found at the first call.
func once[K comparable, V any](known map[K]V, key K, find func() V) V {
	v, ok := known[key]
	if !ok {
		v = find()
		known[key] = v
	}
	return v
}

// schedule returns a schedule with its values, which are within range.
func (f *facts) schedule(starts []int64) *schedule {
	s := &schedule{starts: starts, planned: planned{objective: value(&f.step, starts).Int64()}}
	for i, j := range f.step.Jobs {
		s.makespan = max(s.makespan, starts[i]+j.Estimate)
	}
	return s
}

// policiesOn returns policiesOnGrid of the step.
func (f *facts) policiesOn(scale int64) planned {
	return once(f.policies, scale, func() planned { return policiesOnGrid(&f.step, scale) })
}

// optimumIn returns the optimum in slots, or nil if the step is too large.
func (f *facts) optimumIn(in slotted, o Options) *int64 {
	if n := len(f.step.Jobs); n == 0 || n > o.OptimumJobs {
		return nil
	}
	return once(f.optima, in, func() *int64 { return optimum(&f.step, in) })
}

// starts returns starts, which are in the order of the step, as results have them.
func (f *facts) starts(at []int64) (starts []record.Start) {
	for i, j := range f.step.Jobs {
		starts = append(starts, record.Start{ID: j.ID, Start: at[i]})
	}
	return starts
}

// grouped returns the groups of the step's jobs.
func (f *facts) grouped() []group {
	if f.groups == nil {
		f.groups = groupsOf(&f.step)
	}
	return f.groups
}

// fluidBound returns the fluid bound of the step.
func (f *facts) fluidBound() *big.Int {
	if f.fluid == nil {
		f.fluid = fluid(&f.step, f.grouped())
	}
	return f.fluid
}
