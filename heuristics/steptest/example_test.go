package steptest_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
)

// No policy is better than the optimum.
func Example() {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 5})
		_, best := steptest.Optimum(&step)
		if plan := heuristics.BestPlan(&step); plan.Objective(&step) < best {
			fmt.Println("a policy is better than", best)
		}
	}
	step := steptest.Random(r, steptest.Options{MinJobs: 3, MaxJobs: 3})
	order := []int{2, 0, 1}
	fmt.Println(len(steptest.Serial(&step, order)), "jobs planned")
	// Output: 3 jobs planned
}
