package verify_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// listedResult is secondResult with other policies and their starts. SJF is still the best. The history
// of the sample dips, so easy is left out.
func listedResult(s *optgap.Step) record.Result {
	r := secondResult(s)
	r.PolicyList = []string{"SJF", "wspt", "easy", "conservative"}
	r.PoliciesLeftOut = map[string]string{"easy": "a dip"}
	r.Policies, r.Makespan = map[string]record.Policy{}, 0
	for _, name := range []string{"SJF", "wspt", "conservative"} {
		scheduler := name
		if name == "SJF" {
			scheduler = "sjf"
		}
		plan := must.Get(stepplan.Schedule(s, scheduler))
		m := optgap.Measure(s, plan)
		r.Makespan = max(r.Makespan, m.Makespan)
		r.Policies[name] = record.Policy{
			Objective: m.Objective, ARTwW: m.ARTwW, SLDwA: m.SLDwA, Makespan: m.Makespan, Starts: record.Starts(s, plan),
		}
	}
	return r
}

// TestFaultsInListedPolicies plants faults in the schedules of listed policies.
func TestFaultsInListedPolicies(t *testing.T) {
	o := verify.Options{Arguments: map[string]string{
		"method": "exact", "policies": "sjf,wspt,easy,conservative", "policy-starts": "true",
	}}
	later := func(name string, by int64) func(r *record.Result) {
		return func(r *record.Result) { setPolicy(r, name, func(p *record.Policy) { p.Starts[1].Start += by }) }
	}
	find(t, listedResult, o, []damage{
		{"nothing", func(*record.Result) {}, nil},
		{"a start of conservative", later("conservative", 1), []string{"policies.conservative.starts[1].start"}},
		{"a start of wspt that collides", later("wspt", -2), []string{ // and seems the best policy
			"best_policy", "loss_percent", "policies.wspt.artww", "policies.wspt.objective", "policies.wspt.sldwa",
			"policies.wspt.starts", "quality.artww", "quality.sldwa",
		}},
		{"a start of wspt after all others", later("wspt", 1000), []string{
			"makespan", "policies.wspt.artww", "policies.wspt.makespan", "policies.wspt.objective", "policies.wspt.sldwa",
		}},
		{"no starts", func(r *record.Result) {
			setPolicy(r, "wspt", func(p *record.Policy) { p.Starts = nil })
		}, []string{"policies.wspt.starts"}},
		{"an objective of conservative", func(r *record.Result) {
			setPolicy(r, "conservative", func(p *record.Policy) { p.Objective++ })
		}, []string{"policies.conservative.objective"}},
		{"a policy lost", func(r *record.Result) { delete(r.Policies, "conservative") }, []string{"policies.conservative"}},
		{"a policy left out that respects dips", func(r *record.Result) {
			r.PoliciesLeftOut["conservative"] = "a whim"
		}, []string{"policies_left_out.conservative"}},
		{"a policy that cannot respect dips", func(r *record.Result) {
			delete(r.PoliciesLeftOut, "easy")
			r.Policies["easy"] = r.Policies["conservative"]
		}, []string{"policies.easy", "policies_left_out"}},
		{"a policy that is not listed", func(r *record.Result) {
			r.Policies["LJF"] = r.Policies["conservative"]
		}, []string{"policies.LJF"}},
		{"another list", func(r *record.Result) {
			r.PolicyList = []string{"wspt", "SJF", "easy", "conservative"}
		}, []string{"best_policy", "policy_list[0]", "policy_list[1]"}}, // wspt plans as SJF does
		{"a list with a name twice", func(r *record.Result) {
			r.PolicyList = append(r.PolicyList, "easy")
		}, []string{"policy_list"}},
		{"another best policy", func(r *record.Result) { r.BestPolicy = "conservative" }, []string{"best_policy"}},
	})
}
