package replay_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestMatchesSecondBySecond: the schedulers start every job and answer every request when the obvious
// simulator does, and count the same decisions. Plans that last from event to event, and those of the follower,
// leave no room for requests.
func TestMatchesSecondBySecond(t *testing.T) {
	for name, c := range schedulers() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 3))
				machine := 1 + r.Int64N(12)
				jobs := slowreplay.Trace(r, 40, machine)
				var requests []reservation.Request
				if seed%2 == 0 && c.obvious.follow == nil && !c.obvious.is(dynp.ReplanInsert, dynp.ReplanPromise) {
					requests = slowreplay.Requests(r, 1+r.IntN(25), jobs, machine)
				}
				fast := must.Get(c.make(machine, jobs))
				out := must.Get(replay.RunReserved(context.Background(), jobs, requests, fast))
				slow := c.obvious.idle(machine, jobs)
				starts, _, answers := secondBySecond(jobs, requests, slow)
				must.Need(t, slices.Equal(out.Starts, starts) && reflect.DeepEqual(out.Reservations, answers),
					"seed", seed, "found", out.Starts, "and", out.Reservations, "expected", starts, "and", answers)
				checkOutcome(t, out, machine)
				if p, ok := fast.(*dynp.Scheduler); ok && slow.dynp != nil {
					checkStats(t, p.Stats(), slow)
				}
			}
		})
	}
}

// TestGridMatchesSecondBySecond: a grid sends every job to the site that the obvious simulator finds to end it
// first, starts it in the same second, and answers every request alike.
func TestGridMatchesSecondBySecond(t *testing.T) {
	all := schedulers()
	for seed, r := range steptest.Sources(30, 40) {
		machines := make([]int64, 1+r.IntN(4))
		for i := range machines {
			machines[i] = 1 + r.Int64N(10)
		}
		jobs := slowreplay.Trace(r, 30, slices.Max(machines))
		requests := slowreplay.Requests(r, r.IntN(20), jobs, machines...)
		var slow []*obvious
		grid := must.Get(dynp.NewGrid(machines, jobs, func(machine int64) (*dynp.Scheduler, error) {
			c := all[[]string{"FCFS", "SJF", "LJF", "WFP3", "dynp/full-simple", "dynp/full-advanced"}[r.IntN(6)]]
			slow = append(slow, c.obvious.idle(machine, jobs))
			s, err := c.make(machine, jobs)
			return s.(*dynp.Scheduler), err
		}))
		out := must.Get(replay.RunReserved(context.Background(), jobs, requests, grid))
		starts, siteOf, answers := secondBySecond(jobs, requests, slow...)
		must.Need(t, slices.Equal(out.Starts, starts) && reflect.DeepEqual(out.Reservations, answers),
			"seed", seed, "found", out.Starts, "and", out.Reservations, "expected", starts, "and", answers)
		for i, site := range siteOf {
			must.Need(t, grid.SiteOf(int32(i)) == site,
				"seed", seed, "job at index", i, "found site", grid.SiteOf(int32(i)), "expected", site)
		}
	}
}

func checkStats(t *testing.T, got dynp.Stats, slow *obvious) {
	t.Helper()
	switches, started, cases := 0, 0, 0
	for _, n := range got.SwitchesTo {
		switches += n
	}
	for p, n := range got.StartedWith {
		started += n
		must.Equal(t, n, slow.startedWith[p], "jobs started with", p)
	}
	for _, n := range got.Cases {
		cases += n
	}
	backlog := math.Round(got.Backlog * float64(got.Tries))
	if got.Tries != slow.tries || backlog != float64(slow.backlog) || got.Same+switches != got.Tries ||
		started != len(slow.jobs) {
		t.Errorf("counts %+v, want %d tries with %d jobs waiting", got, slow.tries, slow.backlog)
	}
	must.Hold(t, cases == 0 || cases == got.Tries, cases, "cases in", got.Tries, "tries")
}

func ExampleRun() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 1800},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 600, Submit: 10}, RunTime: 600},
	}
	s, err := dynp.New(4, jobs, dynp.Options{})
	if err != nil {
		panic(err)
	}
	out, err := replay.Run(context.Background(), jobs, s)
	if err != nil {
		panic(err)
	}
	fmt.Println(out.Starts) // job 1 ends before its estimate and frees its processors at once
	// Output: [0 1800]
}
