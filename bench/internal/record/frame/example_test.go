package frame_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/internal/record/frame"
)

// Two instances under each of two algorithms, of which a second version finds a smaller minsum under one.
func Example() {
	const line = `{"format":"optgap-moldable-result/1","name":%q,"algorithm":%q,"status":"feasible","minsum":%d}` + "\n"
	read := func(name string, gang int) *frame.Frame {
		lines := fmt.Sprintf(line+line, "a", "exact", 2000, "b", "exact", 3000) +
			fmt.Sprintf(line+line, "a", "gang", gang, "b", "gang", gang)
		rows := frame.New(frame.Moldables, name)
		if err := rows.Read(strings.NewReader(lines), name, ""); err != nil {
			fmt.Println(err)
		}
		return rows
	}
	old, new := read("old.jsonl", 4000), read("new.jsonl", 3000)
	fmt.Println(old.Rows[1].Problem(), old.Rows[1].Text("minsum"))
	c, err := frame.Compare(old, new, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range c.Methods {
		minsum := g.Changes[0]
		fmt.Printf("%s: %s is %g of the old in %d pairs\n", g.Name, minsum.Name(), minsum.Ratio.Value, minsum.Pairs)
	}
	// Output:
	// b 3000
	// exact: minsum is 1 of the old in 2 pairs
	// gang: minsum is 0.75 of the old in 2 pairs
}
