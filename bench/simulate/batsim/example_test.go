package batsim_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/heuristics/online"
)

// A shell that replies always the same starts job 17 at second 6 of the clock, which begins a second before the trace.
func Example() {
	const reply = `{"now":6,"events":[{"timestamp":6,"type":"EXECUTE_JOB","data":{"job_id":"w0!17"}}]}`
	c, err := batsim.Parse("same=read begin; echo '{\"now\":0,\"events\":[]}'; read job; echo '"+reply+"'; cat >&2", 0)
	if err != nil {
		panic(err)
	}
	job := optgap.Job{ID: 17, Width: 3, Estimate: 60, Submit: 1005}
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 16, Width: 8, Submit: 1000}}, {Job: job}}
	s, err := batsim.New(c, batsim.Replay{Machine: 8, Jobs: jobs}, nil)
	if err != nil {
		panic(err)
	}
	defer s.Close()
	fmt.Println(s.Decide(1005, []online.Event{{Kind: online.Submitted, Job: job}}))
	// Output:
	// [17] <nil>
}
