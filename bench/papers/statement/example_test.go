package statement_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A statement that holds and one that could not be measured.
func Example() {
	t := statement.Table("A paper", []statement.Statement{
		{
			Where: "section 4", Text: "the loss is below 1 %", Printed: "0.70 %",
			Measured: "0.25 %", Verdict: statement.Judge(0.25 < 1),
		},
		{
			Where: "section 5", Text: "the longest time is ten days", Printed: "237 h",
			Measured: statement.NotMeasured, Verdict: statement.Open,
		},
	})
	if err := t.Write(os.Stdout, table.Text); err != nil {
		fmt.Println(err)
	}
	// Output:
	// A paper
	//
	// statement                          paper   measured      verdict
	// -------------------------------------------------------------------
	// the loss is below 1 % (section 4)  0.70 %  0.25 %        holds
	// the longest time is ten days       237 h   not measured  not judged
	// (section 5)
}
