package replay_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// Job 1 runs on two of four processors until 10. Jobs 2 and 3 wait, of which the shorter one, submitted
// last, starts first. Were the scheduler asked after each submission, job 2 would start at 0.
func TestRunForward(t *testing.T) {
	job := func(id, estimate, submit int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: 2, Estimate: estimate, Submit: submit}, RunTime: estimate}
	}
	jobs := []optgap.TraceJob{job(1, 10, 0), job(2, 7, -5), job(3, 4, -3)}
	s := queueing.NewStrict(4, jobs, heuristics.SJF)
	out, err := replay.RunForward(context.Background(), jobs, 1, s)
	must.Hold(t, err == nil && slices.Equal(out.Starts, []int64{0, 4, 0}),
		"found", out, "error", err, "expected starts at 0, 4 and 0")
	s = queueing.NewStrict(4, jobs, heuristics.SJF)
	if _, err := replay.RunForward(context.Background(), jobs, 3, s); err == nil ||
		!strings.Contains(err.Error(), "no start of 1 of 3 running jobs") {
		t.Errorf("found error %v, expected one about three jobs that cannot run together", err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	s = queueing.NewStrict(4, jobs, heuristics.SJF)
	must.Is(t, must.Err(replay.RunForward(canceled, jobs, 1, s)), context.Canceled)
}

// stuck is a scheduler that wants to be called so many seconds after it is called, until second 9, and starts no job.
type stuck struct{ after int64 }

func (s stuck) Decide(int64, []heuristics.Event) ([]int64, error) { return nil, nil }

func (s stuck) NextEvent(now int64) (int64, bool) { return now + s.after, now < 9 }

// TestTimersGoOn: a timer at or before now is a fault of the scheduler, by its name. One a second later is none.
func TestTimersGoOn(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 5, Submit: 7}}}
	for after, want := range map[int64]string{
		0:  "scheduler mine at second 7: found 7 as NextEvent, expected a later second",
		-3: "scheduler mine at second 7: found 4 as NextEvent, expected a later second",
		1:  "scheduler mine at second 9: found no start of a job, expected one, as 1 wait and none runs",
	} {
		_, err := replay.Run(t.Context(), jobs, heuristics.NewOnline("mine", 1, jobs, stuck{after}))
		must.Hold(t, errors.As(err, new(*heuristics.Fault)) && err.Error() == want,
			"error", err, "expected", want)
	}
}

// Each switch of dynP is in the outcome, in order of time. A single policy has none.
func TestActivePolicies(t *testing.T) {
	jobs, machine := replaytest.KTHJobs(400)
	s := must.Get(dynp.New(machine, jobs, dynp.Options{}))
	active := must.Get(replay.Run(context.Background(), jobs, s)).Active
	switches := 0
	for _, n := range s.Stats().SwitchesTo {
		switches += n
	}
	must.Need(t, switches != 0 && len(active) == 1+switches,
		"found", len(active), "activations, expected the first policy and", switches, "switches")
	for i, a := range active[1:] {
		must.Hold(t, a.Time >= active[i].Time && a.Policy != active[i].Policy,
			"found", a, "after", active[i])
	}
	alone := must.Get(replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(machine, jobs, heuristics.SJF)))
	must.Hold(t, alone.Active == nil, "found", alone.Active, "of SJF")
}

func TestBySite(t *testing.T) {
	o := twoSites()
	split := replay.BySite(o)
	own := func(d reservation.Decision, site int, width int64) reservation.Decision {
		d.Site, d.Request.Width, d.Request.Parts = site, width, nil
		return d
	}
	r := o.Reservations
	for i, want := range []*replay.Outcome{
		{Jobs: []optgap.TraceJob{o.Jobs[0], o.Jobs[2]}, Starts: []int64{0, 10},
			Reservations: []reservation.Decision{own(r[2], 0, 1)}},
		{Reservations: []reservation.Decision{r[0]}},
		{Jobs: []optgap.TraceJob{o.Jobs[1]}, Starts: []int64{15}, Reservations: []reservation.Decision{own(r[2], 2, 4)}},
	} {
		must.DeepEqual(t, split[i], want, "site", i)
	}
}

// twoSites returns a replay on three sites of 4, 2 and 8 processors. Jobs 1 and 3 are on
// site 0, job 2 is on site 2, and site 1 is empty.
func twoSites() *replay.Outcome {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10, Submit: 0}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 3, Estimate: 10, Submit: 5}, RunTime: 10},
		{Job: optgap.Job{ID: 3, Width: 1, Estimate: 20, Submit: 6}, RunTime: 20},
	}
	parts := []reservation.Part{{Site: 0, Width: 1}, {Site: 2, Width: 4}}
	o := &replay.Outcome{Jobs: jobs, Starts: []int64{0, 15, 10}, Sites: []int64{4, 2, 8}, SiteOf: []int32{0, 2, 0}}
	o.Reservations = []reservation.Decision{
		{Request: reservation.Request{ID: 1, Width: 2, Duration: 10, Submit: 1}, Start: 30, Site: 1},
		{Request: reservation.Request{ID: 2, Width: 9, Duration: 10, Submit: 2}, Refused: reservation.TooWide},
		{Request: reservation.Request{ID: 3, Duration: 8, Submit: 3, Parts: parts}, Start: 31},
	}
	return o
}

// checkOutcome recounts an outcome second by second. Every admitted reservation has the time that was promised, and
// refused ones have none.
func checkOutcome(t *testing.T, out *replay.Outcome, machine int64) {
	t.Helper()
	must.Do(slowreplay.Check([]int64{machine}, out.Jobs, out.Starts, nil, out.Reservations))
	for _, d := range out.Reservations {
		if d.Refused != reservation.Admitted {
			must.Need(t, d.Start == 0 && d.Refused == reservation.TooWide == (d.Request.Width > machine),
				"refused", d)
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
	for seed, r := range steptest.Sources(40, 21) {
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
			must.Need(t, err == nil, "seed", seed, name, err)
			must.Need(t, len(out.Reservations) == len(requests),
				"seed", seed, name, len(out.Reservations), "answers to", len(requests), "requests")
			checkOutcome(t, out, machine)
		}
	}
}

func TestRefuses(t *testing.T) {
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
		must.AboutField(t, err, "", c.requests)
	}
	jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: 2, Width: 1, Estimate: 1, Submit: 4}})
	if _, err := replay.Run(t.Context(), jobs, dynp.NewSinglePolicy(1, jobs, heuristics.FCFS)); err == nil {
		t.Error("an unsorted trace is accepted")
	}
}
