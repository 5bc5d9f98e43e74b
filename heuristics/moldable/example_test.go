package moldable_test

import (
	"fmt"

	"github.com/optgap/optgap/heuristics/moldable"
)

// Three jobs on four processors: scheduled for both criteria, and by giving all
// processors to one job after the other.
func Example() {
	in := &moldable.Instance{Machine: 4, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 5, Times: []int64{12, 7, 5, 4}},
		{ID: 2, Weight: 1, Times: []int64{30, 16, 12, 10}},
		{ID: 3, Weight: 2, Times: moldable.Times(20, moldable.Amdahl{Serial: 0.5}.Speedup, 4)},
	}}
	if err := in.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	r := moldable.BiCriteria(in, moldable.Options{})
	fmt.Println("no schedule is shorter than", r.Dual.Bound)
	fmt.Println("bi-criteria: minsum", r.Schedule.Minsum(in), "makespan", r.Schedule.Makespan(in))
	gang := moldable.Gang(in)
	fmt.Println("gang:        minsum", gang.Minsum(in), "makespan", gang.Makespan(in))
	// Output:
	// no schedule is shorter than 19
	// bi-criteria: minsum 78 makespan 20
	// gang:        minsum 81 makespan 27
}
