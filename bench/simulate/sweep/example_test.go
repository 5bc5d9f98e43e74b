package sweep_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// Two jobs on one processor: SJF takes the short one first.
func ExampleSweep_Run() {
	s := sweep.Sweep{Workers: 2, Trace: swf.Trace{Machine: 1, Jobs: []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 1, Estimate: 10, Submit: 0}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 1, Estimate: 90, Submit: 1}, RunTime: 90},
		{Job: optgap.Job{ID: 3, Width: 1, Estimate: 20, Submit: 2}, RunTime: 20},
	}}}
	runs := must.Get(s.Run(context.Background(), []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "sjf"}}))
	for _, r := range runs {
		fmt.Printf("%s: %.1f s on average\n", r.Label(), r.Numbers["art"])
	}
	// Output:
	// fcfs: 75.7 s on average
	// sjf: 52.3 s on average
}
