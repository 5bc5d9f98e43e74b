package queueing_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/queueing"
)

// randomTrace has several submissions in one second, ids against the order of
// submission, equal jobs, jobs as wide as the machine, run time 0 and run times
// past the estimate.
func randomTrace(r *rand.Rand, n int, machine int64) []optgap.TraceJob {
	jobs := make([]optgap.TraceJob, n)
	gap := 1 + r.Int64N(12)
	submit := int64(0)
	for i, id := range r.Perm(n) {
		submit += r.Int64N(gap)
		jobs[i] = optgap.TraceJob{
			Job:     optgap.Job{ID: int64(id), Width: 1 + r.Int64N(machine), Estimate: 1 + r.Int64N(20), Submit: submit},
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

// subject is a scheduler beside the slow simulator that tells what it does.
type subject struct {
	name string
	make func(machine int64, jobs []optgap.TraceJob) (queueing.Scheduler, error)
	slow func(machine int64, jobs []optgap.TraceJob) *slow
}

func ruled(rule func(*slow, int64, []int) []int) func(int64, []optgap.TraceJob) *slow {
	return func(machine int64, jobs []optgap.TraceJob) *slow {
		return &slow{machine: machine, jobs: jobs, rule: rule}
	}
}

// favourite makes jobs of odd width three times as important.
func favourite(j optgap.Job) float64 { return float64(1 + j.Width%2*2) }

func subjects() []subject {
	type jobs = []optgap.TraceJob
	rules := map[string]func(*slow, int64, []int) []int{
		"first-fit": firstFitRule('f', 0), "easy": easyRule('f'), "ivs": ivsRule(600, 1, false),
	}
	for suffix, order := range map[string]byte{"fcfs": 'f', "sjf": 's', "ljf": 'l', "wjf": 'w', "njf": 'n'} {
		rules["strict-"+suffix] = strictRule(order)
		rules["first-fit-"+suffix] = firstFitRule(order, 0)
		rules["easy-"+suffix] = easyRule(order)
	}
	var all []subject
	for _, n := range queueing.Named() {
		s := subject{n.Name, n.New, ruled(rules[n.Name])}
		switch n.Name {
		case "conservative":
			s.slow = func(m int64, j jobs) *slow { return slowSlack(m, j, 0, 8, nil) }
		case "slack":
			s.slow = func(m int64, j jobs) *slow { return slowSlack(m, j, 1, 8, nil) }
		}
		all = append(all, s)
	}
	for _, aging := range []int64{1, 15, 60} {
		for order, policy := range map[byte]heuristics.Policy{'f': heuristics.FCFS, 'w': heuristics.WJF, 'n': heuristics.NJF} {
			all = append(all, subject{"first-fit-aging-" + policy.Name, func(m int64, j jobs) (queueing.Scheduler, error) {
				return queueing.NewFirstFit(m, j, queueing.FirstFitOptions{Order: policy, Aging: aging})
			}, ruled(firstFitRule(order, aging))})
		}
	}
	for _, o := range []queueing.IVSOptions{{Interactive: 10, Saturation: 1}, {Interactive: 10, Saturation: 2, WaitingVotes: true}, {Interactive: 7, Saturation: 0.3, WaitingVotes: true}} {
		all = append(all, subject{"ivs-options", func(m int64, j jobs) (queueing.Scheduler, error) { return queueing.NewIVS(m, j, o) },
			ruled(ivsRule(o.Interactive, o.Saturation, o.WaitingVotes))})
	}
	return append(all,
		subject{"slack-2", func(m int64, j jobs) (queueing.Scheduler, error) {
			return queueing.NewSlack(m, j, queueing.SlackOptions{Factor: 2, Tries: 1})
		}, func(m int64, j jobs) *slow { return slowSlack(m, j, 2, 1, nil) }},
		subject{"slack-priority", func(m int64, j jobs) (queueing.Scheduler, error) {
			return queueing.NewSlack(m, j, queueing.SlackOptions{Factor: 1.5, Tries: -1, Priority: favourite})
		}, func(m int64, j jobs) *slow { return slowSlack(m, j, 1.5, -1, favourite) }})
}

func replayed(t *testing.T, s subject, machine int64, jobs []optgap.TraceJob) []int64 {
	t.Helper()
	scheduler, err := s.make(machine, jobs)
	if err != nil {
		t.Fatal(err)
	}
	out, err := replay.Run(context.Background(), jobs, scheduler)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return out.Starts
}

// TestMatchesSecondBySecond: every scheduler starts every job when the slow
// simulator does.
func TestMatchesSecondBySecond(t *testing.T) {
	traces := uint64(300)
	if testing.Short() {
		traces = 60
	}
	for _, s := range subjects() {
		traces := traces
		if strings.HasPrefix(s.name, "slack") {
			traces /= 3 // its simulator makes many plans
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for seed := range traces {
				r := rand.New(rand.NewPCG(seed, 11))
				machine := 1 + r.Int64N(16)
				jobs := randomTrace(r, 40, machine)
				got, want := replayed(t, s, machine, jobs), s.slow(machine, jobs).run()
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d: starts %v, want %v", seed, got, want)
				}
			}
		})
	}
}
