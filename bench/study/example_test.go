package study_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
)

// The optimum of two steps of the embedded sample, with no command line.
func ExamplePrepare() {
	s := spec.Default()
	s.Method, s.MinWaiting, s.MaxSteps, s.NoBounds = []string{"exact"}, 8, 2, true
	in, err := study.ReadInput(s, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	st, err := study.Prepare(s, in, study.Work{}, "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer st.Close()
	st.Watch.Result = func(step *optgap.Step, r record.Result) error {
		fmt.Printf("%d jobs wait: %s, the best policy loses %.2f %%\n", r.Jobs, r.Status, *r.LossPercent)
		return nil
	}
	if err := st.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 8 jobs wait: optimal, the best policy loses 0.62 %
	// 15 jobs wait: optimal, the best policy loses 0.00 %
}
