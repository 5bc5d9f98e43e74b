package spec_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/study/spec"
)

// A study is plain data. Validate names the first field that is wrong by its flag.
func Example() {
	s := spec.Default()
	s.Trace, s.Method, s.MaxWaiting, s.Horizon = "KTH-SP2-1996-2.swf.gz", []string{"exact"}, 12, "far"
	fmt.Println(s.Drive, s.TimeLimit)
	fmt.Println(s.Validate())
	// Output:
	// dynp-advanced 1m0s
	// horizon: found "far", expected safe or policies
}
