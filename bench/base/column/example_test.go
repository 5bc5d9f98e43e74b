package column_test

import (
	"os"

	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
)

// The columns of jobs, and two jobs as CSV. The second has no width.
func Example() {
	type job struct {
		id    int
		width int64
		share float64
	}
	columns := []column.Column[job]{
		column.Counts("id", "", "number of the job", func(j job) int { return j.id }),
		column.Integers("width", "processors", "that the job asks for", func(j job) int64 { return j.width }),
		column.Floats("share", "", "of the machine", func(j job) float64 { return j.share }),
	}
	column.Rows(columns, []job{{0, 4, 0.25}, {1, 0, 0}}).Write(os.Stdout, table.CSV)
	// Output:
	// id,width,share
	// 0,4,0.25
	// 1,,
}
