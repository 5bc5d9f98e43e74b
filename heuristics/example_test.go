package heuristics_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

func ExamplePlan() {
	step := &optgap.Step{
		Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600, Submit: -90},
			{ID: 2, Width: 4, Estimate: 600, Submit: -30}, // fits before job 1: backfilled
			{ID: 3, Width: 2, Estimate: 7200, Submit: 0},
		},
	}
	for _, policy := range heuristics.DynP() {
		plan, err := heuristics.Plan(step, policy)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %v ARTwW %.0f s\n", policy.Name, plan, optgap.Measure(step, plan).ARTwW)
	}
	// Output:
	// FCFS [600 0 4200] ARTwW 4260 s
	// SJF [600 0 4200] ARTwW 4260 s
	// LJF [7200 600 0] ARTwW 7603 s
}

// A step that has no schedule is refused.
func ExamplePlan_refused() {
	step := &optgap.Step{
		Machine: 8, History: optgap.History{{Time: 0, Free: 8}}, Jobs: []optgap.Job{{ID: 1, Width: 9, Estimate: 60}},
	}
	_, err := heuristics.Plan(step, heuristics.FCFS)
	fmt.Println(err)
	// Output: jobs[0].width: found 9, expected 1 to 8, the machine
}

// A planner is used again for many steps. It trusts that they are valid.
func ExamplePlanner() {
	step := &optgap.Step{
		Machine: 8, History: optgap.History{{Time: 0, Free: 8}},
		Jobs: []optgap.Job{{ID: 1, Width: 5, Estimate: 60}, {ID: 2, Width: 4, Estimate: 30}},
	}
	var planner heuristics.Planner
	starts := make(optgap.Schedule, len(step.Jobs))
	for _, free := range []int64{8, 4} {
		step.History = optgap.History{{Time: 0, Free: free}, {Time: 600, Free: 8}}
		planner.Plan(step, heuristics.FCFS, starts)
		fmt.Println(starts)
	}
	// Output:
	// [0 60]
	// [600 0]
}

// The plans of a self-tuning step are compared by their objectives.
func ExampleTuner() {
	step := &optgap.Step{
		Machine: 4,
		History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 4, Estimate: 100, Submit: -10},
			{ID: 2, Width: 4, Estimate: 20, Submit: 0},
		},
	}
	policies := heuristics.DynP()
	var tuner heuristics.Tuner
	for i, plan := range tuner.Plans(step, policies) {
		fmt.Println(policies[i].Name, plan, plan.Objective(step))
	}
	// Output:
	// FCFS [0 100] 920
	// SJF [20 0] 600
	// LJF [0 100] 920
}

// The widest job should start first, but no policy of dynP orders by width.
func ExampleSearch() {
	step := &optgap.Step{
		Machine: 4,
		History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 1, Estimate: 20, Submit: -2},
			{ID: 2, Width: 4, Estimate: 30, Submit: -1},
			{ID: 3, Width: 1, Estimate: 40, Submit: 0},
		},
	}
	start := heuristics.BestPlan(step)
	fmt.Println(start, start.Objective(step))
	fmt.Println(heuristics.Search(step, start, heuristics.SearchOptions{Seed: 1}))
	// Output:
	// [0 20 50] 316
	// [30 0 30] 246
}

func ExamplePolicyByName() {
	policy, err := heuristics.PolicyByName("wspt")
	fmt.Println(policy.Name, policy.About, err)
	// Output: WSPT smallest estimate over weight first <nil>
}
