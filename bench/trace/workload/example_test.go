package workload_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// Three jobs of the uniform model at load 0.7, with half the interarrival times.
func ExampleTake() {
	m := must.Get(workload.ByName("uniform"))
	g := must.Get(m.New(workload.Options{Machine: 64, Load: 0.7, Values: map[string]float64{"max": 3600}}))
	jobs := must.Get(workload.Take(g, 3, 1))
	shrunk := must.Get(workload.Shrink(jobs, 0.5))
	for _, j := range shrunk {
		fmt.Printf("job %d: submit %d, width %d, estimate %d, run time %d\n", j.ID, j.Submit, j.Width, j.Estimate, j.RunTime)
	}
	for _, note := range g.Notes()[:2] { // the third has the parameters
		fmt.Println(note)
	}
	// Output:
	// job 1: submit 0, width 57, estimate 3600, run time 3600
	// job 2: submit 166, width 58, estimate 92, run time 92
	// job 3: submit 691, width 4, estimate 3600, run time 3600
	// model uniform, 64 processors, load 0.7: each size from 1 to the machine as often
	// source: Aida, "Effect of Job Size Characteristics on Job Scheduling Performance" (2000), section 2.3
}
