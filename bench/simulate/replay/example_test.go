package replay_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/must"
)

// Of 8 processors 4 are free at first. Job 2 starts at once and job 1 once the
// others are free.
func ExamplePlaceStep() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 1800, Free: 8}},
		Jobs:    []optgap.Job{{ID: 1, Width: 6, Estimate: 7200}, {ID: 2, Width: 4, Estimate: 1800}},
	}
	layout := must.Get(replay.PlaceStep(step, optgap.Schedule{1800, 0}, 0))
	for i, blocks := range layout.Jobs {
		for _, b := range blocks {
			fmt.Printf("job %d: processors %d to %d, seconds %d to %d\n", step.Jobs[i].ID, b.Low, b.High-1, b.Start, b.End)
		}
	}
	// Output:
	// job 1: processors 0 to 5, seconds 1800 to 9000
	// job 2: processors 0 to 3, seconds 0 to 1800
}
