package table_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"

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

// Two columns of words.
func ExampleFields() {
	var f table.Fields[string]
	f.Add(table.Column{Name: "word"}, func(s string) string { return s })
	f.Add(table.Column{Name: "letters", Align: table.Right}, func(s string) string { return strconv.Itoa(len(s)) })
	if err := f.Table([]string{"plan", "schedule"}).Write(os.Stdout, table.CSV); err != nil {
		fmt.Println(err)
	}
	// Output:
	// word,letters
	// plan,4
	// schedule,8
}
