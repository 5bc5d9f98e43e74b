package shard_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/run/shard"
)

// Steps with 30, 2, 12, 5 and 3 waiting jobs are dealt to two machines.
func Example() {
	waiting := []int{30, 2, 12, 5, 3}
	for _, text := range []string{"1/2", "2/2"} {
		s, err := shard.Parse(text)
		if err != nil {
			panic(err)
		}
		fmt.Println("shard", s, "gets the steps at", s.Take(waiting))
	}
	// Output:
	// shard 1/2 gets the steps at [0 1 4]
	// shard 2/2 gets the steps at [2 3]
}
