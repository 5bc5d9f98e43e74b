package engine_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// Two jobs compete for a machine of one processor. The prices of its seconds prove that
// they cost 2 in all, and leave them one start each.
func Example() {
	step := &optgap.Step{
		Machine: 1, History: optgap.History{{Time: 0, Free: 1}},
		Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 2}, {ID: 2, Width: 1, Estimate: 5}},
	}
	p, _ := engine.NewProblem(step, nil, engine.Usable(step, nil), nil)
	never := func() bool { return false }
	shared := engine.NewShared(p, engine.NewTimeline(7, 8, nil))
	upper := int64(3) // costs below 3 are sought
	bound := shared.Maximise(upper, 200, never)
	fmt.Println("a schedule costs at least", p.Whole(bound))

	d := engine.NewDecomposition(p, shared.Dual())
	d.Finish(d.Maximise(upper, 200, never), upper)
	for _, k := range p.Kinds {
		fmt.Println("a job of", k.Duration, "s may start at", k.Starts)
	}
	// Output:
	// a schedule costs at least 2
	// a job of 2 s may start at [0]
	// a job of 5 s may start at [2]
}
