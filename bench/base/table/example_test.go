package table_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
)

// The columns of jobs, and two jobs as CSV. The second has no width.
func ExampleColumn() {
	type job struct {
		ID    int   `json:"id"`
		Width int64 `json:"width,omitempty"`
		share float64
	}
	columns := []table.Column[*job]{
		table.Field[job]("id", "", "number of the job"),
		table.Field[job]("width", "processors", "that the job asks for"),
		table.Floats("share", "", "of the machine", func(j *job) float64 { return j.share }).
			Shown(table.Show{Unit: "%", Factor: 100}),
	}
	rows := []*job{{0, 4, 0.25}, {1, 0, 0}}
	table.Rows(columns, rows).Write(os.Stdout, table.CSV)
	fmt.Printf("people read %q and %q\n", columns[2].Text(rows[0]), columns[2].Text(rows[1]))
	// Output:
	// id,width,share
	// 0,4,0.25
	// 1,,
	// people read "25.00" and ""
}
