package grothklags2004_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/record/recordtest"
	"github.com/optgap/optgap/bench/results/summary"
)

func ExampleBoundsTable() {
	s := summary.Of(recordtest.Studied())
	if err := grothklags2004.BoundsTable(s).Write(os.Stdout, table.Text); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Objective divided by lower bounds on the one-second problem, averages
	//
	// bound          ratio
	// --------------------
	// fluid         1.2500
	// ilp           1.0000
	// lp            1.2000
	// best of them  1.1000
}
