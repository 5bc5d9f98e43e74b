package swf_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/optgap/optgap/bench/trace/swf"
)

const sample = `; Version: 2.2
; Computer: Example
; MaxProcs: 128
1  0 10  3600  64 -1 -1  64 7200 -1 1 1 1 -1 -1 -1 -1 -1
2 60 -1    -1  32 -1 -1  32 1800 -1 1 1 1 -1 -1 -1 -1 -1
3 90  0 900.5 256 -1 -1 256 1800 -1 1 2 1 -1 -1 -1 -1 -1
4 95  0 900.5  16 -1 -1  -1 1800 -1 1 2 1 -1 -1 -1 -1 -1
`

func ExampleLoad() {
	trace, err := swf.Load(strings.NewReader(sample), "sample.swf", swf.Options{Rejects: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(trace.Header.Get("Computer"), trace.Machine)
	for _, j := range trace.Jobs {
		fmt.Printf("job %d at %d: %d processors, %d of %d s\n", j.ID, j.Submit, j.Width, j.RunTime, j.Estimate)
	}
	for _, w := range trace.Warnings() {
		fmt.Println(w)
	}
	// Output:
	// ; Note: line 5: run time unknown: field 4 (run time): found -1, expected at least 0
	// 2 60 -1    -1  32 -1 -1  32 1800 -1 1 1 1 -1 -1 -1 -1 -1
	// ; Note: line 6: wider than the machine: field 8 (requested processors): found 256, expected at most 128, the machine
	// 3 90  0 900.5 256 -1 -1 256 1800 -1 1 2 1 -1 -1 -1 -1 -1
	// Example 128
	// job 1 at 0: 64 processors, 3600 of 7200 s
	// job 4 at 95: 16 processors, 901 of 1800 s
	// 2 of 4 job lines skipped: 1 run time unknown, 1 wider than the machine
	// 1 of 2 jobs have fractions of seconds, rounded up
}
