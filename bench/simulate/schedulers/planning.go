package schedulers

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// planningSchedulers returns the schedulers that plan all waiting jobs.
func planningSchedulers() []entry[*dynp.Scheduler] {
	ofDynP := heuristics.DynP()
	others := heuristics.Policies()[len(ofDynP):]
	return slices.Concat(
		single(ofDynP),
		selfTuningSchedulers(),
		[]entry[*dynp.Scheduler]{{"basic-dynp", "dynP by the average estimate of the waiting jobs", basic}},
		single(others),
	)
}

// selfTuningSchedulers returns an entry for each decider.
func selfTuningSchedulers() []entry[*dynp.Scheduler] {
	all := []entry[*dynp.Scheduler]{
		{"dynp-simple", "self-tuning dynP, simple decider", selfTuning(dynp.Simple)},
		{"dynp-advanced", "self-tuning dynP, advanced decider", selfTuning(dynp.Advanced)},
	}
	for _, d := range deciders {
		all = append(all, entry[*dynp.Scheduler]{d.scheduler(), "self-tuning dynP, " + d.About, selfTuning(d.Choose)})
	}
	return all
}

// single returns an entry for each policy: a scheduler that follows this policy alone.
func single(policies []heuristics.Policy) []entry[*dynp.Scheduler] {
	var all []entry[*dynp.Scheduler]
	for _, p := range policies {
		make := func(machine int64, jobs []optgap.TraceJob, _ Options) (*dynp.Scheduler, error) {
			return dynp.NewSinglePolicy(machine, jobs, p), nil
		}
		all = append(all, entry[*dynp.Scheduler]{strings.ToLower(p.Name), "planning, " + p.About, make})
	}
	return all
}

func selfTuning(d dynp.Decider) maker[*dynp.Scheduler] {
	return func(machine int64, jobs []optgap.TraceJob, o Options) (*dynp.Scheduler, error) {
		o.DynP.Decider = d
		return dynp.New(machine, jobs, o.DynP)
	}
}

func basic(machine int64, jobs []optgap.TraceJob, o Options) (*dynp.Scheduler, error) {
	bounds := dynp.HiPC2001()
	if o.Basic != nil {
		bounds = *o.Basic
	}
	return dynp.NewBasic(machine, jobs, bounds)
}
