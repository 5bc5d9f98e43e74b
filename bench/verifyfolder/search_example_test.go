package verifyfolder_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
)

// Two jobs of the whole machine end at seconds 10 and 110 at best: the objective is
// 5*10 + 5*110 = 600. A claim that no schedule is below 600 is confirmed, and a
// claim of 601 is contradicted.
func ExampleSearch() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 5, History: optgap.History{{Time: 0, Free: 5}},
		Jobs: []optgap.Job{{ID: 1, Width: 5, Estimate: 100}, {ID: 2, Width: 5, Estimate: 10}},
	}
	claims := []verify.Claim{{Step: step, Bound: 600, Objective: 600}, {Step: step, Bound: 601, Objective: 601}}
	answers, err := verifyfolder.Search(context.Background(), claims, verifyfolder.SearchOptions{Workers: 2})
	if err != nil {
		fmt.Println(err)
	}
	for _, a := range answers {
		fmt.Printf("%d: %s, the optimum is %d\n", a.Claim.Bound, a.Verdict, a.Objective)
	}
	// Output:
	// 600: confirmed, the optimum is 600
	// 601: contradicted, the optimum is 600
}
