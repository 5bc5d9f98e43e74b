package slurm_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/slurm"
)

func ExampleQuote() {
	fmt.Println(slurm.Quote("--time-limit=1m0s", "it's a trace.swf", ""))
	// Output: --time-limit=1m0s 'it'\''s a trace.swf' ''
}
