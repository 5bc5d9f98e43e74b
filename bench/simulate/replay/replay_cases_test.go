package replay_test

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

type case_ struct {
	make    func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error)
	obvious obvious
}

// schedulers returns every scheduler and option with its obvious twin.
func schedulers() map[string]case_ {
	all := map[string]case_{}
	for _, p := range heuristics.Policies() {
		all[p.Name] = case_{
			func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
				return dynp.NewSinglePolicy(m, j, p), nil
			},
			obvious{policies: []string{p.Name}},
		}
	}
	selfTuning := func(name string, o dynp.Options) {
		twin := obvious{dynp: &o, policies: []string{"FCFS", "SJF", "LJF"}}
		if len(o.Policies) > 0 {
			twin.policies = nil
			for _, p := range o.Policies {
				twin.policies = append(twin.policies, p.Name)
			}
		}
		scheduler := func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) { return dynp.New(m, j, o) }
		all["dynp/"+name] = case_{scheduler, twin}
	}
	for _, r := range dynp.Replans() {
		for name, d := range map[string]dynp.Decider{"simple": dynp.Simple, "advanced": dynp.Advanced} {
			selfTuning(string(r)+"-"+name, dynp.Options{Replan: r, Decider: d})
		}
		future := dynp.Options{Replan: r, Slack: 0.0625, FutureJobs: 5, FutureSeconds: 40}
		selfTuning(string(r)+"-options", future)
	}
	for _, m := range dynp.QualityMetrics() {
		q := dynp.Quality{{Metric: m, Weight: 1}}
		selfTuning(string(m), dynp.Options{Quality: q})
		selfTuning(string(m)+"-jobs", dynp.Options{Quality: q, FutureJobs: 3})
		selfTuning(string(m)+"-seconds", dynp.Options{Quality: q, FutureSeconds: 20})
		selfTuning(string(m)+"-slack", dynp.Options{Quality: q, Slack: 0.125})
	}
	for _, text := range []string{"artww+ms", "2*wait+3*ms+sldwa"} {
		q := must.Get(dynp.ParseQuality(text))
		selfTuning(text, dynp.Options{Quality: q, Slack: 0.125, FutureJobs: 4})
	}
	selfTuning("all-policies", dynp.Options{Policies: heuristics.Policies()})
	// One queue keeps its order between events. Where this order depends on the moment, it depends on what counts as
	// an event, which this simulator and the replay need not agree about.
	keyed := slices.DeleteFunc(heuristics.Policies(), func(p heuristics.Policy) bool { return p.Score != nil })
	selfTuning("all-policies-queue", dynp.Options{Policies: keyed, Decider: dynp.Simple, Replan: dynp.ReplanQueue})
	basic := dynp.BasicOptions{Lower: 8, Upper: 12.5}
	all["basic"] = case_{
		func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
			return dynp.NewBasic(m, j, basic)
		},
		obvious{basic: &basic, policies: []string{"FCFS"}},
	}
	all["follower"] = case_{
		func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
			return dynp.NewFollower(m, j, widestLate), nil
		},
		obvious{follow: widestLate, policies: []string{"FCFS"}},
	}
	return all
}

// widestLate schedules a step by falling width, and every start is a second
// later than it could be.
func widestLate(s *optgap.Step) (optgap.Schedule, error) {
	plan := steptest.Plan(s, heuristics.WJF)
	for i := range plan {
		plan[i] += 1
	}
	return plan, plan.Check(s)
}
