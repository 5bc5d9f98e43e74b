package queueing_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// TestNJFNeedsNoSearch: with the narrowest job first, FirstFit and EASY start the same jobs
// as Strict, as Aida says of SJF/First-Fit. Where the head does not fit, no other job does.
func TestNJFNeedsNoSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	jobs := slowreplay.Trace(r, 2000, 30)
	strict, _ := queueing.NewStrict(30, jobs, heuristics.NJF)
	fit, _ := queueing.NewFirstFit(30, jobs, heuristics.NJF)
	easy, _ := queueing.NewEASY(30, jobs, heuristics.NJF, heuristics.NJF)
	var all [][]int64
	for _, s := range []heuristics.Scheduler{strict, fit, easy} {
		starts := must.Get(slowreplay.Run(jobs, s))
		all = append(all, starts)
	}
	if !slices.Equal(all[0], all[1]) || !slices.Equal(all[0], all[2]) {
		t.Error("the schedules differ")
	}
}

// TestConservativeKeepsItsPromise: without slack, and with exact estimates, later jobs
// change no start. So each job starts as in the trace that ends with it.
func TestConservativeKeepsItsPromise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 16))
	jobs := slowreplay.Trace(r, 60, 12)
	for i := range jobs {
		jobs[i].RunTime = jobs[i].Estimate
	}
	start := func(jobs []optgap.TraceJob) []int64 {
		return replayed(t, subject{"conservative", func(m int64, j []optgap.TraceJob) (heuristics.Scheduler, error) {
			return queueing.NewSlack(m, j, queueing.SlackOptions{})
		}, nil}, 12, jobs)
	}
	all := start(jobs)
	for n := 1; n < len(jobs); n++ {
		if prefix := start(jobs[:n]); !slices.Equal(prefix, all[:n]) {
			t.Fatalf("with %d jobs: starts %v, with all of them %v", n, prefix, all[:n])
		}
	}
}

// TestNoAllocationPerEvent: once a scheduler has reached its largest size, events need no
// allocation.
func TestNoAllocationPerEvent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 18))
	jobs := make([]optgap.TraceJob, 120)
	for i := range jobs {
		jobs[i].Job = optgap.Job{ID: int64(i), Width: 1 + r.Int64N(20), Estimate: 1 + r.Int64N(100)}
	}
	for _, subject := range subjects() {
		if strings.HasPrefix(subject.name, "batch") {
			continue // who plans a batch allocates
		}
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
	for i, err := range []error{
		made(queueing.NewStrict(0, jobs, heuristics.FCFS)),
		made(queueing.NewEASY(1, jobs, heuristics.FCFS, heuristics.FCFS)), // wider than the machine
		made(queueing.NewStrict(2, []optgap.TraceJob{{Job: optgap.Job{Width: 1}}}, heuristics.FCFS)),
		made(queueing.NewIVS(2, jobs, queueing.IVSOptions{Interactive: -1})),
		made(queueing.NewBatch(1, jobs, nil)),
		made(queueing.NewBatch(8, []optgap.TraceJob{{Job: optgap.Job{Width: 8, Estimate: 1<<57 + 1}}}, nil)),
		made(queueing.NewSlack(2, jobs, queueing.SlackOptions{Factor: -1})),
	} {
		if _, ok := err.(*optgap.FieldError); !ok {
			t.Errorf("case %d: error %v, want a FieldError", i, err)
		}
	}
}
