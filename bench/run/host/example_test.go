package host_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/run/host"
)

// A tree without files: nothing is told.
func Example() {
	h := host.Look("no such folder")
	fmt.Println(h.Cores.Allowed, h.Memory.Total)
	// Output: 0 0
}
