package streit2002_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/internal/papers/streit2002"
)

// 40 jobs drawn from the embedded sample, whose name tells the paper's set.
func ExampleEvaluation() {
	e := streit2002.Evaluation{Settings: streit2002.DefaultSettings(), Inputs: []streit2002.Input{{}}}
	e.Settings.SetJobs = 40
	e.Say = func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	measured, err := e.Measure(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range measured {
		fmt.Println("beside", m.Published.Name)
	}
	// Output:
	// 8 of 400 jobs run past their estimate and are killed at it
	// kth-like.swf resampled: 40 jobs on 100 processors, 6 replays
	// beside KTH_syn
}
