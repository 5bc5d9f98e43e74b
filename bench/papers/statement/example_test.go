package statement_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A ledger of three claims. The paper prints an average loss of 0.70 % and a longest time of 237 h.
// Losses of four steps were measured, and no time.
func Example() {
	const file = `name: a paper
---
measures:
- {name: average, is: loss, in: 2 %}
claims:
- id: 4-1
  where: section 4
  text: the loss is below 1 % on average
  rule: the mean is below 1 %
  measure: average
  limit: below 1
- id: 5-1
  where: section 5
  text: the longest time is about ten days
  rule: the longest time is ten days
  tolerance: 5 %
  measure: hours
  limit: 240 +- 12
  in: 0 h
- id: 5-2
  text: loss and time grow with the problem
  printed: no number
  reason: the text has no number
`
	row := func(run int, name string, v float64) statement.Row {
		return statement.Row{Run: run, Values: map[string]float64{name: v}}
	}
	var steps []statement.Row
	for run, loss := range []float64{0.2, 0.3, 0.1, 0.4} {
		steps = append(steps, row(run, "loss", loss))
	}
	ledger := statement.Read[statement.File]([]byte(file), 1).Ledger("a paper", nil)
	all := ledger.Judge(statement.Case{
		Measured: statement.NewData(steps),
		Printed:  statement.NewData([]statement.Row{row(statement.NoRun, "loss", 0.7), row(statement.NoRun, "hours", 237)}),
	})
	fmt.Println(statement.Lead([]statement.Group{{Statements: all}}))
	fmt.Println()
	if err := statement.Table("A paper", all).Write(os.Stdout, table.Text); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 of 3 statements hold, 2 not judged
	//
	// A paper
	//
	// id   statement                            paper        measured              verdict
	// ---------------------------------------------------------------------------------------
	// 4-1  the loss is below 1 % on average     0.70 %       0.25 % (-0.13 to      holds
	//                                                        0.63)
	// 5-1  the longest time is about ten days   237 h (5 %)  nothing was measured  not judged
	// 5-2  loss and time grow with the problem  no number    the text has no       not judged
	//                                                        number
}
