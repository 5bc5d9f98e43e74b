package grothklags2004_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/papers/grothklags2004"
)

// Two steps of a trace. The second is as large as the first row of the paper's Table 1,
// so it stands in for that row. The other rows but one find no step.
func ExampleNearest() {
	row := grothklags2004.Rows()[0]
	like := grothklags2004.Size{
		Index: 7, Jobs: int(row.Jobs), Makespan: row.Makespan, AccumulatedRunTime: row.AccumulatedRunTime,
	}
	small := grothklags2004.Size{Index: 3, Jobs: 2, Makespan: 3600, AccumulatedRunTime: 7200}
	chosen := grothklags2004.Nearest(grothklags2004.Rows(), []grothklags2004.Size{small, like})
	fmt.Println(chosen[0].Index)
	// Output: 7
}
