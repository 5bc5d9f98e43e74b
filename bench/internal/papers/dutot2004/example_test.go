package dutot2004_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/internal/papers/dutot2004"
	"github.com/optgap/optgap/bench/internal/papers/statement"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/run/folder"
)

// One run of one workload on a small machine.
func Example() {
	e := dutot2004.Experiment{
		Runs: 1, Jobs: []int{6}, Machine: 8, Models: []string{"cirne"},
		Readings: []instances.Reading{instances.ByFormula}, Seed: 1,
	}
	m := dutot2004.NewMeasured(e)
	err := m.Run(context.Background(), algorithm.Options{}, folder.Identity{}, statement.Run{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := m.Cells()[0] // of bicriteria
	fmt.Printf("figure %d: minsum %.2f over the printed value, %.2f over the largest bound\n",
		c.Figure, c.Printed.Average, c.Bound.Average)
	// Output:
	// figure 6: minsum 2.43 over the printed value, 1.31 over the largest bound
}
