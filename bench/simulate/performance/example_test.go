package performance_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

func ExampleEvaluate() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 2, Estimate: 500, Submit: 0}, RunTime: 200},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 200, Submit: 100}, RunTime: 200},
	}
	out, err := replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(4, jobs, heuristics.FCFS))
	if err != nil {
		panic(err)
	}
	p, err := performance.Evaluate(out, 4, performance.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("util %.3f, lost %.3f while job 2 waits, idle %.3f before\n", p.Util, p.LOC, p.Idle)
	// Output: util 0.750, lost 0.125 while job 2 waits, idle 0.125 before
}

func ExampleLevels() {
	for l := range performance.Levels(three()) {
		fmt.Printf("second %d: %d processors busy, %d jobs wait\n", l.Time, l.Busy, l.Waiting)
	}
	// Output:
	// second 0: 2 processors busy, 0 jobs wait
	// second 100: 2 processors busy, 1 jobs wait
	// second 200: 4 processors busy, 0 jobs wait
	// second 300: 4 processors busy, 1 jobs wait
	// second 400: 0 processors busy, 0 jobs wait
}

// The table names the metrics of a replay.
func ExampleMetrics_Values() {
	p, err := performance.Evaluate(three(), 4, performance.Options{})
	if err != nil {
		panic(err)
	}
	for _, v := range p.Values()[:3] {
		fmt.Printf("%s: %s %s, %s\n", v.Key, v.Text(), v.Unit, v.Meaning)
	}
	// Output:
	// jobs: 3 jobs, jobs measured
	// artww: 242.9 s, average response time weighted by width
	// art: 200.0 s, average response time
}
