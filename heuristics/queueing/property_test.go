package queueing_test

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
)

// TestNoAllocationPerEvent: once a scheduler has reached its largest size, events need no
// allocation.
func TestNoAllocationPerEvent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 18))
	jobs := make([]optgap.TraceJob, 120)
	for i := range jobs {
		jobs[i].Job = optgap.Job{ID: int64(i), Width: 1 + r.Int64N(20), Estimate: 1 + r.Int64N(100)}
	}
	for _, subject := range subjects() {
		s := must.Get(subject.make(20, jobs))
		now := int64(0)
		buffer := make([]int32, 0, len(jobs))
		round := func() {
			for i := range jobs {
				_ = s.Submit(now, int32(i))
			}
			for done := 0; done < len(jobs); now++ {
				started := s.Start(now, buffer[:0])
				for _, job := range started {
					s.End(job)
				}
				done += len(started)
			}
		}
		for range 5 {
			round() // the rounds differ under slack, as the waits grow
		}
		if allocations := testing.AllocsPerRun(5, round); allocations != 0 {
			t.Errorf("%s: %v allocations per round of %d jobs, want 0", subject.name, allocations, len(jobs))
		}
	}
}

// TestOptionsAreRefused: an option out of its range is an error that names the field.
func TestOptionsAreRefused(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 2, Estimate: 5}}}
	made := func(_ any, err error) error { return err }
	wfp3 := must.Get(heuristics.PolicyByName("wfp3"))
	for i, err := range []error{
		made(queueing.NewStrict(0, jobs, heuristics.FCFS)),
		made(queueing.NewEASY(1, jobs, heuristics.FCFS, heuristics.FCFS)), // wider than the machine
		made(queueing.NewStrict(2, []optgap.TraceJob{{Job: optgap.Job{Width: 1}}}, heuristics.FCFS)),
		made(queueing.NewFirstFit(2, jobs, queueing.FirstFitOptions{Aging: -1})),
		made(queueing.NewIVS(2, jobs, queueing.IVSOptions{Interactive: -1})),
		made(queueing.NewSlack(2, jobs, queueing.SlackOptions{Factor: -1})),
		// A queue whose order is fixed refuses a policy whose order changes while jobs wait.
		made(queueing.NewStrict(4, nil, wfp3)),
		made(queueing.NewFirstFit(4, nil, queueing.FirstFitOptions{Order: wfp3})),
		made(queueing.NewEASY(4, nil, wfp3, heuristics.FCFS)),
		made(queueing.NewEASY(4, nil, heuristics.FCFS, wfp3)),
	} {
		if _, ok := err.(*optgap.FieldError); !ok {
			t.Errorf("case %d: error %v, want a FieldError", i, err)
		}
	}
}
