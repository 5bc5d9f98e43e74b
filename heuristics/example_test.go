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
