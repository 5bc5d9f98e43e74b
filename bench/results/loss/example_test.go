package loss_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
)

// A step whose optimum is not proven: it lies between 940 and 950.
func ExampleObserve() {
	policies := []string{"FCFS", "SJF", "LJF"}
	o, _ := loss.Observe(policies, &record.Result{
		Jobs: 12, Objective: 950, Bound: 940,
		Policies: map[string]record.Policy{"FCFS": {Objective: 1250}, "SJF": {Objective: 1000}, "LJF": {Objective: 2000}},
	})
	fmt.Println("proven:", o.Proven)
	for i, name := range loss.Schedulers(policies) {
		fmt.Printf("%s loses %.1f to %.1f %%\n", name, o.Loss[i].Low, o.Loss[i].High)
	}
	// Output:
	// proven: false
	// FCFS loses 24.0 to 24.8 %
	// SJF loses 5.0 to 6.0 %
	// LJF loses 52.5 to 53.0 %
	// dynP loses 5.0 to 6.0 %
}
