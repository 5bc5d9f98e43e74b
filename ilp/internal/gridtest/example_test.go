package gridtest_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Two jobs of one slot each follow each other on one processor.
func ExampleSchedules() {
	step := &optgap.Step{
		Machine: 1, History: optgap.History{{Time: 0, Free: 1}},
		Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 60}, {ID: 2, Width: 1, Estimate: 50}},
	}
	scaled, err := grid.Scale(step, grid.Choice{Scale: 60})
	if err != nil {
		panic(err)
	}
	p, err := program.List(scaled, program.Options{})
	if err != nil {
		panic(err)
	}
	gridtest.Schedules(p, 1000, func(s optgap.Schedule, objective int64) int64 {
		fmt.Println(s, objective)
		return 1000
	})
	fmt.Println(gridtest.Optimum(p))
	// Output:
	// [0 1] 170
	// 170
}
