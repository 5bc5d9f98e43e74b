package bicriteria_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/bicriteria"
)

// Four jobs wait for a machine of which half is busy for 20 s.
func Example() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 20, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 30},
			{ID: 2, Width: 4, Estimate: 25},
			{ID: 3, Width: 2, Estimate: 10},
			{ID: 4, Width: 3, Estimate: 20},
		},
	}
	r := bicriteria.Plan(step, bicriteria.Options{})
	for _, b := range r.Batches {
		fmt.Println("at most", b.Length, "s:", b.Jobs)
	}
	fmt.Println("starts", r.Schedule)
	fmt.Println("makespan", r.Schedule.Makespan(step), "of at least", r.Makespan)
	// Output:
	// at most 15 s: [2]
	// at most 63 s: [3 1]
	// at most 31 s: [0]
	// starts [45 20 0 10]
	// makespan 75 of at least 63
}
