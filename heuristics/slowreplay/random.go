package slowreplay

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Trace returns n random jobs in order of submission, each no wider than the machine. Some are submitted in the same
// second, have ids against the order of submission, are equal, are as wide as the machine, or have a run time of 0 or
// above the estimate.
func Trace(r *rand.Rand, n int, machine int64) []optgap.TraceJob {
	jobs := make([]optgap.TraceJob, n)
	gap, submit := 1+r.Int64N(12), int64(0)
	for i, id := range r.Perm(n) {
		submit += r.Int64N(gap)
		jobs[i] = optgap.TraceJob{
			Job:     optgap.Job{ID: int64(id + 1), Width: 1 + r.Int64N(machine), Estimate: 1 + r.Int64N(20), Submit: submit},
			RunTime: r.Int64N(25),
		}
		switch r.IntN(6) {
		case 0:
			jobs[i].Width = machine
		case 1:
			jobs[i].Width = 1
		case 2:
			if i > 0 {
				jobs[i].Width, jobs[i].Estimate = jobs[i-1].Width, jobs[i-1].Estimate
			}
		}
	}
	return jobs
}

// Requests returns n random requests for reservations in no order, submitted from second 0 to a little after the last
// job. Some are wider than any of the machines. Of several machines, half of the requests name parts.
func Requests(r *rand.Rand, n int, jobs []optgap.TraceJob, machines ...int64) []reservation.Request {
	last, widest := jobs[len(jobs)-1].Submit+40, slices.Max(machines)
	requests := make([]reservation.Request, n)
	for i := range requests {
		q := reservation.Request{ID: int64(i), Width: 1 + r.Int64N(widest), Duration: 1 + r.Int64N(30)}
		q.Submit = r.Int64N(last)
		switch r.IntN(3) {
		case 1:
			q.When = reservation.ASAP
		case 2:
			q.When = reservation.At(q.Submit + r.Int64N(60))
		}
		if r.IntN(20) == 0 {
			q.Width = widest + 1
		}
		if len(machines) > 1 && i%2 == 0 {
			q.Width = 0
			for _, site := range r.Perm(len(machines))[:1+r.IntN(len(machines))] {
				q.Parts = append(q.Parts, reservation.Part{Site: site, Width: 1 + r.Int64N(machines[site])})
			}
		}
		requests[i] = q
	}
	return requests
}

// Check recounts a replay second by second: no job starts before its submission, and jobs and admitted reservations
// never use more than the processors of their machine. siteOf returns the index of a job's machine, and may be nil
// for one machine.
func Check(
	machines []int64, jobs []optgap.TraceJob, starts []int64, siteOf func(job int32) int, held []reservation.Decision,
) error {
	type moment struct{ site, second int64 }
	busy := map[moment]int64{}
	use := func(site int, from, to, width int64) {
		for second := from; second < to; second++ {
			busy[moment{int64(site), second}] += width
		}
	}
	for i, j := range jobs {
		if starts[i] < j.Submit {
			return fmt.Errorf("slowreplay: job %d starts at %d, before its submission at %d", j.ID, starts[i], j.Submit)
		}
		site := 0
		if siteOf != nil {
			site = siteOf(int32(i))
		}
		use(site, starts[i], starts[i]+j.Duration(), j.Width)
	}
	for _, d := range held {
		for _, p := range d.Parts() {
			use(p.Site, d.Start, d.End(), p.Width)
		}
	}
	for at, used := range busy {
		if used > machines[at.site] {
			return fmt.Errorf("slowreplay: %d of %d processors in use at second %d", used, machines[at.site], at.second)
		}
	}
	return nil
}
