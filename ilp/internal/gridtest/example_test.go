package gridtest_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
)

// Two jobs of one slot each follow each other on one processor.
func ExampleSchedules() {
	step := &optgap.Step{
		Machine: 1, History: optgap.History{{Time: 0, Free: 1}},
		Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 60}, {ID: 2, Width: 1, Estimate: 50}},
	}
	p, err := grid.Restrict(step, 60, grid.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	gridtest.Schedules(p, 1000, func(s optgap.Schedule, objective int64) int64 {
		fmt.Println(s, objective)
		return 1000
	})
	fmt.Println(gridtest.Optimum(p))
	// Output:
	// [0 60] 170
	// 170
}
