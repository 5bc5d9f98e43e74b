package grothklags2004_test

import (
	"context"
	"fmt"
	"time"

	"github.com/optgap/optgap/bench/internal/papers/grothklags2004"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
)

// The experiment on the first 120 jobs of the embedded sample: the steps that stand in for the rows
// of Table 1 are solved in four ways, and three of all steps by search on the grid.
func ExampleRun() {
	s := grothklags2004.DefaultSettings()
	s.Jobs, s.MaxSteps, s.LiteralLimit = 120, 3, 100*time.Millisecond
	trace, sum, err := study.ReadTrace("", nil, swf.Options{MaxJobs: s.Jobs})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := grothklags2004.Run{
		Settings: s, Input: study.Input{Trace: trace, SHA256: sum},
	}.Measure(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Jobs, "jobs,", len(e.Chosen), "rows,", len(e.Rows), "results of them,", len(e.All), "of all steps")
	// Output:
	// 120 jobs, 12 rows, 48 results of them, 3 of all steps
}
