package analysis_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// Four jobs of a machine of 8 processors. Job 3 runs past its estimate.
func ExampleAnalyze() {
	const trace = `; MaxProcs: 8
1   0 0 100 4 -1 -1 4 300 -1 1 1 -1 -1 -1 -1 -1 -1
2   0 0   0 1 -1 -1 1 300 -1 0 1 -1 -1 -1 -1 -1 -1
3  60 0 320 2 -1 -1 2 300 -1 1 2 -1 -1 -1 -1 -1 -1
4 180 0 200 8 -1 -1 8 600 -1 1 1 -1 -1 -1 -1 -1 -1
`
	r := swf.NewReader(strings.NewReader(trace), "four.swf")
	a := must.Get(analysis.Analyze("four.swf", r.Header(), r.Records(), analysis.Options{}))
	fmt.Println(a.Jobs, "jobs of mean width", a.Width.Mean)
	fmt.Println("run times", a.RunTime.Min, "to", a.RunTime.Max, "s")
	fmt.Println(*a.PastEstimate, "past the estimate")
	fmt.Printf("interarrival times of 0 s: %.2f\n", *a.ZeroInterarrivalShare)
	// Output:
	// 4 jobs of mean width 3.75
	// run times 0 to 320 s
	// 1 past the estimate
	// interarrival times of 0 s: 0.33
}
