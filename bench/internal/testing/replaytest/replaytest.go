// Package replaytest makes traces and finished replays for tests.
package replaytest

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// KTHJobs returns the first n jobs that the KTH model generates, and the processors
// of its machine.
func KTHJobs(n int) (jobs []optgap.TraceJob, machine int64) {
	m := must.Get(workload.ByName("kth"))
	g := must.Get(m.New(workload.Options{}))
	jobs = must.Get(workload.Take(g, n, 1))
	return jobs, g.Machine()
}

// KTHLike returns a replay, planned by SJF, of the first n jobs that the KTH model
// generates, and the processors of its machine.
func KTHLike(n int) (o *replay.Outcome, machine int64) {
	jobs, machine := KTHJobs(n)
	jobs = must.Get(workload.Shrink(jobs, 0.8))
	o = must.Get(replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(machine, jobs, heuristics.SJF)))
	return o, machine
}

// Reserved is a replay on a grid of 2 and 4 processors. The reservation holds
// processor 0 of the first site and two of the second in the seconds [5, 25).
func Reserved() *replay.Outcome {
	job := func(id, width int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: width, Estimate: 10}, RunTime: 10}
	}
	parts := []reservation.Part{{Site: 0, Width: 1}, {Site: 1, Width: 2}}
	return &replay.Outcome{
		Jobs:   []optgap.TraceJob{job(1, 1), job(2, 2), job(3, 4)},
		Starts: []int64{10, 10, 25},
		Sites:  []int64{2, 4},
		SiteOf: []int32{0, 1, 1},
		Reservations: []reservation.Decision{
			{Request: reservation.Request{ID: 9, Duration: 20, When: reservation.At(5), Parts: parts}, Start: 5},
			{Request: reservation.Request{ID: 8, Width: 4, Duration: 20, When: reservation.Now}, Refused: reservation.BusyNow},
		},
	}
}
