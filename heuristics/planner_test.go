package heuristics_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestPlanRefuses: a step that is not valid and a policy without a key have no plan.
func TestPlanRefuses(t *testing.T) {
	for want, s := range steptest.Refused() {
		plan, err := heuristics.Plan(s, heuristics.FCFS)
		must.Hold(t, plan == nil && must.Field(err) != "" && strings.HasPrefix(err.Error(), want),
			"plan", plan, "error", err, "expected", want)
	}
	must.AboutField(t, must.Err(heuristics.Plan(steadyStep(2), heuristics.Policy{})), "policy",
		"no key")
}

func TestPlanningAllocatesNothing(t *testing.T) {
	step := steadyStep(185)
	var tuner heuristics.Tuner
	policies := heuristics.DynP()
	tuner.Plans(step, policies)
	must.Equal(t, testing.AllocsPerRun(20, func() { tuner.Plans(step, policies) }), 0,
		"allocations per self-tuning step")
}

// TestPlanMatchesSerial compares plans with serial planning on a count per
// second, on steps with ties, equal jobs, full machines and dipping histories.
func TestPlanMatchesSerial(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var tuner heuristics.Tuner
	for range 1000 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 25, Dips: true})
		r.Shuffle(len(s.Jobs), func(a, b int) { s.Jobs[a], s.Jobs[b] = s.Jobs[b], s.Jobs[a] })
		for i, plan := range tuner.Plans(&s, heuristics.DynP()) {
			policy := heuristics.DynP()[i]
			want := steptest.Serial(&s, policyOrder(s.Jobs, policy.Name))
			must.Need(t, slices.Equal(plan, want), policy.Name, "on", s, "plan", plan, "want", want)
			must.Do(plan.Check(&s))
		}
	}
}

// policyOrder sorts as the definitions say: by submission, by estimate, by
// falling estimate; ties by submission, then id.
func policyOrder(jobs []optgap.Job, policy string) []int {
	order := make([]int, len(jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		a, b := jobs[x], jobs[y]
		c := int64(0)
		switch policy {
		case "SJF":
			c = a.Estimate - b.Estimate
		case "LJF":
			c = b.Estimate - a.Estimate
		}
		return int(cmp.Or(c, a.Submit-b.Submit, a.ID-b.ID))
	})
	return order
}

// steadyStep returns a step like those of a loaded 430-processor machine: n
// waiting jobs with round estimates, and running jobs that leave one by one.
func steadyStep(n int) *optgap.Step {
	const machine = 430
	r := rand.New(rand.NewPCG(uint64(n), 7))
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine}
	free := int64(0)
	for t := int64(0); free < machine; t += 1 + r.Int64N(3600) {
		free = min(machine, free+1+r.Int64N(16))
		s.History = append(s.History, optgap.Change{Time: t, Free: free})
	}
	for i := range n {
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: int64(i), Width: 1 << r.IntN(8), Estimate: 300 * (1 + r.Int64N(216)), Submit: int64(i - n),
		})
	}
	return s
}

// waitingJobs returns the backlogs of the benchmarks: 25 and 185 as in Streit
// (2002), then the growth over three powers of ten.
func waitingJobs() []int {
	if testing.Short() {
		return []int{25, 185, 10000}
	}
	return []int{25, 100, 185, 1000, 10000, 100000}
}

// BenchmarkPlan measures a plan under one policy, its sorting included.
//
//	go test -run '^$' -bench Plan -count 10 ./heuristics
func BenchmarkPlan(b *testing.B) {
	policies := heuristics.DynP()
	if testing.Short() {
		policies = policies[1:2] // jobs wait in the order of the first one; the others sort alike
	}
	for _, policy := range policies {
		for _, n := range waitingJobs() {
			b.Run(fmt.Sprintf("policy=%s/jobs=%d", policy.Name, n), func(b *testing.B) {
				step := steadyStep(n)
				var planner heuristics.Planner
				starts := make(optgap.Schedule, n)
				planner.Plan(step, policy, starts)
				b.ReportAllocs()
				for b.Loop() {
					planner.Plan(step, policy, starts)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/job")
			})
		}
	}
}

// TestSearch: the result is feasible, never worse than the start, repeatable by
// its seed, and on most small steps optimal.
func TestSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	const steps = 300
	optimal := 0
	for i := range steps {
		step := steptest.Random(r, steptest.Options{MaxJobs: 7, Dips: i%2 == 0})
		start := steptest.Serial(&step, r.Perm(len(step.Jobs)))
		untouched := slices.Clone(start)
		o := heuristics.SearchOptions{Evaluations: 500, Seed: uint64(i)}
		plan, value := heuristics.Search(&step, start, o)
		must.Do(plan.Check(&step))
		must.Need(t, value == plan.Objective(&step) && value <= start.Objective(&step),
			"value", value, "of a plan worth", plan.Objective(&step), "from one worth", start.Objective(&step))
		must.Need(t, slices.Equal(start, untouched), "the start was changed")
		again, _ := heuristics.Search(&step, start, o)
		must.Need(t, slices.Equal(again, plan), "seed", i, "gives", plan, "and", again)
		_, best := steptest.Optimum(&step)
		must.Need(t, value >= best, step, value, "is better than the optimum", best)
		if value == best {
			optimal++
		}
	}
	t.Logf("optimal on %d of %d steps", optimal, steps)
	must.Hold(t, optimal >= steps*95/100, "optimal on", optimal, "of", steps, "steps only")
}

// TestSearchCompactsStart: the search tries the order of the start itself, also where no
// move improves on it or no move is possible.
func TestSearchCompactsStart(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 4, Estimate: 1}, {ID: 2, Width: 4, Estimate: 1000}},
	}
	for n, want := range []int64{0, 4 * 1, 4*1 + 4*1001} {
		s := *step
		s.Jobs = step.Jobs[:n]
		late := make(optgap.Schedule, n)
		for i := range late {
			late[i] = 50 + 1000*int64(i)
		}
		for _, evaluations := range []int{-1, 0, 1, 50} {
			plan, value := heuristics.Search(&s, late, heuristics.SearchOptions{Evaluations: evaluations})
			must.Equal(t, value, want)
			must.Equal(t, plan.Objective(&s), want)
		}
	}
}
