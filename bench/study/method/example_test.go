package method_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study/method"
)

// One step: the optimum against the best policy's plan. The wide job goes first
// in the optimum, 10*(100+10) + 1*(190+30) + 1*(210+20) = 1550; no policy puts it
// first, and SJF does best: 1*(90+30) + 10*(190+10) + 1*(300+20) = 2440.
func ExampleSolve() {
	step := &optgap.Step{
		Machine: 10,
		History: optgap.History{{Time: 0, Free: 10}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 1, Estimate: 90, Submit: -30},
			{ID: 2, Width: 1, Estimate: 110, Submit: -20},
			{ID: 3, Width: 10, Estimate: 100, Submit: -10},
		},
	}
	var o method.Options
	o.Grid.Scale = 1
	r := method.Solve(context.Background(), method.ILP, step, o)
	best := r.Policies[r.BestPolicy].Objective
	fmt.Printf("%s at one %s: %d, %s: %d, quality %.4f\n",
		r.Status, r.Scope, r.Objective, r.BestPolicy, best, r.Quality.ARTwW)
	// Output: optimal at one second: 1550, SJF: 2440, quality 0.6352
}
