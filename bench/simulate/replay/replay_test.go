package replay_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
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
	must.Hold(t, got.Tries == slow.tries && backlog == float64(slow.backlog) &&
		got.Same+switches == got.Tries && started == len(slow.jobs),
		"counts", got, "want", slow.tries, "tries with", slow.backlog, "jobs waiting")
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

func TestAssignReplayRefuses(t *testing.T) {
	job := func(id, width int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: width, Estimate: 9, Submit: 5}, RunTime: 9}
	}
	for name, o := range map[string]*replay.Outcome{
		"before its submission": {Jobs: []optgap.TraceJob{job(1, 1)}, Starts: []int64{4}},
		"more processors":       {Jobs: []optgap.TraceJob{job(1, 3), job(2, 2)}, Starts: []int64{5, 13}},
	} {
		_, _, err := replay.Place(o, 4)
		var v *optgap.Violation
		must.Hold(t, errors.As(err, &v) && strings.Contains(v.Reason, name),
			"error", err, "want a violation", name)
	}
}

// TestChosenProcessors: a job has the processors that its scheduler chose. Two jobs that hold one at once are refused,
// as are not those that follow each other.
func TestChosenProcessors(t *testing.T) {
	job := func(id, submit int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: 2, Estimate: 9, Submit: submit}, RunTime: 9}
	}
	o := &replay.Outcome{
		Jobs: []optgap.TraceJob{job(1, 0), job(2, 0), job(3, 9)}, Starts: []int64{0, 0, 9},
		Processors: [][]heuristics.Range{{{Low: 1, High: 2}, {Low: 3, High: 4}}, nil, {{Low: 2, High: 4}}},
	}
	got, _ := must.Two(replay.Place(o, 5))
	want := [][]replay.Block{
		{{Start: 0, End: 9, Low: 1, High: 2}, {Start: 0, End: 9, Low: 3, High: 4}},
		{{Start: 0, End: 9, Low: 0, High: 1}, {Start: 0, End: 9, Low: 2, High: 3}},
		{{Start: 9, End: 18, Low: 2, High: 4}},
	}
	must.DeepEqual(t, got, want, "blocks")
	o.Jobs[2].Submit, o.Starts[2] = 8, 8
	var v *optgap.Violation
	if _, _, err := replay.Place(o, 6); !errors.As(err, &v) || v.Job != 3 || v.Second != 8 {
		t.Errorf("error %v, expected a violation of job 3 at second 8", err)
	}
}

// TestAssignReplayOfAGrid: jobs stay within their site and off what is reserved.
func TestAssignReplayOfAGrid(t *testing.T) {
	got, _ := must.Two(replay.Place(replaytest.Reserved(), 6))
	want := [][]replay.Block{
		{{Start: 10, End: 20, Low: 1, High: 2}}, // processor 0 is reserved
		{{Start: 10, End: 20, Low: 4, High: 6}}, // of 2 to 5, 2 and 3 are reserved
		{{Start: 25, End: 35, Low: 2, High: 6}},
	}
	for i := range want {
		must.EqualSlices(t, got[i], want[i], "job", i+1, "blocks")
	}
	// A second earlier, job 3 and the reservation take 6 of the site's 4.
	o := replaytest.Reserved()
	o.Starts[2] = 24
	_, _, err := replay.Place(o, 6)
	must.Hold(t, err != nil, "a job on reserved processors: no error")
}
