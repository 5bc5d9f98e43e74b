package schedulers

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

func init() {
	planning(heuristics.FCFS, "planning, first come first served")
	planning(heuristics.SJF, "planning, shortest estimate first")
	planning(heuristics.LJF, "planning, longest estimate first")
	dynP("dynp-simple", "self-tuning dynP, simple decider", dynp.Simple)
	dynP("dynp-advanced", "self-tuning dynP, advanced decider", dynp.Advanced)
	register("basic-dynp", "dynP by the average estimate of the waiting jobs", func(machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error) {
		return made(dynp.NewBasic(machine, jobs, o.basic()))
	})
	for _, p := range heuristics.Policies() {
		if Known(p.Name) == nil { // one of the above
			continue
		}
		about, ok := policyTexts[p.Name]
		if !ok {
			about = "order of the policy " + p.Name
		}
		planning(p, "planning, "+about)
	}
}

// policyTexts describe the policies that dynP does not have by default.
var policyTexts = map[string]string{
	"FFIA": "smallest area first",
	"LAF":  "largest area first",
	"NJF":  "smallest width first",
	"WJF":  "largest width first",
	"WSPT": "smallest estimate over width first",
}

// planning registers a planning scheduler that follows one policy.
func planning(p heuristics.Policy, about string) {
	register(lower(p.Name), about, func(machine int64, jobs []optgap.TraceJob, _ Options) (replay.Scheduler, error) {
		return dynp.NewSinglePolicy(machine, jobs, p), nil
	})
}

func dynP(name, about string, d dynp.Decider) {
	register(name, about, func(machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error) {
		o.DynP.Decider = d
		return made(dynp.New(machine, jobs, o.DynP))
	})
}
