package anneal_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/anneal"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// Three jobs on one processor cost least with the shortest first.
func Example() {
	step := &optgap.Step{
		Machine: 1, History: optgap.History{{Time: 0, Free: 1}},
		Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 9}, {ID: 2, Width: 1, Estimate: 2}, {ID: 3, Width: 1, Estimate: 5}},
	}
	p, _ := engine.NewProblem(step, nil, engine.Usable(step, nil), nil)
	order, cost := anneal.Improve(p, []int{0, 1, 2}, anneal.Options{Moves: 1000})
	fmt.Println(order, cost)
	// Output: [1 2 0] 9
}
