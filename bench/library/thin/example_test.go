package thin_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/library/thin"
	"github.com/optgap/optgap/bench/record"
)

// Five prices say what one price says, and 4/4 needs no binary digit behind the point.
func Example() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 3, Estimate: 50}, {ID: 2, Width: 2, Estimate: 60}},
	}
	long := &record.Certificate{Bits: 2, Bucket: 10, Price: []int64{4, 4, 4, 4, 4}}
	short, err := thin.Rule{Loss: 0.01, Numbers: 1000}.Certificate(step, optgap.BoundLP, long, optgap.Schedule{0, 50})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(short.Bound, short.Bits, short.Ends, short.Price)
	// Output:
	// 370 0 [50] [1]
}
