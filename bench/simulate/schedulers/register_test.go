package schedulers

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

var waitingJobs = []optgap.TraceJob{
	{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10}, RunTime: 10},
	{Job: optgap.Job{ID: 2, Width: 2, Estimate: 5, Submit: 1}, RunTime: 5},
	{Job: optgap.Job{ID: 3, Width: 2, Estimate: 3, Submit: 2}, RunTime: 3},
}

// ownNames returns the names of the schedulers of Register, RegisterDecider and RegisterPolicy, sorted.
func ownNames() []string {
	names := slices.Concat(lists.Each(deciders, Decider.scheduler),
		lists.Each(onLine, func(o OnLine) string { return o.Name }), namesOf(single(heuristics.Own())))
	slices.Sort(names)
	return names
}

// TestRegisterDecider: a decider makes a scheduler that decides by it and takes the
// options of dynP.
func TestRegisterDecider(t *testing.T) {
	defer func(before []Decider) { deciders = before }(deciders)
	must.Do(RegisterDecider(
		Decider{"stay", "keeps the policy", func(_ []int64, current int) int { return current }},
	))
	const name = "dynp-stay"
	for _, names := range [][]string{PlanningNames(), SelfTuningNames(), ownNames()} {
		if !slices.Contains(names, name) {
			t.Errorf("schedulers %q without %s", names, name)
		}
	}
	must.Equal(t, Describe(name), "self-tuning dynP, keeps the policy", name)
	starts := func(name string, o Options) []int64 {
		s := must.Get(New(name, 2, waitingJobs, o))
		out := must.Get(replay.Run(context.Background(), waitingJobs, s))
		return out.Starts
	}
	for _, p := range heuristics.DynP() {
		a, b := starts(name, Options{Policies: []heuristics.Policy{p}}), starts(p.Name, Options{})
		must.EqualSlices(t, a, b, "stay from", p.Name)
	}
}

// TestRegisterRefuses: names that are taken or none, and what is missing.
func TestRegisterRefuses(t *testing.T) {
	before := ownNames() // other tests register some
	first := func([]int64, int) int { return 0 }
	submit := func(j optgap.Job) int64 { return j.Submit }
	named := func(name string) heuristics.Policy {
		return heuristics.Policy{Name: name, About: "a test", Key: submit}
	}
	onLineOf := func(int64) heuristics.Decider { return nil }
	for want, err := range map[string]error{
		`scheduler: found "dynp-simple" a second time`:   RegisterDecider(Decider{"simple", "twice", first}),
		`decider: found "A b", expected`:                 RegisterDecider(Decider{"A b", "no name", first}),
		`decider x: found no About or no Choose`:         RegisterDecider(Decider{"x", "nothing", nil}),
		`scheduler: found "easy" a second time`:          RegisterPolicy(named("EASY")),
		`scheduler: found "optimum", expected a name o`:  RegisterPolicy(named("optimum")),
		`scheduler: found "dynp", expected a name other`: RegisterPolicy(named("dynP")),
		`scheduler: found "exact", expected a name othe`: Register(OnLine{"exact", "a test", onLineOf}),
		`policy: found "x--y", expected`:                 RegisterPolicy(named("X--Y")),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
	must.EqualSlices(t, ownNames(), before, "schedulers")
}
