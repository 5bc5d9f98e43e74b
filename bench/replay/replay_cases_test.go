package replay_test

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics"
)

type case_ struct {
	make    func(machine int64, jobs []optgap.TraceJob) (replay.Scheduler, error)
	obvious obvious
}

// schedulers returns every scheduler and option with its obvious twin.
func schedulers() map[string]case_ {
	all := map[string]case_{}
	for _, p := range heuristics.Policies() {
		all[p.Name] = case_{
			func(m int64, j []optgap.TraceJob) (replay.Scheduler, error) {
				return heuristics.NewPlanning(m, j, p), nil
			},
			obvious{policies: []string{p.Name}},
		}
	}
	dynp := func(name string, o heuristics.DynPOptions) {
		twin := obvious{dynp: &o, policies: []string{"FCFS", "SJF", "LJF"}}
		if len(o.Policies) > 0 {
			twin.policies = nil
			for _, p := range o.Policies {
				twin.policies = append(twin.policies, p.Name)
			}
		}
		all["dynp/"+name] = case_{func(m int64, j []optgap.TraceJob) (replay.Scheduler, error) { return heuristics.NewDynP(m, j, o) }, twin}
	}
	for _, r := range heuristics.Replans() {
		for name, d := range map[string]heuristics.Decider{"simple": heuristics.Simple, "advanced": heuristics.Advanced} {
			dynp(string(r)+"-"+name, heuristics.DynPOptions{Replan: r, Decider: d})
		}
		dynp(string(r)+"-options", heuristics.DynPOptions{Replan: r, Slack: 0.0625, FutureJobs: 5, FutureSeconds: 40, Running: true})
	}
	for _, m := range heuristics.QualityMetrics() {
		q := heuristics.QualityOf(m)
		dynp(string(m), heuristics.DynPOptions{Quality: q})
		dynp(string(m)+"-jobs", heuristics.DynPOptions{Quality: q, FutureJobs: 3, Running: true})
		dynp(string(m)+"-seconds", heuristics.DynPOptions{Quality: q, FutureSeconds: 20})
		dynp(string(m)+"-slack", heuristics.DynPOptions{Quality: q, Slack: 0.125, Running: true})
	}
	for _, text := range []string{"artww+ms", "2*wait+3*ms+sldwa"} {
		q, err := heuristics.ParseQuality(text)
		if err != nil {
			panic(err)
		}
		dynp(text, heuristics.DynPOptions{Quality: q, Slack: 0.125, FutureJobs: 4})
	}
	dynp("all-policies", heuristics.DynPOptions{Policies: heuristics.Policies()})
	dynp("all-policies-queue", heuristics.DynPOptions{Policies: heuristics.Policies(), Decider: heuristics.Simple, Replan: heuristics.ReplanQueue})
	basic := heuristics.BasicOptions{Lower: 8, Upper: 12.5, Threshold: 3}
	all["basic"] = case_{
		func(m int64, j []optgap.TraceJob) (replay.Scheduler, error) {
			return heuristics.NewBasicDynP(m, j, basic)
		},
		obvious{basic: &basic, policies: []string{"FCFS"}},
	}
	all["follower"] = case_{
		func(m int64, j []optgap.TraceJob) (replay.Scheduler, error) {
			return heuristics.NewFollower(m, j, widestLate), nil
		},
		obvious{follow: widestLate, policies: []string{"FCFS"}},
	}
	return all
}

// widestLate schedules a step by falling width, and every start is a second
// later than it could be.
func widestLate(s *optgap.Step) (optgap.Schedule, error) {
	plan := heuristics.Plan(s, heuristics.WJF)
	for i := range plan {
		plan[i] += 1
	}
	return plan, plan.Check(s)
}
