package bench_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/sample"
	"github.com/optgap/optgap/bench/swf"
)

// A study of three steps of a trace, solved by the policies alone.
func ExampleStudy() {
	trace, err := swf.Load(bytes.NewReader(sample.KTHLike()), "kth-like.swf", swf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	study := bench.Study{
		Trace:  bench.Trace{Name: trace.Name, Machine: trace.Machine, Jobs: trace.Jobs},
		Select: bench.Selection{MinWaiting: 3, MaxSteps: 3},
		Fan: bench.Fan{
			Workers: 2,
			Methods: []bench.Method{{Name: bench.Policies, Solve: func(ctx context.Context, step *optgap.Step) record.Result {
				return bench.Measure(ctx, step, bench.Options{Method: bench.Policies, NoBounds: true})
			}}},
			Result: func(step *optgap.Step, r record.Result) error {
				fmt.Printf("step %d: %d waiting jobs, %s is best, ARTwW %.0f s\n", r.Index, len(step.Jobs), r.BestPolicy, r.ARTwW)
				return nil
			},
		},
	}
	if err := study.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// step 6: 3 waiting jobs, FCFS is best, ARTwW 21882 s
	// step 105: 23 waiting jobs, SJF is best, ARTwW 115095 s
	// step 192: 11 waiting jobs, SJF is best, ARTwW 132680 s
}

// One step: the optimum against the best policy's plan. The wide job goes first
// in the optimum, 10*(100+10) + 1*(190+30) + 1*(210+20) = 1550; no policy puts it
// first, and SJF does best: 1*(90+30) + 10*(190+10) + 1*(300+20) = 2440.
func ExampleMeasure() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 10,
		History: optgap.History{{Time: 0, Free: 10}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 1, Estimate: 90, Submit: -30},
			{ID: 2, Width: 1, Estimate: 110, Submit: -20},
			{ID: 3, Width: 10, Estimate: 100, Submit: -10},
		},
	}
	var o bench.Options
	o.ILP.Scale = 1
	r := bench.Measure(context.Background(), step, o)
	fmt.Printf("%s at one %s: %d, %s: %d, quality %.4f\n", r.Status, r.Scope, r.Objective, r.BestPolicy, r.Policies[r.BestPolicy].Objective, r.Quality.ARTwW)
	// Output: optimal at one second: 1550, SJF: 2440, quality 0.6352
}
