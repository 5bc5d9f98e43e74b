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
	"github.com/optgap/optgap/ilp/internal/engine"
)

// each calls check with so many random sources, times the effort.
func each(t *testing.T, n int, check func(t *testing.T, seed uint64, r *rand.Rand)) {
	t.Parallel()
	for seed, r := range steptest.Sources(n, 31) {
		check(t, seed, r)
	}
}

// shape describes steps that could be hard for a search.
type shape struct {
	machine           int64
	widths, estimates []int64
	changes           int
	apart             int64 // the most seconds between two changes
}

var shapes = []shape{
	{machine: 1, widths: []int64{1}, estimates: []int64{1, 2, 3, 5, 8}, changes: 8, apart: 4},
	// Equal jobs.
	{machine: 3, widths: []int64{1, 2}, estimates: []int64{4, 5}, changes: 3, apart: 5},
	// Mostly of one duration.
	{
		machine: 30, changes: 6, apart: 7,
		widths: []int64{2, 3, 5, 6, 7, 8, 9, 11, 12}, estimates: []int64{7, 7, 7, 10},
	},
	// Many segments.
	{machine: 20, widths: []int64{1, 2, 3, 5, 8, 13, 20}, estimates: []int64{1, 2, 3, 12, 30}, changes: 60, apart: 2},
	{
		machine: 9216, changes: 6, apart: 50_000,
		widths: []int64{1, 7, 64, 4608, 9215, 9216}, estimates: []int64{1, 60, 64_800, 86_400},
	},
	{
		machine: 128, changes: 9, apart: 7200,
		widths:    []int64{1, 2, 3, 4, 5, 8, 16, 32, 64, 128},
		estimates: []int64{60, 600, 3540, 3600, 7140, 7200, 14_340, 14_400},
	},
	{
		machine: 100, changes: 5, apart: 14_400,
		widths: []int64{1, 2, 4, 8, 10, 16, 25, 33, 50, 100}, estimates: []int64{14_280, 14_340, 14_399, 14_400},
	},
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// smallStep returns a step with few jobs: half of the time one of the shapes, else one
// with times of a few seconds.
func smallStep(r *rand.Rand, jobs int) *optgap.Step {
	if r.IntN(2) == 0 {
		o := steptest.Options{MinJobs: jobs, MaxJobs: jobs, MaxEstimate: 12}
		o.MaxChanges, o.Dips = pick(r, []int{5, 5, 30}), r.IntN(2) == 0
		s := steptest.Random(r, o)
		return &s
	}
	return pick(r, shapes).step(r, jobs)
}

func (p shape) step(r *rand.Rand, jobs int) *optgap.Step {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: p.machine}
	free := r.Int64N(p.machine + 1)
	if r.IntN(3) == 0 {
		free = 0
	}
	dips, last := r.IntN(2) == 0, int64(0)
	s.History = optgap.History{{Time: 0, Free: free}}
	for range r.IntN(p.changes + 1) {
		if last += 1 + r.Int64N(p.apart); r.IntN(3) == 0 {
			last += pick(r, p.estimates) // where a job may end
		}
		if free += r.Int64N(p.machine - free + 1); dips {
			free = r.Int64N(p.machine + 1)
		}
		s.History = append(s.History, optgap.Change{Time: last, Free: free})
	}
	if free < p.machine {
		s.History = append(s.History, optgap.Change{Time: last + 1 + r.Int64N(p.apart), Free: p.machine})
	}
	for i := range jobs {
		j := optgap.Job{ID: int64(i + 1), Width: pick(r, p.widths), Estimate: pick(r, p.estimates)}
		j.Submit = -r.Int64N(100)
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// fewJobs returns a number of jobs for brute force, mostly up to 5.
func fewJobs(r *rand.Rand) int {
	if r.IntN(10) == 0 {
		return 6 + r.IntN(2)
	}
	return 1 + r.IntN(5)
}

// someOptions returns options that make each part of the method do well or badly.
func someOptions(r *rand.Rand) Options {
	return Options{
		Evaluations: pick(r, []int{-1, -1, 0, 1, 20}),
		buckets:     pick(r, []int{0, 1, 2, 5, 1 + r.IntN(60)}),
		steps:       pick(r, []int{-1, 0, 1, 5, r.IntN(60)}),
		nodes:       r.Int64N(8),
		alone:       pick(r, []int64{0, 1, 3, 10}),
		Limits:      Limits{Seed: r.Uint64(), Workers: r.IntN(4)},
		Programs:    pick(r, []grid.Formulation{"", "", grid.FormulationStep, grid.FormulationPulse}),
	}
}

func solved(t testing.TB, s *optgap.Step, o Options) *Solution {
	t.Helper()
	sol, err := Solve(context.Background(), must.Get(grid.Open(s)), o)
	must.Need(t, err == nil, err, s)
	return sol
}

// solvedWithin solves a step by a clock that advances by a second with each look at it. So
// the time limit is a number of looks, on any machine.
func solvedWithin(t testing.TB, s *optgap.Step, questions int) *Solution {
	t.Helper()
	now := time.Now()
	clock := func() time.Time {
		now = now.Add(time.Second)
		return now
	}
	o := Options{Limits: Limits{TimeLimit: time.Duration(questions) * time.Second}}
	sol, err := solve(context.Background(), must.Get(grid.Open(s)), o, clock)
	must.Need(t, err == nil, err, s)
	return sol
}

// unfinished returns a solver that has done nothing.
func unfinished(s *optgap.Step, o Options) *solver {
	return newSolver(context.Background(), must.Get(grid.Open(s)), o, untimed)
}

// searchOf returns a search of a decomposition's problem that knows no schedule.
func searchOf(a *engine.Decomposition) *search {
	known := &incumbent{upper: engine.Never >> a.Problem.Unit}
	return &search{problem: a.Problem, incumbent: known, curves: a.Curves, tails: a.Tails, pack: a.Pack}
}

// somePrices returns prices by kind and bucket, half of them 0, with which no
// sum overflows.
func somePrices(r *rand.Rand, p *engine.Problem, g *engine.Timeline, most int64) [][]int64 {
	prices := make([][]int64, len(p.Kinds))
	for i := range prices {
		prices[i] = make([]int64, g.N)
		for b := range prices[i] {
			if r.IntN(2) == 0 {
				prices[i][b] = r.Int64N(most)
			}
		}
	}
	return prices
}

// someTimeline returns a timeline of about so many buckets, with borders anywhere.
func someTimeline(r *rand.Rand, end int64, buckets int) *engine.Timeline {
	var events []int64
	for range r.IntN(10) {
		events = append(events, r.Int64N(end+10))
	}
	return engine.NewTimeline(end, buckets, events)
}

func at(free []engine.Segment, t int64) int64 { return free[engine.Index(free, t)].Free }
