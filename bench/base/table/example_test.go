package table_test

import (
	"fmt"
	"os"
	"slices"

	"github.com/optgap/optgap/bench/base/table"
)

func Example() {
	t := table.Table{
		Columns: slices.Concat(table.Words("policy"), table.Numbers("jobs", "ART [s]")),
		Rows:    [][]string{{"SJF", "40", "6,156.0"}, {"LJF", "40", "19,756.0"}},
	}
	for _, format := range []string{table.Text, table.CSV} {
		if err := t.Write(os.Stdout, format); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// policy  jobs   ART [s]
	// ----------------------
	// SJF       40   6,156.0
	// LJF       40  19,756.0
	// policy,jobs,ART [s]
	// SJF,40,"6,156.0"
	// LJF,40,"19,756.0"
}
