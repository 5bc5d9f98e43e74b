package table_test

import (
	"os"

	"github.com/optgap/optgap/bench/base/table"
)

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
