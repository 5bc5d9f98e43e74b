package statement_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// losses are the data of a paper: losses in percent, and the time of the longest solve in hours.
type losses struct {
	average statement.Estimate
	hours   statement.Estimate
}

// A ledger of three claims. The paper prints an average loss of 0.70 % and a longest time of 237 h.
// Losses of four steps were measured, and no time.
func Example() {
	const file = `name: a paper
---
claims:
- id: 4-1
  where: section 4
  text: the loss is below 1 % on average
  rule: the mean is below 1 %
  measure: loss
  limit: below 1
- id: 5-1
  where: section 5
  text: the longest time is about ten days
  rule: the longest time is ten days
  tolerance: 5 %
  measure: time
  limit: 240 +- 12
- id: 5-2
  text: loss and time grow with the problem
  printed: no number
  reason: the text has no number
`
	claims := statement.Read[statement.File]([]byte(file), 1).Claims
	ledger := statement.NewLedger("a paper", claims, statement.Words[losses]{
		"loss": {Digits: 2, Unit: "%", Of: func(d losses, _ []string) statement.Estimate { return d.average }},
		"time": {Unit: "h", Of: func(d losses, _ []string) statement.Estimate { return d.hours }},
	}.Rule)
	printed := losses{average: statement.Exact(0.7), hours: statement.Exact(237)}
	all := ledger.Judge(statement.Case[losses]{
		Measured: losses{average: statement.Mean([]float64{0.2, 0.3, 0.1, 0.4})}, Printed: &printed,
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
