package cgroup_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/run/cgroup"
	"github.com/optgap/optgap/bench/run/host"
)

// Where the group of this process is not writable, the error says so.
func Example() {
	groups := []host.Cgroup{{Version: 2, Controllers: []string{"memory"}, Dir: "/sys/fs/cgroup/job"}}
	_, err := cgroup.Open("/", groups)
	fmt.Println(err)
	// Output: control group /sys/fs/cgroup/job is not writable
}
