package slowreplay_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

func Example() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 3, Estimate: 100, Submit: 0}, RunTime: 60},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 100, Submit: 1}, RunTime: 100},
	}
	s, err := queueing.NewStrict(4, jobs, heuristics.FCFS)
	if err != nil {
		panic(err)
	}
	fmt.Println(slowreplay.Run(jobs, s))
	// Output: [0 60] <nil>
}

// TestOrderOfEvents: job 1 ends at second 10, and a reservation holds its
// processors until second 17. Job 2 then runs for no time, so job 3 starts in the
// same second.
func TestOrderOfEvents(t *testing.T) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 20, Submit: 0}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 5, Submit: 10}, RunTime: 0},
		{Job: optgap.Job{ID: 3, Width: 4, Estimate: 5, Submit: 10}, RunTime: 5},
	}
	requests := []reservation.Request{{ID: 1, Width: 4, Duration: 7, Submit: 10, When: reservation.Now}}
	starts, decisions := must.Two(slowreplay.RunReserved(jobs, requests, dynp.NewSinglePolicy(4, jobs, heuristics.FCFS)))
	if want := []int64{0, 17, 17}; !slices.Equal(starts, want) || decisions[0].Start != 10 {
		t.Errorf("starts %v, reservation %v, want %v and second 10", starts, decisions[0], want)
	}
}
