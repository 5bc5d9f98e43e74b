package replaytest

import (
	"math/rand/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
)

// RandomTrace returns n jobs in order of submission, each no wider than the machine.
// Several jobs in one second are frequent. Some jobs have no run time, and some
// would run past their estimates.
func RandomTrace(r *rand.Rand, n int, machine int64) []optgap.TraceJob {
	jobs := make([]optgap.TraceJob, n)
	submit := int64(0)
	for i := range jobs {
		submit += r.Int64N(8)
		jobs[i] = optgap.TraceJob{
			Job:     optgap.Job{ID: int64(i + 1), Width: 1 + r.Int64N(machine), Estimate: 1 + r.Int64N(20), Submit: submit},
			RunTime: r.Int64N(25),
		}
	}
	return jobs
}

// RandomRequests returns n requests for reservations in no order. They are submitted
// from second 0 to a little after the last job. Some are wider than the machine.
func RandomRequests(r *rand.Rand, n int, jobs []optgap.TraceJob, machine int64) []reservation.Request {
	last := jobs[len(jobs)-1].Submit + 40
	requests := make([]reservation.Request, n)
	for i := range requests {
		q := reservation.Request{ID: int64(i), Width: 1 + r.Int64N(machine), Duration: 1 + r.Int64N(30)}
		q.Submit = r.Int64N(last)
		switch r.IntN(3) {
		case 1:
			q.When = reservation.ASAP
		case 2:
			q.When = reservation.At(q.Submit + r.Int64N(60))
		}
		if r.IntN(20) == 0 {
			q.Width = machine + 1
		}
		requests[i] = q
	}
	return requests
}
