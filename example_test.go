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

// The same step can minimise another average: its jobs get other weights.
func ExampleObjective_Of() {
	step := &optgap.Step{
		Machine: 8, History: optgap.History{{Time: 0, Free: 8}},
		Jobs: []optgap.Job{{ID: 1, Width: 8, Estimate: 300}, {ID: 2, Width: 4, Estimate: 60}},
	}
	shortFirst := optgap.Schedule{60, 0}
	for _, o := range []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART, optgap.ObjectiveSLD} {
		with, err := o.Of(step)
		if err != nil {
			fmt.Println(err)
			return
		}
		objective := shortFirst.Objective(with)
		fmt.Println(o, with.Weight(0), with.Weight(1), objective, with.ObjectiveValue(objective), with.ObjectiveError())
	}
	// Output:
	// artww 8 4 3120 260 0
	// art 1 1 420 210 0
	// sld 1 5 660 1.1 0
}
