package exact_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

func TestOptions(t *testing.T) {
	for want, l := range map[string]exact.Limits{
		"time-limit: found -1ns": {TimeLimit: -1}, "memory: found -1": {Memory: -1}, "node-limit: found -1": {NodeLimit: -1},
		"gap: found NaN": {RelGap: math.NaN()}, "gap: found -1": {RelGap: -1},
		"gap: found +Inf": {RelGap: math.Inf(1)}, "workers: found -1": {Workers: -1},
	} {
		_, err := exact.Solve(context.Background(), nil, exact.Options{Limits: l})
		must.Hold(t, must.Field(err) != "" && strings.HasPrefix(err.Error(), want),
			"found", err, "expected", want)
	}
}

func Example() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600, Submit: -90},
			{ID: 2, Width: 4, Estimate: 700, Submit: -30},
			{ID: 3, Width: 2, Estimate: 7200, Submit: 0},
		},
	}
	sol, err := exact.Solve(context.Background(), must.Get(grid.Open(step)), exact.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(sol.Status, sol.Objective, sol.Schedule)
	// Output: optimal 61040 [700 0 4300]
}

// In slots of ten minutes job 2 takes two slots, so that job 1 starts at 1200 s on the
// grid, and job 3 at 4800 s: 8*(1200+3690) + 4*730 + 2*(4800+7200) = 66040. Inserted in
// that order at one second they start at 700 s and 4300 s.
func ExampleSolveOnGrid() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 600, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600, Submit: -90},
			{ID: 2, Width: 4, Estimate: 700, Submit: -30},
			{ID: 3, Width: 2, Estimate: 7200, Submit: 0},
		},
	}
	scaled := must.Get(grid.Scale(step, grid.Choice{Scale: 600}))
	sol, err := exact.SolveOnGrid(context.Background(), scaled, exact.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println("on the grid:", sol.Status, sol.GridObjective)
	fmt.Println("at one second:", sol.Objective, sol.Schedule)
	// Output:
	// on the grid: optimal 66040
	// at one second: 61040 [700 0 4300]
}
