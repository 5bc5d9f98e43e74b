package experiment_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
)

// Two algorithms on three jobs. No minsum is below its bound.
func Example() {
	in := &moldable.Instance{Name: "small", Machine: 4, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 5, Times: []int64{12, 7, 5, 4}},
		{ID: 2, Weight: 1, Times: []int64{30, 16, 12, 10}},
		{ID: 3, Weight: 2, Times: []int64{20, 15, 13, 12}},
	}}
	p := experiment.NewProblem(in, experiment.Options{})
	for _, a := range []experiment.Algorithm{experiment.BiCriteria, experiment.Gang} {
		r := must.Get(p.Solve(context.Background(), a))
		minsum, makespan := record.LargestBound(r.MinsumBounds), record.LargestBound(r.MakespanBounds)
		fmt.Println(r.Algorithm, r.Minsum, r.Makespan, "bounds", minsum, makespan)
	}
	// Output:
	// bicriteria 78 20 bounds 43 19
	// gang 78 26 bounds 43 19
}
