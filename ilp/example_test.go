package ilp_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/grid"
)

// The plan of a policy is compared with the optimum of the time-scaled program. README.md
// shows this program.
func Example() {
	ctx := context.Background()
	step := &optgap.Step{
		Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600, Submit: -90},
			{ID: 2, Width: 4, Estimate: 700, Submit: -30},
			{ID: 3, Width: 2, Estimate: 7200},
		},
	}
	plan, err := heuristics.Plan(step, heuristics.SJF)
	if err != nil {
		fmt.Println(err)
		return
	}
	scaled, err := grid.Scale(step, grid.Choice{Scale: 60})
	if err != nil {
		fmt.Println(err)
		return
	}
	sol, err := ilp.Solve(ctx, scaled, ilp.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("SJF:", plan.Objective(step))
	fmt.Println("optimum:", sol.Schedule.Objective(step), sol.Status)
	// Output:
	// SJF: 61040
	// optimum: 61040 optimal
}
