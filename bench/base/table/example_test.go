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

// Numbers stand right, and no character of a cell has a meaning of its own.
func ExampleTable_Write_markup() {
	t := table.Table{
		Title:   "50 % of a_b\nand more",
		Columns: append(table.Words("a|b_1"), append(table.Numbers("loss\n[%]"), table.Extra(table.Words("more")...)...)...),
		Rows:    [][]string{{`\x{1}`, "2.50 %", "left out"}, {"*~^<&$#>`", "-1", ""}},
		Footer:  []string{"all", "", ""},
	}
	for _, format := range table.Markups() {
		if err := t.Write(os.Stdout, format); err != nil {
			panic(err)
		}
	}
	// Output:
	// 50 % of a\_b
	// and more
	//
	// | a\|b\_1 | loss \[%\] |
	// | :--- | ---: |
	// | \\x{1} | 2.50 % |
	// | \*\~^&lt;&amp;$#>\` | -1 |
	// | all |  |
	// % 50 % of a_b
	// % and more
	// \begin{tabular}{lr}
	// \toprule
	// a\textbar{}b\_1 & loss {[}\%] \\
	// \midrule
	// \textbackslash{}x\{1\} & 2.50 \% \\
	// *\textasciitilde{}\textasciicircum{}\textless{}\&\$\#\textgreater{}` & -1 \\
	// \midrule
	// all &  \\
	// \bottomrule
	// \end{tabular}
}
