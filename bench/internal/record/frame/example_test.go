package frame_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/internal/record/frame"
)

// Two replays under each of two schedulers, of which a second version responds faster under one.
func Example() {
	const line = `{"format":"optgap-run/1","trace":"a.swf","machine":100,"scheduler":%q,"factor":%g,"artww":%d}` + "\n"
	read := func(name string, ljf int) *frame.Frame {
		lines := fmt.Sprintf(line+line, "fcfs", 1.0, 2000, "fcfs", 0.8, 3000) +
			fmt.Sprintf(line+line, "ljf", 1.0, ljf, "ljf", 0.8, ljf)
		rows := frame.New(frame.Replays, name)
		if err := rows.Read(strings.NewReader(lines), name, ""); err != nil {
			fmt.Println(err)
		}
		return rows
	}
	old, new := read("old.jsonl", 4000), read("new.jsonl", 3000)
	fmt.Println(old.Rows[1].Problem(), old.Rows[1].Text("artww"))
	c, err := frame.Compare(old, new, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range c.Methods {
		artww := g.Changes[0]
		fmt.Printf("%s: %s is %g of the old in %d pairs\n", g.Name, artww.Name(), artww.Ratio.Value, artww.Pairs)
	}
	// Output:
	// 100 processors, factor 0.8 3000
	// fcfs: artww is 1 of the old in 2 pairs
	// ljf: artww is 0.75 of the old in 2 pairs
}
