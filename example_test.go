package optgap_test

import (
	"fmt"

	"github.com/optgap/optgap"
)

// A step is planned in the order of its jobs. The plan is checked and measured.
func Example() {
	step := &optgap.Step{
		Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600, Submit: -90},
			{ID: 2, Width: 4, Estimate: 600, Submit: -30},
			{ID: 3, Width: 2, Estimate: 7200, Submit: 0},
		},
	}
	if err := step.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	var free optgap.Profile
	free.Reset(step.History)
	plan := make(optgap.Schedule, len(step.Jobs))
	for i, j := range step.Jobs {
		plan[i] = free.Place(0, j.Width, j.Estimate)
	}
	fmt.Println("starts", plan, "feasible:", plan.Check(step) == nil)
	m := optgap.Measure(step, plan)
	fmt.Println("objective", m.Objective, "makespan", m.Makespan)
	fmt.Println("no schedule is below", step.EarliestStarts().Objective(step))
	// Output:
	// starts [600 0 4200] feasible: true
	// objective 59640 makespan 11400
	// no schedule is below 51240
}
