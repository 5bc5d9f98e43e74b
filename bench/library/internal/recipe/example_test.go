package recipe_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/library/internal/recipe"
)

// Three steps of 2 to 5 waiting jobs, evenly spread over the replay of a generated workload.
func Example() {
	r, err := recipe.Read(strings.NewReader(`
format: optgap-recipe/1
set: mine
first: 0
choose: even
classes: [{jobs: 2-5, steps: 3}]
workloads: [{name: busy, model: kth, load: 0.9, jobs: 100, seed: 1}]
`), "recipe.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	steps, err := r.Steps(context.Background(), recipe.Making{Stride: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range steps {
		fmt.Println(step.Index, step.Trace, r.Classes[0].Jobs.Has(len(step.Jobs)))
	}
	// Output:
	// 0 busy true
	// 3 busy true
	// 6 busy true
}
