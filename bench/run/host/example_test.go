package host_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/run/host"
)

// A tree without files: nothing is told.
func Example() {
	h := host.Look("no such folder", os.Getenv("PATH"))
	fmt.Println(h.Cores.Allowed, h.Memory.Total, h.Slurm)
	// Output: 0 0 []
}
