package library_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/library"
)

// Two processors are taken until second 20. A task of a fixed start takes them in the project.
func ExampleProjectOf() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 5, History: optgap.History{{Time: 0, Free: 3}, {Time: 20, Free: 5}},
		Jobs: []optgap.Job{{ID: 7, Width: 2, Estimate: 30, Submit: -10}},
	}
	p := library.ProjectOf(step)
	for _, task := range p.Tasks {
		fmt.Println(task.ID, task.Duration, task.Demand, task.Weight, task.Fixed != nil)
	}
	fmt.Println(p.Capacity, p.Horizon, p.Constant)
	// Output:
	// 7 30 2 2 false
	// 0 20 2 0 true
	// 5 50 20
}
