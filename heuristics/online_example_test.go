package heuristics_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// alone starts one job at a time, in the order of their submission.
type alone struct{ waiting []int64 }

func (a *alone) Decide(_ int64, events []heuristics.Event) (started []int64, err error) {
	for _, e := range events {
		if e.Kind == heuristics.Submitted {
			a.waiting = append(a.waiting, e.Job.ID)
		} else {
			a.waiting = a.waiting[1:]
		}
	}
	if len(a.waiting) > 0 && (len(a.waiting) == 1 || events[0].Kind != heuristics.Submitted) {
		started = a.waiting[:1]
	}
	return started, nil
}

func ExampleDecider() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 1, Estimate: 100, Submit: 0}, RunTime: 60},
		{Job: optgap.Job{ID: 2, Width: 1, Estimate: 100, Submit: 10}, RunTime: 60},
		{Job: optgap.Job{ID: 3, Width: 1, Estimate: 100, Submit: 500}, RunTime: 60},
	}
	starts, err := slowreplay.Run(jobs, heuristics.NewOnline("alone", 4, jobs, &alone{}))
	fmt.Println(starts, err)
	// Output:
	// [0 60 500] <nil>
}
