package method_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
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

// A method of one's own takes the plan of the best policy, and improves it.
func ExampleRegister() {
	improve := func(_ context.Context, p *method.Problem, o method.Options) (*method.Answer, error) {
		found, _ := heuristics.Search(p.Step, p.Best().Schedule, heuristics.SearchOptions{Seed: o.Seed})
		return &method.Answer{Schedule: found, Seed: o.Seed}, nil
	}
	m := method.Method{Name: "improve", About: "search from the best policy's plan", Find: improve}
	fmt.Println(method.Register(m))
	fmt.Println(method.Register(m))
	step := &optgap.Step{
		Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 1, Estimate: 20, Submit: -2}, {ID: 2, Width: 4, Estimate: 30, Submit: -1},
			{ID: 3, Width: 1, Estimate: 40},
		},
	}
	r := method.Solve(context.Background(), m, step, method.Options{})
	fmt.Println(r.Status, r.Objective, r.Policies[r.BestPolicy].Objective)
	// Output:
	// <nil>
	// method: found "improve" a second time, expected a name that no other method and no bound has
	// optimal 246 316
}

// A bound of one's own stands beside those of optgap. It says how it can be checked, or else it is claimed.
func ExampleRegisterBound() {
	fmt.Println(method.RegisterBound(method.LowerBound{
		Name: "now", About: "all jobs start now",
		Find: func(_ context.Context, step *optgap.Step) (method.Bound, error) {
			return method.Bound{Value: make(optgap.Schedule, len(step.Jobs)).Objective(step)}, nil
		},
	}))
	step := &optgap.Step{
		Machine: 2, History: optgap.History{{Time: 0, Free: 2}},
		Jobs: []optgap.Job{{ID: 1, Width: 2, Estimate: 30}, {ID: 2, Width: 2, Estimate: 10}},
	}
	r := method.Solve(context.Background(), method.Policies, step, method.Options{})
	fmt.Println(r.Objective, r.Bounds["now"], r.Proofs["now"])
	// Output:
	// <nil>
	// 100 80 claimed
}
