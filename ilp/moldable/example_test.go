package moldable_test

import (
	"fmt"

	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// A bound on the minsum, and its certificate. No schedule is better than that of Gang by
// more than 1.
func Example() {
	in := &moldable.Instance{Machine: 4, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 5, Times: []int64{12, 7, 5, 4}},
		{ID: 2, Weight: 1, Times: []int64{30, 16, 12, 10}},
		{ID: 3, Weight: 2, Times: []int64{20, 15, 13, 12}},
	}}
	known := moldable.Gang(in)
	l := bounds.Lagrange(in, known)
	fmt.Println("gang", known.Minsum(in), "by prices", l.Schedule.Minsum(in), "bound", l.Bound)
	fmt.Println("the certificate proves", bounds.Evaluate(in, l.Certificate))
	// Output:
	// gang 78 by prices 78 bound 77
	// the certificate proves 77
}
