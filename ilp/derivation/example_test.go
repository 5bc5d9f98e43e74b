package derivation_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/derivation"
)

func Example() {
	step := &optgap.Step{
		Machine: 4, History: optgap.History{{Time: 0, Free: 2}, {Time: 10, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 3, Estimate: 20}, {ID: 2, Width: 2, Estimate: 15}},
	}
	best := optgap.Schedule{15, 0}
	d := derivation.Best(context.Background(), step, best.Objective(step), best)
	fmt.Println("no schedule is below", d.Bound)
	// Output: no schedule is below 135
}
