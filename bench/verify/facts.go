package verify

import (
	"errors"
	"math/big"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/ilp/grid"
)

// facts holds a step, and the numbers that follow from the step and from its results.
type facts struct {
	step       optgap.Step
	enumerated int // a step of so many jobs at most is

	remade map[string]*replanned // of policies, by name; a nil value: it cannot be made again

	// found at the first call: the groups of the jobs, the fluid bound, and the least objective,
	// nil if the step is too large
	grouped    func() []group
	fluidBound func() *big.Int
	optimum    func() *int64

	others map[string]*facts          // of the step under other objectives, by their names
	grids  map[grid.Choice]*gridFacts // a nil value: its objectives exceed int64

	rivals rivals // values of results without a fault, at one second
}

// newFacts returns what is known of a step.
func newFacts(step *optgap.Step, enumerated int) *facts {
	f := &facts{
		step:       *step,
		enumerated: enumerated,
		remade:     make(map[string]*replanned),
		others:     make(map[string]*facts),
		grids:      make(map[grid.Choice]*gridFacts),
	}
	f.grouped = sync.OnceValue(func() []group { return groupsOf(&f.step) })
	f.fluidBound = sync.OnceValue(func() *big.Int { return fluid(&f.step, f.grouped()) })
	f.optimum = sync.OnceValue(func() *int64 { return optimum(&f.step, enumerated) })
	return f
}

// minimising returns what is known of the step under an objective. A step that names none, and has
// no weights, may be planned for any.
func (f *facts) minimising(objective string) *facts {
	if hasWeights(&f.step) || f.step.ObjectiveName != "" || objective == "" ||
		objective == byWidth {
		return f
	}
	return once(f.others, objective, func() *facts {
		step, err := optgap.Objective(objective).Of(&f.step)
		if err != nil {
			return f
		}
		return newFacts(step, f.enumerated)
	})
}

// gridFacts is what is known of a time-scaled problem of the step. Objectives are in seconds.
type gridFacts struct {
	*grid.Scaled
	least   int64  // if every job had the machine for itself
	optimum *int64 // nil if the step is too large
	rivals  rivals
}

// onGrid returns what is known of a time-scaled problem of the step, nil if there is none within
// int64.
func (f *facts) onGrid(choice grid.Choice) *gridFacts {
	return once(f.grids, choice, func() *gridFacts {
		scaled, err := grid.Scale(&f.step, choice)
		if err != nil {
			return nil
		}
		g := &gridFacts{Scaled: scaled, least: scaled.Objective(alone(scaled.Step))}
		if best := optimum(scaled.Step, f.enumerated); best != nil {
			g.optimum = new(scaled.Objective(*best))
		}
		return g
	})
}

// replanned is what the plan of a policy is worth, made again.
type replanned struct {
	record.Policy
	leftOut bool          // the policy has no plan; the values are zero
	failed  optgap.Status // of one that has failed; "": it cannot respect the history
}

// remake returns the values of a policy, planned again as the program does it, or nil if it cannot
// be.
func (f *facts) remake(name string) *replanned {
	return once(f.remade, name, func() *replanned {
		scheduler := strings.ToLower(name)
		if schedulers.PlanKey(scheduler) != name || schedulers.Known(scheduler) != nil ||
			schedulers.IsRecorded(scheduler) {
			return nil
		}
		starts, err := schedulers.Schedule(&f.step, scheduler)
		if left := new(schedulers.LeftOut); errors.As(err, &left) {
			return &replanned{leftOut: true, failed: left.Failed}
		} else if err != nil {
			return nil
		}
		return &replanned{Policy: worth(&f.step, starts)}
	})
}

// worth returns what a policy's schedule is worth. Its objective is the sum of this package.
func worth(s *optgap.Step, starts []int64) record.Policy {
	p := record.PolicyOf(s, starts)
	p.Objective = value(s, starts).Int64()
	return p
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
