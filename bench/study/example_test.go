package study_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/trace/swf"
)

// A study of three steps of a trace, solved by the policies alone.
func ExampleStudy() {
	trace, err := swf.Load(bytes.NewReader(sample.KTHLike()), "kth-like.swf", swf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	solving, err := study.NewSolving([]method.Method{method.Policies}, method.Options{NoBounds: true}, study.Work{})
	if err != nil {
		fmt.Println(err)
		return
	}
	study := study.Study{
		Trace:   study.Trace{Name: trace.Name, Machine: trace.Machine, Jobs: trace.Jobs},
		Select:  study.Selection{MinWaiting: 3, MaxSteps: 3},
		Solvers: solving.Solvers,
		Workers: 2,
		Watch: study.Watch{Result: func(step *optgap.Step, r record.Result) error {
			fmt.Printf("step %d: %d waiting jobs, %s is best, ARTwW %.0f s\n", r.Index, len(step.Jobs), r.BestPolicy, r.ARTwW)
			return nil
		}},
	}
	if err := study.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// step 6: 3 waiting jobs, FCFS is best, ARTwW 21882 s
	// step 105: 23 waiting jobs, SJF is best, ARTwW 115095 s
	// step 192: 11 waiting jobs, SJF is best, ARTwW 132680 s
}
