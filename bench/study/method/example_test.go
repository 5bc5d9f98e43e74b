package method_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
)

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
