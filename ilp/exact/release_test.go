package exact

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// listedFrom plans jobs in an order, each as early as its release and the jobs before allow.
func listedFrom(s *optgap.Step, releases []int64, order []int) optgap.Schedule {
	free, plan := []engine.Segment(s.History), make(optgap.Schedule, len(s.Jobs))
	for _, i := range order {
		j := s.Jobs[i]
		plan[i] = engine.Earliest(free, releases[i], j.Width, j.Estimate)
		free = engine.Reserve(nil, free, plan[i], plan[i]+j.Estimate, j.Width)
	}
	return plan
}

// leastFrom returns the least objective of all orders.
func leastFrom(s *optgap.Step, releases []int64, order []int, placed int) int64 {
	if placed == len(order) {
		return listedFrom(s, releases, order).Objective(s)
	}
	least := int64(math.MaxInt64)
	for k := placed; k < len(order); k++ {
		order[placed], order[k] = order[k], order[placed]
		least = min(least, leastFrom(s, releases, order, placed+1))
		order[placed], order[k] = order[k], order[placed]
	}
	return least
}

// TestReleasesMatchBruteForce compares optima of jobs with releases with those of all orders. Some releases are 0 or
// equal. Now and then a part of the method is left out.
func TestReleasesMatchBruteForce(t *testing.T) {
	later := 0
	each(t, 250, func(t *testing.T, seed uint64, r *rand.Rand) {
		s, o := smallStep(r, 1+r.IntN(6)), someOptions(r)
		if seed%2 == 0 {
			steptest.Weigh(r, s)
		}
		order, last := make([]int, len(s.Jobs)), int64(1)
		for i, j := range s.Jobs {
			order[i], last = i, last+j.Estimate
		}
		releases := make([]int64, len(s.Jobs))
		for i := range releases {
			switch r.IntN(4) {
			case 0:
				releases[i] = releases[r.IntN(i+1)]
			case 1, 2:
				releases[i] = r.Int64N(last)
			}
		}
		known := listedFrom(s, releases, r.Perm(len(s.Jobs)))
		want := leastFrom(s, releases, order, 0)
		if _, free := steptest.Optimum(s); want > free {
			later++
		}
		if seed%4 == 0 {
			o.without = map[component]bool{pick(r, components()): true}
		}
		sol := must.Get(Solve(t.Context(), must.Get(grid.OpenReleased(s, releases, known)), o))
		if sol.Status != optgap.StatusOptimal || sol.Objective != want || sol.Bound != want || sol.Root > want ||
			sol.Schedule.Objective(s) != want {
			t.Fatalf("seed %d, %+v: %+v, want %d of %+v", seed, o, sol, want, s)
		}
		for i, start := range sol.Schedule {
			must.Need(t, start >= releases[i], "seed", seed, o, "job", i, "starts at", start)
		}
	})
	must.Hold(t, later >= 75, "releases matter in", later, "problems")
}

// TestReleasesRefused: releases need one second for each job, and a schedule that keeps them.
func TestReleasesRefused(t *testing.T) {
	s := &optgap.Step{
		Machine: 1, History: optgap.History{{Time: 0, Free: 1}}, Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 5}},
	}
	for _, c := range []struct {
		want     string
		releases []int64
		known    optgap.Schedule
	}{
		{"releases: found 2", []int64{1, 2}, optgap.Schedule{3}}, {"releases[0]: found 4", []int64{4}, optgap.Schedule{3}},
		{"releases[0]: found -1", []int64{-1}, optgap.Schedule{3}}, {"0 starts", []int64{1}, nil},
	} {
		if _, err := grid.OpenReleased(s, c.releases, c.known); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c, err, c.want)
		}
	}
	sol := must.Get(Solve(t.Context(), must.Get(grid.OpenReleased(s, []int64{2}, optgap.Schedule{3})), Options{}))
	must.Hold(t, slices.Equal(sol.Schedule, []int64{2}), sol)
}
