package schedulers

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// planningSchedulers returns the schedulers that plan all waiting jobs. Each is a *dynp.Scheduler.
func planningSchedulers() []entry {
	ofDynP := heuristics.DynP()
	others := heuristics.Policies()[len(ofDynP):]
	basic := func(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
		bounds := dynp.HiPC2001()
		if o.Basic != nil {
			bounds = *o.Basic
		}
		return dynp.NewBasic(machine, jobs, bounds)
	}
	return slices.Concat(
		single(ofDynP),
		selfTuningSchedulers(),
		[]entry{{"basic-dynp", "dynP by the average estimate of the waiting jobs", basic}},
		single(others),
	)
}

// selfTuningSchedulers returns an entry for each decider.
func selfTuningSchedulers() (all []entry) {
	own := []Decider{{"simple", "simple decider", dynp.Simple}, {"advanced", "advanced decider", dynp.Advanced}}
	for _, d := range append(own, deciders...) {
		all = append(all, entry{
			d.scheduler(), "self-tuning dynP, " + d.About,
			func(machine int64, jobs []optgap.TraceJob, o Options) (heuristics.Scheduler, error) {
				o.DynP.Decider = d.Choose
				return dynp.New(machine, jobs, o.DynP)
			},
		})
	}
	return all
}

// single returns an entry for each policy: a scheduler that follows this policy alone.
func single(policies []heuristics.Policy) (all []entry) {
	for _, p := range policies {
		all = append(all, entry{
			strings.ToLower(p.Name), "planning, " + p.About,
			func(machine int64, jobs []optgap.TraceJob, _ Options) (heuristics.Scheduler, error) {
				return dynp.NewSinglePolicy(machine, jobs, p), nil
			},
		})
	}
	return all
}
