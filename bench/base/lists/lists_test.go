package lists_test

import (
	"fmt"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/must"
)

// Jobs by their user, in the order in which the users first appear.
func ExampleGroupBy() {
	jobs := []string{"ann 1", "ben 2", "ann 3"}
	fmt.Println(lists.GroupBy(jobs, func(job string) string { return job[:3] }))
	// Output: [[ann 1 ann 3] [ben 2]]
}

// Keys stand in the order in which rows have them first.
func TestUnion(t *testing.T) {
	rows := [][]string{{"b", "a"}, nil, {"c", "a"}}
	must.DeepEqual(t, lists.Union(rows, func(r []string) []string { return r }),
		[]string{"b", "a", "c"})
}
