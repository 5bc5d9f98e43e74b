package exact

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
)

// TestLargeNumbers: widths of 9216 processors, estimates up to months and
// histories that end far off keep all sums in range.
func TestLargeNumbers(t *testing.T) {
	each(t, 31, func(t *testing.T, seed uint64, r *rand.Rand) {
		size := pick(r, []int64{1_000_000, 10_000_000, 100_000_000})
		far := pick(r, []int64{1, 1000, 1_000_000, 1_000_000_000})
		s := &optgap.Step{Format: optgap.StepFormat, Machine: 9216, History: optgap.History{{Time: 0, Free: r.Int64N(9217)}}}
		for range r.IntN(5) {
			time := s.History.End() + 1 + r.Int64N(size)*r.Int64N(far)/1000
			s.History = append(s.History, optgap.Change{Time: time, Free: r.Int64N(9217)})
		}
		s.History = append(s.History, optgap.Change{Time: s.History.End() + far, Free: 9216})
		for i := range 2 + r.IntN(3) {
			j := optgap.Job{ID: int64(i), Width: 9216 - r.Int64N(3), Estimate: size - r.Int64N(100), Submit: -r.Int64N(size)}
			if r.IntN(2) == 0 {
				j.Width = 1 + r.Int64N(9216)
			}
			if r.IntN(4) == 0 {
				j.Estimate = 1 + r.Int64N(size)
			}
			s.Jobs = append(s.Jobs, j)
		}
		if s.Validate() != nil {
			return
		}
		_, want := steptest.Optimum(s)
		o := someOptions(r)
		if r.IntN(2) == 0 {
			o = Options{}
		}
		sol := solved(t, s, o)
		if sol.Status != optgap.StatusOptimal || sol.Objective != want || sol.Root > want || sol.Root < 0 {
			t.Fatalf("seed %d, %+v: %+v, want %d of %+v", seed, o, sol, want, s)
		}
	})
}

// TestOddQueues: the smallest steps, very many equal jobs, and long queues.
func TestOddQueues(t *testing.T) {
	equal := func(n int, machine, width, estimate int64) *optgap.Step {
		s := &optgap.Step{Format: optgap.StepFormat, Machine: machine, History: optgap.History{{Time: 0, Free: machine}}}
		for i := range n {
			s.Jobs = append(s.Jobs, optgap.Job{ID: int64(i), Width: width, Estimate: estimate})
		}
		return s
	}
	// One after the other: ends at 1, 2, ... n.
	for _, n := range []int64{1, 2, 30, 200} {
		sol := solved(t, equal(int(n), 1, 1, 1), Options{Limits: Limits{NodeLimit: 500}, Evaluations: 20})
		want := n * (n + 1) / 2
		if sol.Objective != want || sol.Bound > want || sol.Root > want ||
			n == 1 && sol.Status != optgap.StatusOptimal {
			t.Errorf("%d jobs of a second: %+v, want %d", n, sol, want)
		}
	}
	// Four at a time, 50 times: 4 * 8 * 3600 * (1 + ... + 50).
	sol := solved(t, equal(200, 32, 8, 3600), Options{Limits: Limits{NodeLimit: 500}, Evaluations: 20})
	if want := int64(4 * 8 * 3600 * 50 * 51 / 2); sol.Objective != want || sol.Bound > want {
		t.Errorf("200 equal jobs: %+v, want %d", sol, want)
	}
	r := rand.New(rand.NewPCG(185, 1))
	for _, s := range []*optgap.Step{queue(r, 185), wide(r, 185)} {
		sol := solvedWithin(t, s, 300)
		if sol.Status != optgap.StatusFeasible || sol.EndedBy != optgap.EndedTimeLimit ||
			sol.Root > sol.Bound || sol.Bound >= sol.Objective {
			t.Errorf("185 jobs on %d processors: %s by %s, root %d, bound %d, objective %d",
				s.Machine, sol.Status, sol.EndedBy, sol.Root, sol.Bound, sol.Objective)
		}
		t.Logf("185 jobs on %d processors: gap %.2f %%",
			s.Machine, 100*float64(sol.Objective-sol.Bound)/float64(sol.Objective))
	}
}

// wide returns a queue of jobs of any width on 9216 processors.
func wide(r *rand.Rand, jobs int) *optgap.Step {
	s := queue(r, jobs)
	s.Machine = 9216
	for i := range s.History {
		s.History[i].Free *= 72
	}
	for i := range s.Jobs {
		s.Jobs[i].Width = min(9216, 72*s.Jobs[i].Width+r.Int64N(72))
	}
	return s
}

// TestLimits: at a limit there is a schedule and a bound below its objective, and the solution
// names the limit. With time or nodes enough the bound is near the objective.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := queue(rand.New(rand.NewPCG(60, 1)), 60)
	check := func(sol *Solution, want optgap.EndedBy, least int64) {
		t.Helper()
		if sol.Status != optgap.StatusFeasible || sol.EndedBy != want || sol.Bound >= sol.Objective || sol.Bound < least {
			t.Errorf("%s by %s, expected %s; bound %d, objective %d",
				sol.Status, sol.EndedBy, want, sol.Bound, sol.Objective)
		}
	}
	for _, questions := range []int{1, 100, 5000} {
		sol, least := solvedWithin(t, s, questions), int64(0)
		if questions == 5000 {
			least = sol.Objective * 9 / 10
		}
		if check(sol, optgap.EndedTimeLimit, least); sol.Seconds < float64(questions) {
			t.Errorf("%d questions: ended after %g s", questions, sol.Seconds)
		}
	}
	sol := solved(t, s, Options{Limits: Limits{NodeLimit: 1000}})
	check(sol, optgap.EndedNodeLimit, sol.Objective*9/10)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	sol = must.Get(Solve(cancelled, must.Get(grid.Open(s)), Options{}))
	check(sol, optgap.EndedInterrupt, 0)
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	check(must.Get(Solve(late, must.Get(grid.Open(s)), Options{})), optgap.EndedTimeLimit, 0)
}
