package children_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study/internal/children"
	"github.com/optgap/optgap/bench/study/method"
)

// The program false ends at once, without a result: the step is reported as
// crashed, with the best policy's plan in place of a schedule.
func Example() {
	pool := children.Steps([]string{"false"}, method.Exact, method.Options{})
	defer pool.Close()
	step := &optgap.Step{
		Machine: 10,
		History: optgap.History{{Time: 0, Free: 10}},
		Jobs:    []optgap.Job{{ID: 1, Width: 10, Estimate: 100}, {ID: 2, Width: 5, Estimate: 10}},
	}
	r := pool.Solve(context.Background(), step)
	fmt.Println(r.Status, r.BestPolicy, r.Starts)
	// Output: crashed SJF [{1 10} {2 0}]
}
