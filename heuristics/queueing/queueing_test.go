package queueing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
)

// subject is a scheduler, with a slow one that starts the same jobs.
type subject struct {
	name string
	make func(machine int64, jobs []optgap.TraceJob) heuristics.Scheduler
	slow func(machine int64, jobs []optgap.TraceJob) *slow
}

// ruled returns a function that makes slow schedulers with a rule.
func ruled(rule func(*slow, int64, []int) []int) func(int64, []optgap.TraceJob) *slow {
	return func(machine int64, jobs []optgap.TraceJob) *slow {
		return &slow{machine: machine, jobs: jobs, rule: rule}
	}
}

// orders are the policies by which queues are ordered, with their letters in the slow
// scheduler.
var orders = []struct {
	letter byte
	policy heuristics.Policy
}{
	{'f', heuristics.FCFS}, {'s', heuristics.SJF}, {'l', heuristics.LJF}, {'w', heuristics.WJF}, {'n', heuristics.NJF},
}

// subjects returns every scheduler with its default options and with others.
func subjects() []subject {
	type jobs = []optgap.TraceJob
	type scheduler = heuristics.Scheduler
	var all []subject
	for _, o := range orders {
		strict := func(m int64, j jobs) scheduler { return queueing.NewStrict(m, j, o.policy) }
		firstFit := func(m int64, j jobs) scheduler {
			return queueing.NewFirstFit(m, j, o.policy, 0)
		}
		easy := func(m int64, j jobs) scheduler { return queueing.NewEASY(m, j, o.policy, o.policy) }
		all = append(all,
			subject{"strict-" + o.policy.Name, strict, ruled(strictRule(o.letter))},
			subject{"first-fit-" + o.policy.Name, firstFit, ruled(firstFitRule(o.letter, 0))},
			subject{"easy-" + o.policy.Name, easy, ruled(easyRule(o.letter, o.letter))})
	}
	aged := map[byte]heuristics.Policy{'f': heuristics.FCFS, 'w': heuristics.WJF, 'n': heuristics.NJF}
	for _, aging := range []int64{1, 15, 60} {
		for order, policy := range aged {
			firstFit := func(m int64, j jobs) scheduler {
				return queueing.NewFirstFit(m, j, policy, aging)
			}
			name := fmt.Sprintf("first-fit-%s-aging-%d", policy.Name, aging)
			all = append(all, subject{name, firstFit, ruled(firstFitRule(order, aging))})
		}
	}
	ivs := func(interactive int64, waitingOnly bool) subject {
		make := func(m int64, j jobs) scheduler { return queueing.NewIVS(m, j, interactive, waitingOnly) }
		return subject{"ivs", make, ruled(ivsRule(interactive, waitingOnly))}
	}
	slack := func(name string, factor float64) subject {
		return subject{name, func(m int64, j jobs) scheduler { return queueing.NewSlack(m, j, factor) },
			func(m int64, j jobs) *slow { return slowSlack(m, j, factor) }}
	}
	for order, name := range map[byte]string{'3': "WFP3", 'u': "UNICEF", '1': "F1", 's': "SJF"} {
		policy := must.Get(heuristics.PolicyByName(name))
		scored := func(m int64, j jobs) scheduler { return queueing.NewScoredEASY(m, j, policy, 0) }
		all = append(all, subject{"easy:" + name, scored, ruled(easyRule(order, order))})
	}
	sjbf := func(m int64, j jobs) scheduler {
		return queueing.NewEASY(m, j, heuristics.FCFS, heuristics.SJF)
	}
	return append(all,
		subject{"easy-sjbf", sjbf, ruled(easyRule('f', 's'))},
		ivs(10, false),
		ivs(7, true),
		slack("conservative", 0),
		slack("slack", 1),
		slack("slack-2", 2))
}

func replayed(t *testing.T, s subject, machine int64, jobs []optgap.TraceJob) []int64 {
	t.Helper()
	scheduler := s.make(machine, jobs)
	starts, err := slowreplay.Run(jobs, scheduler)
	must.Need(t, err == nil, s.name, err)
	return starts
}

// TestMatchesSecondBySecond: every scheduler starts every job when the slow
// one does. No second has more processors in use than there are.
func TestMatchesSecondBySecond(t *testing.T) {
	for _, s := range subjects() {
		traces := 30
		if strings.HasPrefix(s.name, "slack") {
			traces = 10 // its simulator makes many plans
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for seed, r := range steptest.Sources(traces, 11) {
				machine := 1 + r.Int64N(16)
				jobs := slowreplay.Trace(r, 40, machine)
				got := replayed(t, s, machine, jobs)
				want, err := slowreplay.Run(jobs, s.slow(machine, jobs))
				must.Need(t, err == nil && slices.Equal(got, want),
					"seed", seed, "starts", got, "want", want, err)
				if err := slowreplay.Check([]int64{machine}, jobs, got, nil, nil); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		})
	}
}
