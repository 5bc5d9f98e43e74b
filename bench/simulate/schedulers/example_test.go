package schedulers_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics/must"
)

// Six of eight processors are taken until second 600. Job 1 needs all eight, so it waits until then. Jobs
// 2 and 3 fit now, but only job 2 ends before job 1 can start. Strict order starts neither, EASY
// starts job 2, and first fit starts both.
func ExampleSchedule() {
	step := &optgap.Step{
		Machine: 8,
		History: optgap.History{{Time: 0, Free: 2}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 300, Submit: -30},
			{ID: 2, Width: 1, Estimate: 500, Submit: -20},
			{ID: 3, Width: 1, Estimate: 900, Submit: -10},
		},
	}
	for _, name := range []string{"strict-fcfs", "easy", "first-fit", "conservative", "fcfs"} {
		plan := must.Get(schedulers.Schedule(step, name))
		fmt.Println(name, plan)
	}
	// Output:
	// strict-fcfs [600 900 900]
	// easy [600 0 900]
	// first-fit [900 0 0]
	// conservative [600 0 900]
	// fcfs [600 0 900]
}
