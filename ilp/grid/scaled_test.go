package grid_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// Any plan in slots is, in seconds, the plan of the same order on the grid, and its
// objective in slots is that plan's. With the policies' horizon the policies' plans stay
// as they are, and a job that ends after all of them costs more than the best.
func TestScaled(t *testing.T) {
	for seed, r := range steptest.Sources(300, 77) {
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 8, MaxEstimate: 50, Dips: seed%2 == 0})
		scale := 1 + r.Int64N(12)
		onGrid := timescale.Restrict(&step, scale)
		for _, horizon := range []grid.Horizon{"", grid.HorizonPolicies} {
			s, err := grid.Scale(&step, grid.Choice{Scale: scale, Horizon: horizon})
			must.Need(t, err == nil && s.Step.Validate() == nil, "seed", seed, err, s)
			best, end := int64(math.MaxInt64), int64(0)
			for _, p := range heuristics.DynP() {
				plan, want := steptest.Plan(s.Step, p), steptest.Plan(onGrid, p)
				if got := s.Seconds(plan); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("seed %d, %q, %s: found %v, expected %v", seed, horizon, p.Name, got, want)
				}
				if got, want := s.Objective(plan.Objective(s.Step)), want.Objective(&step); got != want {
					t.Fatalf("seed %d, %q, %s: found %d, expected %d", seed, horizon, p.Name, got, want)
				}
				best, end = min(best, want.Objective(&step)), max(end, want.Makespan(onGrid))
			}
			if horizon == "" {
				continue
			}
			late := s.Step.EarliestStarts()
			i := r.IntN(len(late))
			late[i] = s.Step.History.End() // the first second behind the reservation
			if cost := s.Objective(late.Objective(s.Step)); cost <= best || s.Step.History.At(end/scale) != 0 {
				t.Fatalf("seed %d: behind %d slots a job makes a schedule of at least %d, the best plan has %d",
					seed, end/scale, cost, best)
			}
		}
	}
}

// The scale is the chosen one, or that of Eq. 6 by the largest makespan of the policies'
// plans: two jobs of 600 s in turn make sqrt(1200 s * 1200 s * x / memory).
func TestScaleOf(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 1, History: optgap.History{{Free: 1}},
		Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 600}, {ID: 2, Width: 1, Estimate: 600}},
	}
	for _, c := range []struct {
		choice grid.Choice
		want   int64
	}{
		{grid.Choice{}, 60},
		{grid.Choice{Scale: 7, Rule: timescale.Rule{Memory: 1, PerEntry: 1}}, 7},
		{grid.Choice{Rule: timescale.Rule{Memory: 1, PerEntry: 1}}, 1200},
		{grid.Choice{Rule: timescale.Rule{Memory: 36, PerEntry: 1}}, 240}, // 200 s in full minutes
	} {
		must.Equal(t, must.Get(grid.Open(step)).ScaleOf(c.choice), c.want, c.choice)
	}
}

// Objectives on the grid, and costs behind the horizon, that leave the range of int64 are an
// error.
func TestScaleTooLarge(t *testing.T) {
	step := &optgap.Step{Format: optgap.StepFormat, Machine: 1 << 30, History: optgap.History{{Free: 1 << 30}}}
	for i := range int64(3) {
		step.Jobs = append(step.Jobs, optgap.Job{ID: i, Width: 1<<30 - 1 + i%2, Estimate: 1 << 24})
	}
	step.Jobs = append(step.Jobs, optgap.Job{ID: 9, Width: 1, Estimate: 1 << 25})
	must.Do(step.Validate())
	must.Get(grid.Scale(step, grid.Choice{Scale: 1}))
	for _, c := range []grid.Choice{{Scale: 1, Horizon: grid.HorizonPolicies}, {Scale: 1 << 31}} {
		must.AboutField(t, must.Err(grid.Scale(step, c)), "", c)
	}
}

// A step that is not valid or has no job is refused, and so is a choice.
func TestOpen(t *testing.T) {
	refused := steptest.Refused()
	refused["jobs: found none"] = &optgap.Step{Machine: 8, History: optgap.History{{Time: 0, Free: 8}}}
	for want, s := range refused {
		if _, err := grid.Open(s); must.Field(err) == "" || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
	one := &optgap.Step{
		Machine: 1, History: optgap.History{{Free: 1}}, Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 600}},
	}
	for field, c := range map[string]grid.Choice{
		"horizon": {Horizon: "short"}, "time-scale": {Scale: -1},
		"scale-entry": {Rule: timescale.Rule{Memory: -1, PerEntry: 1}},
	} {
		must.AboutField(t, must.Err(grid.Scale(one, c)), field)
	}
}

// In slots of 600 s a job of 700 s takes two.
func ExampleScale() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 650, Free: 8}},
		Jobs:    []optgap.Job{{ID: 1, Width: 8, Estimate: 3600}, {ID: 2, Width: 4, Estimate: 700}},
	}
	s, err := grid.Scale(step, grid.Choice{Scale: 600})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Step.History, s.Step.Jobs[0].Estimate, s.Step.Jobs[1].Estimate)
	plan := heuristics.BestPlan(s.Step)
	fmt.Println(plan, s.Seconds(plan), s.Objective(plan.Objective(s.Step)))
	// Output:
	// [{0 4} {2 8}] 6 2
	// [2 0] [1200 0] 41200
}
