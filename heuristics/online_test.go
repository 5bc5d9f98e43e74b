package heuristics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// always is a Decider that starts the same jobs each time.
type always []int64

func (a always) Decide(int64, []heuristics.Event) ([]int64, error) { return a, nil }

// TestFaults: a Decider starts jobs that wait and fit. After a fault it is not asked again.
func TestFaults(t *testing.T) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 7, Width: 2, Estimate: 10}, RunTime: 5},
		{Job: optgap.Job{ID: 8, Width: 3, Estimate: 10}, RunTime: 5},
	}
	for want, starts := range map[string]always{
		"scheduler d at second 5: found a start of job 9, expected a waiting job":               {9},
		"scheduler d at second 5: found a start of job 7, expected a waiting job":               {7, 7},
		"scheduler d at second 5: found a start of job 8, expected one of at most 2 processors": {7, 8},
	} {
		s := heuristics.NewOnline("d", 4, jobs, starts)
		must.Do(s.Submit(5, 0))
		must.Do(s.Submit(5, 1))
		s.Start(5, nil)
		err := s.Err()
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), want), "error", err, "expected", want)
		again := s.Start(6, nil)
		must.Hold(t, again == nil, "started", again, "after a fault")
	}
}

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
