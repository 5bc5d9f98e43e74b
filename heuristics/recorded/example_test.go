package recorded_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/recorded"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

func ExampleScheduler() {
	job := func(id, submit int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: 4, Estimate: 100, Submit: submit}, RunTime: 50}
	}
	jobs := []optgap.TraceJob{job(1, 0), job(2, 10), job(3, 20)}
	s, err := recorded.New(4, jobs, []int64{0, 120, 60}) // the last job overtook the second
	if err != nil {
		fmt.Println(err)
		return
	}
	s.OnStep = func(index, waiting int, step func() *optgap.Step) error {
		fmt.Println("step", index, "with", waiting, "waiting jobs, history", step().History)
		return nil
	}
	fmt.Println(slowreplay.Run(jobs, s))
	// Output:
	// step 0 with 2 waiting jobs, history [{0 0} {80 4}]
	// [0 120 60] <nil>
}
