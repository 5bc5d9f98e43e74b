package dutot2004

import (
	"context"

	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// A Counterexample is an instance whose optimum is below the value of the relaxed program as
// printed. Two jobs have the times 3 and 5 on any allotment of two processors. Side by side
// they end at 3 and 5, which is optimal. With C*max = 5 and t_min = 3 the only interval
// begins at 5, so that each job pays 5 in the program.
type Counterexample struct {
	Printed float64 // value of the program
	Optimum int64
}

func counterexample() *moldable.Instance {
	return &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{3, 3}}, {ID: 2, Weight: 1, Times: []int64{5, 5}},
	}}
}

// Check computes the counterexample.
func Check(ctx context.Context) (*Counterexample, error) {
	in := counterexample()
	printed, err := bounds.Printed(ctx, in, moldable.Dual(in))
	return &Counterexample{printed, moldable.Sequential(in).Minsum(in)}, err
}
