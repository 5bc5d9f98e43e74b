package replay_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// checkOutcome recounts an outcome second by second. Every admitted reservation has the time that was promised, and
// refused ones have none.
func checkOutcome(t *testing.T, out *replay.Outcome, machine int64) {
	t.Helper()
	must.Do(slowreplay.Check([]int64{machine}, out.Jobs, out.Starts, nil, out.Reservations))
	for _, d := range out.Reservations {
		if d.Refused != reservation.Admitted {
			if d.Start != 0 || d.Refused == reservation.TooWide != (d.Request.Width > machine) {
				t.Fatalf("refused: %+v", d)
			}
			continue
		}
		date, dated := d.Request.When.Date()
		late := d.Request.When == reservation.Now && d.Start != d.Request.Submit
		if d.Start < d.Request.Submit || dated && d.Start != date || late {
			t.Fatalf("reservation at a wrong time: %+v", d)
		}
	}
}

// TestReservedInvariants recounts replays under the schedulers that the obvious simulator gives no requests.
func TestReservedInvariants(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 21))
		machine := 1 + r.Int64N(16)
		jobs := slowreplay.Trace(r, 60, machine)
		requests := slowreplay.Requests(r, r.IntN(60), jobs, machine)
		follower := dynp.NewFollower(machine, jobs, func(s *optgap.Step) (optgap.Schedule, error) {
			return heuristics.Plan(s, heuristics.LJF)
		})
		for name, s := range map[string]heuristics.Scheduler{
			"insert":   must.Get(dynp.New(machine, jobs, dynp.Options{Replan: dynp.ReplanInsert})),
			"promise":  must.Get(dynp.New(machine, jobs, dynp.Options{Replan: dynp.ReplanPromise})),
			"follower": follower,
		} {
			out, err := replay.RunReserved(context.Background(), jobs, requests, s)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			if len(out.Reservations) != len(requests) {
				t.Fatalf("seed %d, %s: %d answers to %d requests", seed, name, len(out.Reservations), len(requests))
			}
			checkOutcome(t, out, machine)
		}
	}
}

func TestBadRequestsAreRefused(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 1, Submit: 5}}}
	good := reservation.Request{ID: 1, Width: 1, Duration: 1}
	planning := dynp.NewSinglePolicy(1, jobs, heuristics.FCFS)
	for _, c := range []struct {
		s        heuristics.Scheduler
		requests []reservation.Request
	}{
		{planning, []reservation.Request{{ID: 1, Width: 1}}},
		{planning, []reservation.Request{good, good}},
		{struct{ heuristics.Scheduler }{planning}, []reservation.Request{good}},
	} {
		_, err := replay.RunReserved(context.Background(), jobs, c.requests, c.s)
		if must.Field(err) == "" {
			t.Errorf("%+v: error %v, want a field error", c.requests, err)
		}
	}
}
