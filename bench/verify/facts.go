package verify

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// facts holds a step, and the numbers that follow from the step and from its results.
type facts struct {
	step       optgap.Step
	enumerated int // a step of so many jobs at most is

	area   int64                 // sum over the jobs
	remade map[string]*replanned // of policies, by name; a nil value: it cannot be made again
	optima map[int64]*int64      // by the horizon; a nil value: none is known

	// found at the first call: the groups of the jobs, and the fluid bound
	grouped    func() []group
	fluidBound func() *big.Int

	others map[string]*facts // of the step under other objectives, by their names
	grids  map[int64]*facts  // of the step in slots, by their seconds
	excess int64             // of such a step: of the objective, as jobs last for whole slots

	rivals rivals // values of results without a fault, at one second
	onGrid map[int64]*rivals
}

// newFacts returns what is known of a step.
func newFacts(step *optgap.Step, enumerated int) *facts {
	f := &facts{
		step:       *step,
		enumerated: enumerated,
		area:       step.TotalArea(),
		remade: make(
			map[string]*replanned,
		),
		optima: make(map[int64]*int64),
		others: make(map[string]*facts),
		grids:  make(map[int64]*facts),
		onGrid: make(map[int64]*rivals),
	}
	f.grouped = sync.OnceValue(func() []group { return groupsOf(&f.step) })
	f.fluidBound = sync.OnceValue(func() *big.Int { return fluid(&f.step, f.grouped()) })
	return f
}

// rivalsBy returns the rivals of results with a horizon of the grid.
func (f *facts) rivalsBy(end int64) *rivals {
	return once(f.onGrid, end, func() *rivals { return &rivals{} })
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

// inSlots returns what is known of the step in slots of scale seconds.
func (f *facts) inSlots(scale int64) *facts {
	return once(f.grids, scale, func() *facts {
		grid := newFacts(slotted(&f.step, scale), f.enumerated)
		none := make([]int64, len(f.step.Jobs))
		grid.excess = value(&grid.step, none).Int64() - value(&f.step, none).Int64()
		return grid
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

// optimum returns the least objective of schedules that have ended by a second, 0 for any, or nil
// if the step is too large.
func (f *facts) optimum(end int64) *int64 {
	if n := len(f.step.Jobs); n == 0 || n > f.enumerated {
		return nil
	}
	return once(f.optima, end, func() *int64 { return optimum(&f.step, end, f.excess) })
}

// papers returns the least objective of the plans of the paper's policies, and the second by which
// all of them have ended.
func (f *facts) papers() (objective, end int64) {
	objective = math.MaxInt64
	for _, name := range paper {
		if p := f.remake(name); p != nil {
			objective = min(objective, p.Objective-f.excess)
			end = max(end, p.Makespan)
		}
	}
	return objective, end
}
