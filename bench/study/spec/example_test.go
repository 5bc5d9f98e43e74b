package spec_test

import (
	"fmt"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap/bench/study/spec"
)

// The fields of a study have the names of the flags of "optgap study".
func Example() {
	s := spec.Default()
	text := "trace: KTH-SP2-1996-2.swf.gz\nmethod: [exact]\nmax-waiting: 12\ntime-limit: 10s\nhorizon: far\n"
	if err := yaml.UnmarshalWithOptions([]byte(text), &s, yaml.Strict()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Drive, s.Method, s.MaxWaiting, s.TimeLimit)
	fmt.Println(s.Validate())
	// Output:
	// dynp-advanced [exact] 12 10s
	// horizon: found "far", expected safe or policies
}
