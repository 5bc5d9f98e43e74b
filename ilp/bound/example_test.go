package bound_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/grid"
)

// Two processors are free, two more from second 60 on. The wide job has to wait
// for those; the others run before it or beside it.
func Example() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4,
		History: optgap.History{{Time: 0, Free: 2}, {Time: 60, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 4, Estimate: 30},
			{ID: 2, Width: 2, Estimate: 90},
			{ID: 3, Width: 1, Estimate: 20},
			{ID: 4, Width: 1, Estimate: 100},
		},
	}
	problem := must.Get(grid.Open(step))
	values, warnings := bound.All(context.Background(), problem, bound.Options{})
	fluid, lp, minsum := values[optgap.BoundFluid], values[optgap.BoundLP], values[optgap.BoundMinsum]
	fmt.Println(fluid.Bound, lp.Bound, minsum.Bound, len(warnings))

	v := must.Get(bound.Minsum(context.Background(), problem, bound.Options{Ratio: 1.05}))
	fmt.Println(v.Bound, "with finer intervals")
	// Output:
	// 766 830 551 0
	// 665 with finer intervals
}
