package mip_test

import (
	"context"
	"fmt"
	"math"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// A knapsack of 8 for items of weight 3, 4, 5 and value 4, 5, 6.
func Example() {
	m := &mip.Model{}
	for _, value := range []float64{4, 5, 6} {
		m.AddColumn(-value, 0, 1, true)
	}
	m.AddRow(math.Inf(-1), []int32{0, 1, 2}, []float64{3, 4, 5}, 8)

	r := must.Get(mip.Solve(context.Background(), m, mip.Options{}))
	fmt.Println(r.Status, r.Objective, r.Bound)
	for j, x := range r.X {
		fmt.Println("item", j, math.Round(x))
	}
	// Output:
	// optimal -10 -10
	// item 0 1
	// item 1 0
	// item 2 1
}
