package library_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/library"
)

// Two jobs do not fit side by side: 3*50 + 2*110 = 370. At first, SJF's plan and the bound fluid are
// known. Then a program says that no schedule is below 370. The step is so small that all orders of its
// jobs are tried, so this needs no certificate.
func ExampleKnown_Improve() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 3, Estimate: 50}, {ID: 2, Width: 2, Estimate: 60}},
	}
	known, err := library.Begin(step)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(known.Objective, known.Bound().Name, known.Proven())
	file := `{"format":"optgap-bound/1","index":0,"name":"mine","bound":370}`
	offers, err := library.Offers(strings.NewReader(file), "bounds.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	for offer, err := range offers {
		if err != nil {
			fmt.Println(err)
			return
		}
		next, better, err := known.Improve(context.Background(), step, &offer, 0)
		fmt.Println(next.Objective, better.Bound, next.Proven(), next.How(), err)
	}
	// Output:
	// 370 fluid false
	// 370 true true enumeration <nil>
}
