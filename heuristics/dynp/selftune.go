package dynp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap/heuristics"
)

// tuning holds the options of self-tuning steps and the space that a step reuses.
type tuning struct {
	decider       Decider // nil: the scheduler is not self-tuning
	rules         rules   // of Options.Replan
	quality       Quality
	slack         int64 // in parts of slackUnit
	futureJobs    int
	futureSeconds int64

	starts []int64 // of the present plan, by index in its queue; see Scheduler.ordered
	plans  []sums  // by policy
	ranks  []int64 // by policy: see Quality.rank
	order  []int32 // of jobs in a plan: by start, or of those without one by submission
}

// tune looks at the machine and decides.
func (s *Scheduler) tune(now int64) {
	s.observe(now)
	s.decide(now)
}

// decide plans with every policy in the observed history, and lets the decider choose the
// active policy.
func (s *Scheduler) decide(now int64) {
	n := len(s.policies)
	s.plans = slices.Grow(s.plans[:0], n)[:n]
	s.ranks = slices.Grow(s.ranks[:0], n)[:n]
	for p := range s.policies {
		items := s.trial(now, p)
		s.plans[p] = s.measure(now, items)
	}
	s.quality.rank(s.plans, s.active, s.slack, s.ranks)
	if s.stats.Cases != nil {
		s.stats.Cases[CaseOf(s.ranks, s.active)]++
	}
	next := s.decider(s.ranks, s.active)
	if next < 0 || next >= n {
		panic(fmt.Sprintf("dynp: the decider chose policy %d, expected 0 to %d", next, n-1))
	}
	s.follow(next)
}

// trial writes into starts the plan of a policy and returns the jobs to which these
// starts belong.
func (s *Scheduler) trial(now int64, policy int) []heuristics.WaitingJob {
	items := s.ordered(now, policy)
	switch {
	case s.rules.keep:
		s.arrange(now, policy)
		items = s.line
		s.layOut(now, items)
	case s.rules.promise:
		s.recall(now, items)
		s.advance(now, items)
	default:
		s.layOut(now, items)
	}
	return items
}

// measure adds up the plan in starts, or the jobs of a reduced future. Those that start together
// are taken in the order of the policy.
func (s *Scheduler) measure(now int64, items []heuristics.WaitingJob) (t sums) {
	if s.futureJobs == 0 && s.futureSeconds == 0 {
		for i := range items {
			t.add(now, &items[i], s.starts[i])
		}
		return t
	}
	s.order = slices.Grow(s.order[:0], len(items))[:len(items)]
	for i := range s.order {
		s.order[i] = int32(i)
	}
	slices.SortStableFunc(s.order, func(a, b int32) int {
		return cmp.Compare(s.starts[a], s.starts[b])
	})
	for k, i := range s.order {
		late := s.futureSeconds > 0 && s.starts[i]-now > s.futureSeconds
		if k > 0 && (late || s.futureJobs > 0 && k >= s.futureJobs) {
			break
		}
		t.add(now, &items[i], s.starts[i])
	}
	return t
}
