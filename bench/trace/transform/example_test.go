package transform_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/heuristics/must"
)

const sample = `; MaxProcs: 100
; MaxJobs: 2
7   0 -1 3600 100 -1 -1 100 7200 -1 1 1 -1 -1 -1 -1 -1 -1
9 601 -1   60   4 -1 -1   4  900 -1 1 2 -1 -1 -1 -1  7 -1
`

// The load is raised, and no job is wider than 64 processors.
func ExampleApply() {
	trace := must.Get(transform.Read(swf.NewReader(strings.NewReader(sample), "sample.swf"), 0, nil))
	var steps []transform.Step
	for _, text := range []string{"shrink=0.5", "split-wide=64"} {
		s := must.Get(transform.Parse(text))
		steps = append(steps, s)
	}
	trace = must.Get(transform.Apply(trace, steps...))
	var out strings.Builder
	if _, err := trace.Write(&out); err != nil {
		fmt.Println(err)
	}
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "; Note: ") { // a note for each step
			fmt.Print(line)
		}
	}
	// Output:
	// ; MaxProcs: 100
	// ; MaxJobs: 3
	// 1 0 -1 3600 64 -1 -1 64 7200 -1 1 1 -1 -1 -1 -1 -1 -1
	// 2 0 -1 3600 36 -1 -1 36 7200 -1 1 1 -1 -1 -1 -1 -1 -1
	// 3 300 -1 60 4 -1 -1 4 900 -1 1 2 -1 -1 -1 -1 1 -1
}
