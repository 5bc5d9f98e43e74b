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
	"github.com/optgap/optgap/bench/simulate/replay/replaytest"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/multisite"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/steptest"
)

func dynP(machine int64, jobs []optgap.TraceJob, o dynp.Options) *dynp.Scheduler {
	return must.Get(dynp.New(machine, jobs, o))
}

// TestMatchesSecondBySecond: the schedulers start every job and answer every request when the obvious
// simulator does, and count the same decisions. Plans that last from event to event, and those of the follower,
// leave no room for requests.
func TestMatchesSecondBySecond(t *testing.T) {
	for name, c := range schedulers() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(30) {
				r := rand.New(rand.NewPCG(seed, 3))
				machine := 1 + r.Int64N(12)
				jobs := replaytest.RandomTrace(r, 40, machine)
				var requests []reservation.Request
				if seed%2 == 0 && c.obvious.follow == nil && !c.obvious.is(dynp.ReplanInsert, dynp.ReplanPromise) {
					requests = replaytest.RandomRequests(r, 1+r.IntN(25), jobs, machine)
				}
				fast := must.Get(c.make(machine, jobs))
				out := must.Get(replay.RunReserved(context.Background(), jobs, requests, fast))
				slow := c.obvious.idle(machine, jobs)
				starts, _, answers := secondBySecond(jobs, bySubmission(requests), slow)
				if !slices.Equal(out.Starts, starts) || !reflect.DeepEqual(out.Reservations, answers) {
					t.Fatalf("seed %d: found %v and %v, expected %v and %v", seed, out.Starts, out.Reservations, starts, answers)
				}
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
	for seed, r := range steptest.Sources(200, 40) {
		machines := make([]int64, 1+r.IntN(4))
		for i := range machines {
			machines[i] = 1 + r.Int64N(10)
		}
		jobs := replaytest.RandomTrace(r, 30, slices.Max(machines))
		for i, id := range r.Perm(len(jobs)) {
			jobs[i].ID = int64(id)
		}
		requests := replaytest.RandomRequests(r, r.IntN(20), jobs, slices.Max(machines))
		for i := range requests[:len(requests)/2] {
			q := &requests[i]
			q.Width = 0
			for _, site := range r.Perm(len(machines))[:1+r.IntN(len(machines))] {
				q.Parts = append(q.Parts, reservation.Part{Site: site, Width: 1 + r.Int64N(machines[site])})
			}
		}
		var slow []*obvious
		grid := must.Get(multisite.New(jobs, multisite.Options{
			Machines: machines,
			New: func(_ int, machine int64, jobs []optgap.TraceJob) (*dynp.Scheduler, error) {
				c := all[[]string{"FCFS", "SJF", "LJF", "dynp/full-simple", "dynp/full-advanced"}[r.IntN(5)]]
				slow = append(slow, c.obvious.idle(machine, jobs))
				s, err := c.make(machine, jobs)
				return s.(*dynp.Scheduler), err
			},
		}))
		out := must.Get(replay.RunReserved(context.Background(), jobs, requests, grid))
		starts, siteOf, answers := secondBySecond(jobs, bySubmission(requests), slow...)
		if !slices.Equal(out.Starts, starts) || !reflect.DeepEqual(out.Reservations, answers) {
			t.Fatalf("seed %d: found %v and %v, expected %v and %v", seed, out.Starts, out.Reservations, starts, answers)
		}
		for i, site := range siteOf {
			if grid.SiteOf(int32(i)) != site {
				t.Fatalf("seed %d, job at index %d: found site %d, expected %d", seed, i, grid.SiteOf(int32(i)), site)
			}
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
		if n != slow.startedWith[p] {
			t.Errorf("%d jobs started with %s, want %d", n, p, slow.startedWith[p])
		}
	}
	for _, n := range got.Cases {
		cases += n
	}
	backlog := math.Round(got.Backlog * float64(got.Tries))
	if got.Tries != slow.tries || backlog != float64(slow.backlog) || got.Same+switches != got.Tries ||
		started != len(slow.jobs) {
		t.Errorf("counts %+v, want %d tries with %d jobs waiting", got, slow.tries, slow.backlog)
	}
	if cases != 0 && cases != got.Tries {
		t.Errorf("%d cases in %d tries", cases, got.Tries)
	}
}

// TestSteps: every submission that leaves two jobs waiting emits a valid step. The
// plan of a policy is feasible for it.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	jobs := replaytest.RandomTrace(r, 200, 10)
	s := dynP(10, jobs, dynp.Options{})
	count := 0
	s.OnStep = func(index, waiting int, build func() *optgap.Step) error {
		step := build()
		if err := step.Validate(); err != nil {
			return err
		}
		if index != count || step.Index != count || len(step.Jobs) != waiting || waiting < 2 {
			return fmt.Errorf("step %d comes as number %d with %d jobs", step.Index, count, len(step.Jobs))
		}
		count++
		return steptest.Plan(step, heuristics.SJF).Check(step)
	}
	must.Get(replay.Run(context.Background(), jobs, s))
	if count == 0 {
		t.Error("no step was emitted")
	}
	total := 0
	for _, n := range s.Stats().Cases {
		total += n
	}
	if total != count {
		t.Errorf("the decider ran %d times on %d steps", total, count)
	}
}

func TestUnsortedTraceIsRefused(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 1, Submit: 5}},
		{Job: optgap.Job{ID: 2, Width: 1, Estimate: 1, Submit: 4}}}
	if _, err := replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(1, jobs, heuristics.FCFS)); err == nil {
		t.Error("an unsorted trace is accepted")
	}
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
