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

	known    bool                  // learn has set the fields up to policies
	area     int64                 // sum over the jobs
	runTime  int64                 // sum of the estimates
	remade   map[string]*replanned // of policies, by name; a nil value: it cannot be made again
	optimum  *int64                // at one second, nil if not enumerated
	optima   map[slotted]*int64    // a nil value: the slots have no optimum that is known
	policies map[int64]planned     // all policies of the paper together, by the scale of a grid

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
	if objectiveOf(&f.step) != byWidth || f.step.ObjectiveName != "" || objective != plain && objective != slowdown {
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
		f.area += j.Width * j.Estimate
		f.runTime += j.Estimate
	}
	f.remade = make(map[string]*replanned)
	f.optima = make(map[slotted]*int64)
	f.onGrid = make(map[slotted]*rivals)
	f.policies = make(map[int64]planned)
	f.others = make(map[string]*facts)
	f.optimum = f.optimumIn(slotted{scale: 1}, o)
}

// replanned is what the plan of a policy is worth, made again.
type replanned struct {
	record.Policy
	leftOut bool // the policy cannot respect the history; the other fields are zero
}

// remake returns the values of a policy, planned again as the program does it, or nil if it cannot be.
func (f *facts) remake(name string) *replanned {
	return once(f.remade, name, func() *replanned {
		scheduler := strings.ToLower(name)
		if stepplan.Key(scheduler) != name || !slices.Contains(schedulers.Names(), scheduler) {
			return nil
		}
		starts, err := stepplan.Schedule(&f.step, scheduler)
		if left := new(stepplan.LeftOut); errors.As(err, &left) {
			return &replanned{leftOut: true}
		} else if err != nil {
			return nil
		}
		return &replanned{Policy: record.PolicyOf(&f.step, starts)}
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
