package queueing_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/queueing"
)

// A caller tells of each submission and each end, and asks after either which
// jobs start. Package bench/simulate/replay does so for a whole trace.
func ExampleNewEASY() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 3, Estimate: 100, Submit: 0}, RunTime: 100},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 100, Submit: 1}, RunTime: 100}, // head: reserved for 100
		{Job: optgap.Job{ID: 3, Width: 1, Estimate: 99, Submit: 2}, RunTime: 99},   // would end at 101
		{Job: optgap.Job{ID: 4, Width: 1, Estimate: 90, Submit: 3}, RunTime: 90},   // ends at 93: backfilled
	}
	s := queueing.NewEASY(4, jobs, heuristics.FCFS, heuristics.FCFS)
	start := func(now int64) {
		for _, job := range s.Start(now, nil) {
			fmt.Printf("second %d: job %d starts\n", now, jobs[job].ID)
		}
	}
	for i, j := range jobs {
		if err := s.Submit(j.Submit, int32(i)); err != nil {
			panic(err)
		}
		start(j.Submit)
	}
	for _, end := range []struct {
		second int64
		job    int32
	}{{93, 3}, {100, 0}, {200, 1}} {
		s.End(end.job)
		start(end.second)
	}
	// Output:
	// second 0: job 1 starts
	// second 3: job 4 starts
	// second 100: job 2 starts
	// second 200: job 3 starts
}
